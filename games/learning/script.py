"""Positions for lessons: games played by hand through the engine, from a deal that is written down."""

from collections import Counter
from random import Random

from games.engine import fold, standard_ruleset, start_game, unfold
from games.engine.actions import (
    Action,
    CallSpecialElection,
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
)
from games.engine.events import Event
from games.engine.setup import Deal
from games.engine.state import GameState
from games.engine.vocabulary import Phase, Policy, Role, SeatNumber, Vote

_ROLES = {"L": Role.LIBERAL, "F": Role.FASCIST, "H": Role.HITLER}


class Script:
    """A game that is played as the lesson needs it; the first seat is the first candidate."""

    def __init__(self, roles: str, deck: str, seed: int = 0) -> None:
        """Deal these roles, and a deck that begins so; the seed decides how it is renewed."""
        self._rng = Random(seed)  # noqa: S311
        rules = standard_ruleset(len(roles))
        top = tuple(Policy(letter) for letter in deck)
        rest = tuple((Counter(rules.policy_deck) - Counter(top)).elements())
        dealt = Deal(
            roles=tuple(_ROLES[letter] for letter in roles),
            first_president=0,
            draw_pile=top + rest,
        )
        self.log: list[Event] = list(start_game(rules, dealt))
        self.state: GameState = fold(self.log)

    def do(self, action: Action) -> tuple[Event, ...]:
        """Take an action and return its events; the engine refuses what the rules forbid."""
        table = unfold(self.state, action, self._rng)
        self.log += table.events
        self.state = table.state
        return tuple(table.events)

    def propose(self, chancellor: SeatNumber) -> None:
        """The candidate nominates this seat."""
        self.do(NominateChancellor(seat=self.state.president, chancellor=chancellor))

    def vote(self, ja: int | None = None) -> tuple[Event, ...]:
        """So many vote Ja, everybody if nothing else is said; return what follows of the last ballot."""
        events: tuple[Event, ...] = ()
        for place, seat in enumerate(self.state.living):
            is_ja = ja is None or place < ja
            events = self.do(CastBallot(seat=seat, vote=Vote.JA if is_ja else Vote.NEIN))
        return events

    def reject(self, chancellor: SeatNumber) -> None:
        """A nomination for which nobody votes."""
        self.propose(chancellor)
        self.vote(0)

    def govern(self, chancellor: SeatNumber, discard: str, enact: str) -> None:
        """A government is elected and enacts."""
        self.propose(chancellor)
        self.vote()
        president = self.state.president
        self.do(DiscardPolicy(seat=president, policy=Policy(discard)))
        self.do(EnactPolicy(seat=chancellor, policy=Policy(enact)))

    def use_power(self, target: SeatNumber) -> None:
        """The President uses the power that is due."""
        president = self.state.president
        match self.state.phase:
            case Phase.INVESTIGATE:
                self.do(InvestigateLoyalty(seat=president, target=target))
            case Phase.SPECIAL_ELECTION:
                self.do(CallSpecialElection(seat=president, target=target))
            case _:
                self.do(ExecutePlayer(seat=president, target=target))
