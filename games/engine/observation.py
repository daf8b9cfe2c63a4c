"""Observation: what one viewer knows. The line at which secrets stop.

It depends on the state and the viewer alone (R-111), and everything sent to a viewer is made of it
(R-110). Presenters, bots and templates get an Observation and cannot ask for more.
"""

from dataclasses import dataclass

from games.engine.actions import Action
from games.engine.copies import Copyable
from games.engine.decide import actors, awaited, barred, legal_actions
from games.engine.election import term_limited
from games.engine.errors import Reason
from games.engine.legislative_session import refuse_veto_request
from games.engine.ruleset import Ruleset
from games.engine.state import GameState, Memory, RoundRecord
from games.engine.vocabulary import (
    Party,
    Phase,
    Policy,
    Role,
    SeatNumber,
    Victory,
    Vote,
)


@dataclass(frozen=True, kw_only=True)
class Observation(Copyable):
    """Everything one viewer may know, and nothing else."""

    viewer: SeatNumber | None
    # Public
    ruleset: Ruleset
    version: int
    """The number of public events so far; the same for every viewer."""
    phase: Phase
    round: int
    actors: tuple[SeatNumber, ...]
    """Seats that may act now; in a vote every living one, as ballots can be changed."""
    awaited: tuple[SeatNumber, ...]
    """Seats the table waits for; in a vote those without a ballot."""
    president: SeatNumber
    chancellor: SeatNumber | None
    in_office: bool
    alive: tuple[bool, ...]
    voted: tuple[bool, ...]
    barred: tuple[Reason | None, ...]
    """By seat, why it may not be named in the open decision; empty if the decision names no seat."""
    term_limited: tuple[SeatNumber, ...]
    """Living seats that may not be Chancellor now, whatever the phase (R-021, R-022)."""
    tracker: int
    liberal_policies: int
    fascist_policies: int
    draw_pile_count: int
    discard_pile_count: int
    hitler_zone: bool
    veto_unlocked: bool
    veto_in_force: bool
    veto_refused: bool
    veto_barred: Reason | None
    """Why the Chancellor may not ask for a veto in this session."""
    investigated: tuple[SeatNumber, ...]
    cleared: tuple[SeatNumber, ...]
    current_round: RoundRecord | None
    past_rounds: tuple[RoundRecord, ...]
    victory: Victory | None
    # The viewer's own
    roles: tuple[Role | None, ...]
    """By seat: the secret roles this viewer knows, its own included; all of them at the end."""
    parties: tuple[Party | None, ...]
    """By seat: the party memberships that an investigation showed this viewer."""
    hand: tuple[Policy, ...]
    """The policies on this viewer's screen now, sorted (R-055)."""
    own_ballot: Vote | None
    memories: tuple[Memory, ...]
    """Every fact that was shown to this viewer alone, in order."""
    legal_actions: tuple[Action, ...]
    decision: str
    """The token of the open decision; the same for every viewer."""

    @property
    def own_role(self) -> Role | None:
        """The viewer's own secret role; None for a spectator."""
        return None if self.viewer is None else self.roles[self.viewer]

    @property
    def is_alive(self) -> bool:
        """Whether the viewer has a seat and is living."""
        return self.viewer is not None and self.alive[self.viewer]


def hand_seen_by(state: GameState) -> tuple[SeatNumber, ...]:
    """Return the seats that see the hand now, ascending (R-050, R-051)."""
    match state.phase:
        case Phase.PRESIDENT_DISCARD:
            return (state.president,)
        case Phase.CHANCELLOR_ENACT if state.chancellor is not None:
            return (state.chancellor,)
        case Phase.VETO_ANSWER if state.chancellor is not None:
            return tuple(sorted((state.president, state.chancellor)))
        case _:
            return ()


def decision_token(state: GameState) -> str:
    """Return the token of the open decision: round, phase, and whether a veto was refused before it.

    An action carries it, so it can never count for a later decision.
    """
    again = ".veto_refused" if state.veto_refused else ""
    return f"{state.round}.{state.phase.value}{again}"


class Observer:
    """One state of a game as each viewer may know it; what is public of it is worked out once."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._spectators = _seen_by_spectators(state)

    def seen_by(self, viewer: SeatNumber | None) -> Observation:
        """Return what this seat, or a spectator (None), knows of the game as it stands.

        Raises IndexError for a seat that does not exist.
        """
        state = self._state
        if viewer is None:
            return self._spectators
        if not 0 <= viewer < state.ruleset.players:
            # A negative number would silently be another seat's view.
            raise IndexError(viewer)
        return self._spectators.but(
            viewer=viewer,
            roles=state.known_roles[viewer],
            parties=state.known_parties[viewer],
            hand=state.hand if viewer in hand_seen_by(state) else (),
            own_ballot=state.ballots[viewer],
            memories=state.memories[viewer],
            legal_actions=legal_actions(state, viewer),
        )


def observe(state: GameState, viewer: SeatNumber | None) -> Observation:
    """Return what this seat, or a spectator (None), knows of the game as it stands.

    Raises IndexError for a seat that does not exist.
    """
    return Observer(state).seen_by(viewer)


def _seen_by_spectators(state: GameState) -> Observation:
    """Return what everybody knows of the game as it stands."""
    nothing = (None,) * state.ruleset.players
    return Observation(
        viewer=None,
        ruleset=state.ruleset,
        version=state.public_version,
        phase=state.phase,
        round=state.round,
        actors=actors(state),
        awaited=awaited(state),
        president=state.president,
        chancellor=state.chancellor,
        in_office=state.in_office,
        alive=state.alive,
        voted=state.voted,
        barred=barred(state),
        term_limited=term_limited(state),
        tracker=state.tracker,
        liberal_policies=state.liberal_policies,
        fascist_policies=state.fascist_policies,
        draw_pile_count=len(state.draw_pile),
        discard_pile_count=len(state.discard_pile),
        hitler_zone=state.in_hitler_zone,
        veto_unlocked=state.fascist_policies >= state.ruleset.veto_at,
        veto_in_force=state.veto_in_force,
        veto_refused=state.veto_refused,
        veto_barred=refuse_veto_request(state),
        investigated=state.investigated,
        cleared=state.cleared,
        current_round=state.current_round,
        past_rounds=state.past_rounds,
        victory=state.victory,
        roles=state.roles if state.phase is Phase.GAME_OVER else nothing,
        parties=nothing,
        hand=(),
        own_ballot=None,
        memories=(),
        legal_actions=(),
        decision=decision_token(state),
    )
