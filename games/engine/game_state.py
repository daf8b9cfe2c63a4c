"""GameState, the whole game as a value, with its records of rounds and of what each seat was shown.

It never leaves the engine's side of the line; event_effects.py says how events change it.
"""

from dataclasses import dataclass

from games.engine.copies import Copyable
from games.engine.events import PrivateEvent
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import (
    Party,
    Phase,
    Policy,
    PresidentialPower,
    Role,
    SeatNumber,
    Veto,
    Victory,
    Vote,
)


@dataclass(frozen=True, kw_only=True)
class RoundRecord(Copyable):
    """The public facts of one round, for the log, the bots and the look back."""

    round: int
    president: SeatNumber
    special: bool = False
    chancellor: SeatNumber | None = None
    votes: tuple[Vote | None, ...] = ()
    elected: bool | None = None
    cleared: bool = False
    veto: Veto | None = None
    enacted: Policy | None = None
    chaos: Policy | None = None
    chaos_discard: Policy | None = None
    """The winning policy that chaos turned up and the board did not let win (B-9)."""
    power: PresidentialPower | None = None
    target: SeatNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A fact that one seat was shown, and its round (0 before the first)."""

    round: int
    event: PrivateEvent


@dataclass(frozen=True, kw_only=True)
class GameState(Copyable):
    """The whole game, secrets included. Never leaves the engine's side of the line."""

    ruleset: Ruleset
    phase: Phase = Phase.NOMINATE
    version: int = 0
    public_version: int = 0
    round: int = 0
    # Who
    roles: tuple[Role | None, ...] = ()
    alive: tuple[bool, ...] = ()
    known_roles: tuple[tuple[Role | None, ...], ...] = ()
    known_parties: tuple[tuple[Party | None, ...], ...] = ()
    memories: tuple[tuple[Memory, ...], ...] = ()
    # The election
    president: SeatNumber = 0
    chancellor: SeatNumber | None = None
    in_office: bool = False
    ballots: tuple[Vote | None, ...] = ()
    voted: tuple[bool, ...] = ()
    limited_president: SeatNumber | None = None
    limited_chancellor: SeatNumber | None = None
    tracker: int = 0
    special_election_caller: SeatNumber | None = None
    # The policies
    draw_pile: tuple[Policy, ...] = ()
    discard_pile: tuple[Policy, ...] = ()
    hand: tuple[Policy, ...] = ()
    liberal_policies: int = 0
    fascist_policies: int = 0
    veto_in_force: bool = False
    veto_refused: bool = False
    # Public marks
    investigated: tuple[SeatNumber, ...] = ()
    cleared: tuple[SeatNumber, ...] = ()
    current_round: RoundRecord | None = None
    past_rounds: tuple[RoundRecord, ...] = ()
    victory: Victory | None = None

    @property
    def living(self) -> tuple[SeatNumber, ...]:
        """Living seats, ascending."""
        return tuple([seat for seat, alive in enumerate(self.alive) if alive])

    @property
    def in_hitler_zone(self) -> bool:
        """Three or more Fascist policies are enacted (R-033)."""
        return self.fascist_policies >= self.ruleset.hitler_zone_at

    def next_living(self, seat: SeatNumber) -> SeatNumber:
        """The first living seat to the left; dead seats are skipped (R-016)."""
        players = self.ruleset.players
        while True:
            seat = (seat + 1) % players
            if self.alive[seat]:
                return seat
