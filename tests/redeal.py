"""Redeals a game: returns another game that one viewer cannot tell from this one, for secrecy tests.

Given the event log of a running game and a viewer (a seat, living or dead, or None for a
spectator), it deals anew at random everything that this viewer may not know, plays the same
decisions again through `decide` and returns the new log. The viewer's knowledge is the same in
both: `visible(events, viewer)` is equal, so every screen and message for this viewer must be
equal, too.

Dealt anew are

- the secret roles, unless the opening, an investigation of the viewer's own or a public fact
  (executed or cleared: not Hitler) fixes them;
- the order of every draw pile, unless a hand or a peek of the viewer's own, an enacted policy or
  chaos fixes it (the cards of a renewed pile are public: those of the box less the enacted);
- the discards of other offices;
- the ballots of an open vote, and how often others changed theirs in any vote.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine.actions import Action, CastBallot, DiscardPolicy
from games.engine.decide import decide
from games.engine.decisions import action_behind
from games.engine.events import (
    BallotCast,
    BallotMarked,
    BallotsRevealed,
    ChancellorCleared,
    DiscardChosen,
    DrawPileArranged,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PoliciesDrawn,
    PolicyDiscarded,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
    TeammateShown,
    TopPolicyDiscarded,
    is_told_to,
)
from games.engine.ruleset import Ruleset, ruleset_of
from games.engine.setup import Deal, start_game
from games.engine.state import fold
from games.engine.vocabulary import Party, Policy, Role, SeatNumber, Vote

Viewer = SeatNumber | None
Pile = tuple[Policy, ...]

HAND = 3
# Enough swaps to randomise a pile of 17.
SWAPS = 150


def visible(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    """Return the events this viewer is told of while the game runs, in order."""
    return [event for event in events if is_told_to(event, viewer, game_over=False)]


def redeal(events: Sequence[Event], viewer: Viewer, rng: Random) -> tuple[Event, ...]:
    """Return the log of another game that looks the same to this viewer.

    Raises ValueError for a finished game: it has no secrets left to deal.
    """
    return tuple(event for step in redeal_steps(events, viewer, rng) for event in step)


def redeal_steps(events: Sequence[Event], viewer: Viewer, rng: Random) -> list[tuple[Event, ...]]:
    """Return the same log step by step: the opening, then each action's events."""
    if any(isinstance(event, GameEnded) for event in events):
        raise ValueError("a finished game has no secrets")
    history = _History(events)
    piles = [_another_pile(pile, viewer, rng) for pile in history.piles]
    opening = start_game(
        history.ruleset,
        Deal(
            roles=_other_roles(history, viewer, rng),
            first_president=history.first_president,
            draw_pile=piles[0],
        ),
    )
    discards = _other_discards(history, piles, viewer, rng)
    renewals = _Renewals(piles[1:])
    steps = [opening]
    state = fold(opening)
    for action in _actions(history, iter(discards), viewer, rng):
        more = decide(state, action, renewals)
        state = fold(more, state)
        steps.append(more)
    return steps


@dataclass(slots=True)
class _Session:
    """One hand of three: its place in the pile and what became of it."""

    place: int
    president: SeatNumber
    chancellor: SeatNumber
    discarded: Policy | None = None
    enacted: Policy | None = None


@dataclass(slots=True)
class _DrawPile:
    """One draw pile from its making to its renewal, and the cards taken from it."""

    policies: Pile
    sessions: list[_Session] = field(default_factory=list)
    drawn: int = 0
    turned_up: set[int] = field(default_factory=set)
    """Places with a policy that everybody saw: chaos."""
    peeked_at: dict[SeatNumber, set[int]] = field(default_factory=dict)

    def known_to(self, viewer: Viewer) -> set[int]:
        peeked = set() if viewer is None else self.peeked_at.get(viewer, set())
        return self.turned_up | peeked


class _History:
    """The facts of the log, sorted by who knows them."""

    ruleset: Ruleset
    first_president: SeatNumber

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.roles: dict[SeatNumber, Role] = {}
        self.not_hitler: set[SeatNumber] = set()
        self.piles: list[_DrawPile] = []
        self._office = (0, 0)
        for event in events:
            self._note_people(event)
            self._note_policies(event)

    def _note_people(self, event: Event) -> None:
        match event:
            case GameStarted():
                self.ruleset = ruleset_of(event.players, event.edition, event.board)
            case SecretRoleDealt():
                self.roles[event.seat] = event.role
            case PresidencyPassed(round=1):
                self.first_president = event.president
            case GovernmentElected():
                self._office = (event.president, event.chancellor)
            case ChancellorCleared():
                self.not_hitler.add(event.chancellor)
            case PlayerExecuted():
                self.not_hitler.add(event.target)
            case _:
                pass

    def _note_policies(self, event: Event) -> None:
        if isinstance(event, DrawPileArranged):
            self.piles.append(_DrawPile(event.draw_pile))
        if not self.piles:
            return
        pile = self.piles[-1]
        match event:
            case PoliciesDrawn():
                pile.sessions.append(_Session(pile.drawn, *self._office))
                pile.drawn += HAND
            case DiscardChosen() if pile.sessions[-1].discarded is None:
                pile.sessions[-1].discarded = event.policy
            case PolicyEnacted(chancellor=None) | TopPolicyDiscarded():
                pile.turned_up.add(pile.drawn)
                pile.drawn += 1
            case PolicyEnacted():
                pile.sessions[-1].enacted = event.policy
            case PeekShown():
                top = range(pile.drawn, pile.drawn + HAND)
                pile.peeked_at.setdefault(event.seat, set()).update(top)
            case _:
                pass


# Roles


def _other_roles(history: _History, viewer: Viewer, rng: Random) -> tuple[Role, ...]:
    """Return roles by seat that agree with everything this viewer knows."""
    known: dict[SeatNumber, Role] = {}
    parties: dict[SeatNumber, Party] = {}
    for event in visible(history.events, viewer):
        match event:
            case SecretRoleDealt():
                known[event.seat] = event.role
            case TeammateShown():
                known[event.teammate] = event.role
            case PartyMembershipShown():
                parties[event.target] = event.party
            case _:
                pass
    unknown = [seat for seat in range(history.ruleset.players) if seat not in known]
    rest = [history.roles[seat] for seat in unknown]
    while True:
        rng.shuffle(rest)
        roles = known | dict(zip(unknown, rest, strict=True))
        if all(roles[seat].party is party for seat, party in parties.items()) and not any(
            roles[seat] is Role.HITLER for seat in history.not_hitler
        ):
            return tuple(roles[seat] for seat in range(history.ruleset.players))


# Policies


def _another_pile(pile: _DrawPile, viewer: Viewer, rng: Random) -> Pile:
    """Return the pile in another order: swaps of two policies that this viewer cannot notice."""
    policies = list(pile.policies)
    fixed = pile.known_to(viewer)
    free = [place for place in range(len(policies)) if place not in fixed]
    must_hold = [(each, _must_hold(each, pile, viewer)) for each in pile.sessions]
    for _swap in range(SWAPS if len(free) > 1 else 0):
        one, other = rng.sample(free, 2)
        policies[one], policies[other] = policies[other], policies[one]
        if not all(cards <= _hand(policies, each) for each, cards in must_hold):
            policies[one], policies[other] = policies[other], policies[one]
    return tuple(policies)


def _hand(policies: Sequence[Policy], session: _Session) -> Counter[Policy]:
    return Counter(policies[session.place : session.place + HAND])


def _must_hold(session: _Session, pile: _DrawPile, viewer: Viewer) -> Counter[Policy]:
    """Return the policies that this viewer knows to have been in a hand."""
    hand = _hand(pile.policies, session)
    if viewer == session.president:
        return hand
    if viewer == session.chancellor and session.discarded is not None:
        return hand - Counter([session.discarded])
    return Counter() if session.enacted is None else Counter([session.enacted])


def _other_discards(
    history: _History, piles: Sequence[Pile], viewer: Viewer, rng: Random
) -> list[Policy]:
    """Return what each President discards from the new hand."""
    discards: list[Policy] = []
    for pile, policies in zip(history.piles, piles, strict=True):
        for session in pile.sessions:
            if session.discarded is None:
                continue
            if viewer == session.president:
                discards.append(session.discarded)
                continue
            passed_on: Counter[Policy] = Counter()
            if viewer == session.chancellor:
                passed_on = _must_hold(session, pile, viewer)
            elif session.enacted is not None:
                passed_on = Counter([session.enacted])
            choice = sorted((_hand(policies, session) - passed_on).elements())
            discards.append(rng.choice(choice))
    return discards


class _Renewals:
    """The shuffler of the redealt game."""

    def __init__(self, piles: Sequence[Pile]) -> None:
        self._piles = iter(piles)

    def shuffle(self, x: list[Any], /) -> None:
        pile = next(self._piles)
        assert Counter(pile) == Counter(x)
        x[:] = pile


# Ballots


def _actions(
    history: _History, discards: Iterator[Policy], viewer: Viewer, rng: Random
) -> Iterator[Action]:
    """Yield the decisions of the log, with new discards and new hidden sides of votes."""
    marks: list[BallotMarked | BallotCast] = []
    for event in history.events:
        match event:
            case BallotMarked() | BallotCast():
                marks.append(event)
            case BallotsRevealed():
                yield from _other_ballots(marks, event.votes, viewer, rng)
                marks = []
            case PolicyDiscarded():
                yield DiscardPolicy(seat=event.president, policy=next(discards))
            case _:
                action = action_behind(event)
                if action is not None:
                    yield action
    yield from _other_ballots(marks, None, viewer, rng)


def _other_ballots(
    marks: Sequence[BallotMarked | BallotCast],
    revealed: tuple[Vote | None, ...] | None,
    viewer: Viewer,
    rng: Random,
) -> list[CastBallot]:
    """The same seats vote in the same order; all but the viewer may vote differently.

    A revealed ballot ends as it was revealed; before that it may have been marked differently.
    """
    first_marks = [event.seat for event in marks if isinstance(event, BallotCast)]
    seen: set[SeatNumber] = set()
    ballots: list[CastBallot] = []
    final: dict[SeatNumber, Vote] = {}
    for event in marks:
        if isinstance(event, BallotCast):
            continue
        if event.seat == viewer:
            ballots.append(CastBallot(seat=event.seat, vote=event.vote))
        elif event.seat not in seen:
            vote = rng.choice(list(Vote))
            if revealed is not None:
                shown = revealed[event.seat]
                assert shown is not None
                final[event.seat] = shown
                # The last ballot closes the vote, so it was not changed.
                vote = shown if event.seat == first_marks[-1] else vote
            ballots.append(CastBallot(seat=event.seat, vote=vote))
        seen.add(event.seat)
    return _with_hidden_changes(ballots, final, viewer, rng, open_vote=revealed is None)


def _with_hidden_changes(
    ballots: list[CastBallot],
    final: dict[SeatNumber, Vote],
    viewer: Viewer,
    rng: Random,
    *,
    open_vote: bool,
) -> list[CastBallot]:
    """Let others change their ballots: where they must to end as revealed, and now and then."""
    for seat in dict.fromkeys(each.seat for each in ballots if each.seat != viewer):
        places = [place for place, each in enumerate(ballots) if each.seat == seat]
        last = len(ballots) if open_vote else len(ballots) - 1
        if not open_vote and seat == ballots[-1].seat:
            continue
        changes = [rng.choice(list(Vote)) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
        before = changes[-1] if changes else ballots[places[0]].vote
        if not open_vote and before is not final[seat]:
            changes.append(final[seat])
        place = places[0]
        for vote in changes:
            place = rng.randint(place + 1, max(place + 1, last))
            ballots.insert(place, CastBallot(seat=seat, vote=vote))
            last += 1
    return ballots
