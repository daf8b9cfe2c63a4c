"""One simulated game: bots play for people of different skill, through the real engine.

Writes nothing. The people make claims, lie where that helps their team, and now and then leave,
after which a stand-in decides as it would at a live table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from games.bots import choose
from games.engine import deal, fold, observe, standard_ruleset, start_game, unfold
from games.engine.decide import awaited
from games.engine.events import (
    Event,
    HandShown,
    PartyMembershipShown,
    PeekShown,
    PolicyEnacted,
)
from games.engine.state import GameState
from games.engine.table_talk import CLAIMABLE_CONTENTS, NO_COMMENT, ClaimableAct, claimable_acts
from games.engine.vocabulary import ClaimKind, Edition, Party, Phase, SeatNumber
from games.values.actor import Actor

# How many seconds a person thinks.
SHORTEST_THOUGHT, LONGEST_THOUGHT = 2.0, 45.0
NO_COMMENT_CHANCE = 0.08
FASCIST_LIES = 0.55
LIBERAL_LIES = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPlayer:
    """The player in a seat; `skill` is the share of considered choices. Bots do not talk."""

    skill: float
    is_bot: bool = False
    leaves_after: int | None = None
    """The number of events after which the person leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidClaim:
    """A claim, and its place in the game."""

    act: ClaimableAct
    content: str
    round: int
    version: int
    at: datetime


@dataclass(slots=True)
class Playthrough:
    """A whole game, ready to be written."""

    log: list[Event] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)
    """The time of each event."""
    actors: list[tuple[Actor, SeatNumber | None]] = field(default_factory=list)
    """The actor of each event, and the seat."""
    claims: list[SaidClaim] = field(default_factory=list)
    away: set[SeatNumber] = field(default_factory=set)


def play(
    *, edition: Edition, sitters: Sequence[SimulatedPlayer], begins: datetime, rng: Random
) -> tuple[Playthrough, GameState]:
    """Play a game from the deal to its end."""
    rules = standard_ruleset(len(sitters), edition)
    game = Playthrough()
    opening = start_game(rules, deal(rules, rng))
    _add(game, opening, begins, Actor.CLOCK, None)
    state = fold(opening)
    now = begins
    while state.phase is not Phase.GAME_OVER:
        seat = rng.choice(awaited(state))
        sitter = sitters[seat]
        if sitter.leaves_after is not None and len(game.log) >= sitter.leaves_after:
            game.away.add(seat)
        now += timedelta(seconds=rng.triangular(SHORTEST_THOUGHT, LONGEST_THOUGHT, 6.0))
        observation = observe(state, seat)
        legal = observation.legal_actions
        actor = Actor.STAND_IN if seat in game.away else Actor.PERSON
        if sitter.is_bot:
            actor = Actor.BOT
        considered = actor is not Actor.PERSON or rng.random() < sitter.skill
        action = choose(observation, legal, rng) if considered else rng.choice(legal)
        table = unfold(state, action, rng)
        events, state = table.events, table.state
        _add(game, events, now, actor, seat)
        if state.phase is not Phase.GAME_OVER and any(
            isinstance(event, PolicyEnacted | PartyMembershipShown | PeekShown) for event in events
        ):
            silent = game.away | {each for each, who in enumerate(sitters) if who.is_bot}
            game.claims += _claims(game, state, silent, now, rng)
    return game, state


def _add(
    game: Playthrough,
    events: Sequence[Event],
    at: datetime,
    actor: Actor,
    seat: SeatNumber | None,
) -> None:
    game.log += events
    game.times += [at] * len(events)
    game.actors += [(actor, seat)] * len(events)


def _claims(
    game: Playthrough, state: GameState, silent: set[SeatNumber], now: datetime, rng: Random
) -> Iterator[SaidClaim]:
    """Return the claims of players who have just seen something."""
    told = {(claim.act.round, claim.act.kind) for claim in game.claims}
    for seat in state.living:
        if seat in silent:
            continue
        for act in claimable_acts(seat, state)[:2]:
            if (act.round, act.kind) in told or act.round < state.round - 1:
                continue
            role = state.roles[seat]
            assert role is not None
            lies = rng.random() < (LIBERAL_LIES if role.party is Party.LIBERAL else FASCIST_LIES)
            content = rng.choice(CLAIMABLE_CONTENTS[act.kind]) if lies else _truth(game.log, act)
            if rng.random() < NO_COMMENT_CHANCE:
                content = NO_COMMENT
            yield SaidClaim(
                act=act,
                content=content,
                round=state.round,
                version=len(game.log),
                at=now + timedelta(seconds=1),
            )


def _truth(log: Sequence[Event], act: ClaimableAct) -> str:
    """Return what this player really saw: the newest such event, as the claim follows at once."""
    size = {ClaimKind.DREW: 3, ClaimKind.RECEIVED: 2}.get(act.kind)
    for event in reversed(log):
        match event:
            case HandShown() if event.seat == act.seat and len(event.policies) == size:
                return "".join(sorted(event.policies, reverse=True))
            case PartyMembershipShown() if (
                act.kind is ClaimKind.INVESTIGATED and event.seat == act.seat
            ):
                return event.party.value
            case PeekShown() if act.kind is ClaimKind.PEEKED and event.seat == act.seat:
                return "".join(event.policies)
            case _:
                continue
    return NO_COMMENT
