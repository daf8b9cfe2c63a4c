"""GameState and how events fold into it. No rules, only bookkeeping.

Doors: evolve(state, event), fold(events), Unfolding. What follows from what is the business of
the rulebook sections; here every event merely leaves its mark.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar, assert_never

from games.engine.events import (
    PUBLIC_EVENTS,
    BallotCast,
    BallotMarked,
    BallotsRevealed,
    ChancellorCleared,
    ChancellorNominated,
    ChaosStruck,
    DiscardChosen,
    DrawPileArranged,
    ElectionTrackerMoved,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    GovernmentRejected,
    HandShown,
    LoyaltyInvestigated,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PoliciesDrawn,
    PoliciesPeeked,
    PolicyDeckShuffled,
    PolicyDiscarded,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    PrivateEvent,
    RolesRevealed,
    SecretRoleDealt,
    SpecialElectionCalled,
    TeammateShown,
    TermLimitsSet,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.ruleset import Ruleset, standard_ruleset
from games.engine.vocabulary import (
    POWER_PHASE,
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

_T = TypeVar("_T")


class Shuffler(Protocol):
    """The only chance during play: `random.Random`, or the recorded order of a renewal."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put the draw pile into a new order, in place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """What everybody knows of one round, for the log, the bots and the look back."""

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
    power: PresidentialPower | None = None
    target: SeatNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One thing a single seat was shown, and in which round (0 before the first)."""

    round: int
    event: PrivateEvent


@dataclass(frozen=True, kw_only=True)
class GameState:
    """The whole game as it stands, secrets included. Never leaves the engine's side of the line.

    Without slots on purpose: `but` copies one dict, six times faster than dataclasses.replace.
    """

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

    def but(self, **changes: Any) -> "GameState":
        """This state with some fields changed."""
        changed = object.__new__(GameState)
        changed.__dict__.update(self.__dict__)
        changed.__dict__.update(changes)
        return changed

    @property
    def living(self) -> tuple[SeatNumber, ...]:
        """Living seats, ascending."""
        return tuple(seat for seat, alive in enumerate(self.alive) if alive)

    @property
    def in_hitler_zone(self) -> bool:
        """Three or more Fascist policies are enacted (R-033)."""
        return self.fascist_policies >= self.ruleset.hitler_zone_at

    def next_living(self, seat: SeatNumber) -> SeatNumber:
        """The first living seat to the left, dead seats skipped (R-016)."""
        players = self.ruleset.players
        while True:
            seat = (seat + 1) % players
            if self.alive[seat]:
                return seat


class Unfolding:
    """One action as it unfolds: each event added is folded in at once.

    So every rule reads the table as it stands at that moment.
    """

    __slots__ = ("events", "rng", "state")

    def __init__(self, state: GameState, rng: Shuffler) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Write the event down and let it take effect."""
        self.events.append(event)
        self.state = evolve(self.state, event)


def fold(events: Iterable[Event], state: GameState | None = None) -> GameState:
    """The state after these events, from the start or from an earlier state.

    Raises ValueError when there is neither a state nor a GameStarted to begin with.
    """
    working = None if state is None else state.but()
    for event in events:
        if working is not None:
            _take(working, event)
        elif isinstance(event, GameStarted):
            working = _seated(event)
        else:
            raise ValueError("a game begins with GameStarted")
    if working is None:
        raise ValueError("no events")
    return working


def evolve(state: GameState, event: Event) -> GameState:
    """The state after one more event."""
    after = state.but()
    _take(after, event)
    return after


def _take(working: GameState, event: Event) -> None:
    """Let an event leave its mark on a state that nobody else has seen yet."""
    fields = working.__dict__
    fields.update(_changes(working, event))
    fields["version"] += 1
    if type(event) in PUBLIC_EVENTS:
        fields["public_version"] += 1


def _seated(event: GameStarted) -> GameState:
    players = event.players
    return GameState(
        ruleset=standard_ruleset(players, event.edition),
        version=1,
        public_version=1,
        roles=(None,) * players,
        alive=(True,) * players,
        known_roles=((None,) * players,) * players,
        known_parties=((None,) * players,) * players,
        memories=((),) * players,
        ballots=(None,) * players,
        voted=(False,) * players,
    )


def _changes(state: GameState, event: Event) -> dict[str, Any]:  # noqa: C901
    # Ordered by how often they happen: a fold walks this match once per event.
    match event:
        case BallotMarked():
            return {
                "ballots": _put(state.ballots, event.seat, event.vote),
                **_remembered(state, event),
            }
        case BallotCast():
            return {"voted": _put(state.voted, event.seat, True)}
        case PresidencyPassed():
            return _new_round(state, event)
        case ChancellorNominated():
            return {
                "phase": Phase.VOTE,
                "chancellor": event.chancellor,
                **_noted(state, chancellor=event.chancellor),
            }
        case BallotsRevealed():
            return {
                "ballots": (None,) * state.ruleset.players,
                "voted": (False,) * state.ruleset.players,
                **_noted(state, votes=event.votes),
            }
        case GovernmentElected():
            return {"in_office": True, **_noted(state, elected=True)}
        case GovernmentRejected():
            return _noted(state, elected=False)
        case ElectionTrackerMoved():
            return {"tracker": event.tracker}
        case TermLimitsSet():
            return {
                "limited_president": event.president,
                "limited_chancellor": event.chancellor,
            }
        case PoliciesDrawn():
            size = state.ruleset.hand_size
            return {
                "phase": Phase.PRESIDENT_DISCARD,
                "hand": tuple(sorted(state.draw_pile[:size])),
                "draw_pile": state.draw_pile[size:],
                "veto_in_force": event.veto_in_force,
            }
        case HandShown() | PeekShown():
            return _remembered(state, event)
        case DiscardChosen():
            return {
                "hand": _without(state.hand, event.policy),
                "discard_pile": (*state.discard_pile, event.policy),
                **_remembered(state, event),
            }
        case PolicyDiscarded():
            return {"phase": Phase.CHANCELLOR_ENACT}
        case PolicyEnacted():
            return _enacted(state, event)
        case ChancellorCleared():
            if event.chancellor in state.cleared:
                return _noted(state, cleared=True)
            cleared = tuple(sorted((*state.cleared, event.chancellor)))
            return {"cleared": cleared, **_noted(state, cleared=True)}
        case PowerGranted():
            return {"phase": POWER_PHASE[event.power], **_noted(state, power=event.power)}
        case LoyaltyInvestigated():
            investigated = tuple(sorted((*state.investigated, event.target)))
            return {"investigated": investigated, **_noted(state, target=event.target)}
        case PartyMembershipShown():
            parties = _put(state.known_parties[event.seat], event.target, event.party)
            return {
                "known_parties": _put(state.known_parties, event.seat, parties),
                **_remembered(state, event),
            }
        case SpecialElectionCalled():
            return {
                "special_election_caller": event.president,
                **_noted(state, target=event.target),
            }
        case PoliciesPeeked() | ChaosStruck():
            return {}
        case PlayerExecuted():
            return {
                "alive": _put(state.alive, event.target, False),
                **_noted(state, target=event.target),
            }
        case PolicyDeckShuffled():
            # The cards themselves come with DrawPileArranged; the discard pile is in there.
            return {"discard_pile": ()}
        case DrawPileArranged():
            return {"draw_pile": event.draw_pile}
        case VetoRequested():
            return {"phase": Phase.VETO_ANSWER, **_noted(state, veto=Veto.REQUESTED)}
        case VetoGranted():
            return {
                "hand": (),
                "discard_pile": state.discard_pile + state.hand,
                **_noted(state, veto=Veto.GRANTED),
            }
        case VetoRefused():
            return {
                "phase": Phase.CHANCELLOR_ENACT,
                "veto_refused": True,
                **_noted(state, veto=Veto.REFUSED),
            }
        case SecretRoleDealt():
            row = _put(state.known_roles[event.seat], event.seat, event.role)
            return {
                "roles": _put(state.roles, event.seat, event.role),
                "known_roles": _put(state.known_roles, event.seat, row),
                **_remembered(state, event),
            }
        case TeammateShown():
            row = _put(state.known_roles[event.seat], event.teammate, event.role)
            return {
                "known_roles": _put(state.known_roles, event.seat, row),
                **_remembered(state, event),
            }
        case GameEnded():
            return {"phase": Phase.GAME_OVER, "victory": event.victory}
        case RolesRevealed():
            return {"known_roles": (event.roles,) * state.ruleset.players}
        case GameStarted():
            raise ValueError("a game starts once")
        case _:
            assert_never(event)


def _new_round(state: GameState, event: PresidencyPassed) -> dict[str, Any]:
    finished = () if state.current_round is None else (state.current_round,)
    return {
        "phase": Phase.NOMINATE,
        "round": event.round,
        "president": event.president,
        "chancellor": None,
        "in_office": False,
        "veto_in_force": False,
        "veto_refused": False,
        "special_election_caller": state.special_election_caller if event.special else None,
        "past_rounds": state.past_rounds + finished,
        "current_round": RoundRecord(
            round=event.round, president=event.president, special=event.special
        ),
    }


def _enacted(state: GameState, event: PolicyEnacted) -> dict[str, Any]:
    by_chaos = event.chancellor is None
    changes = _noted(state, **{"chaos" if by_chaos else "enacted": event.policy})
    if event.policy is Policy.LIBERAL:
        changes["liberal_policies"] = state.liberal_policies + 1
    else:
        changes["fascist_policies"] = state.fascist_policies + 1
    if by_chaos:
        changes["draw_pile"] = state.draw_pile[1:]
    else:
        changes["hand"] = ()
    return changes


def _noted(state: GameState, **facts: Any) -> dict[str, Any]:
    assert state.current_round is not None
    return {"current_round": replace(state.current_round, **facts)}


def _remembered(state: GameState, event: PrivateEvent) -> dict[str, Any]:
    own = (*state.memories[event.seat], Memory(round=state.round, event=event))
    return {"memories": _put(state.memories, event.seat, own)}


def _put(values: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _without(hand: tuple[Policy, ...], policy: Policy) -> tuple[Policy, ...]:
    place = hand.index(policy)
    return hand[:place] + hand[place + 1 :]
