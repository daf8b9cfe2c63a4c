"""Executive action: investigate loyalty, special election, policy peek, execution.

Covers "Executive action" of RULES.md.
"""

from games.engine.actions import (
    CallSpecialElection,
    ExecutePlayer,
    InvestigateLoyalty,
    PeekAtPolicies,
)
from games.engine.errors import Reason
from games.engine.events import (
    LoyaltyInvestigated,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PoliciesPeeked,
    PowerGranted,
    SpecialElectionCalled,
)
from games.engine.state import GameState, Unfolding
from games.engine.vocabulary import Phase, Policy, PresidentialPower, SeatNumber

TARGETED_PHASES = frozenset({Phase.INVESTIGATE, Phase.SPECIAL_ELECTION, Phase.EXECUTE})


def granted_power(state: GameState, enacted: Policy) -> PresidentialPower | None:
    """Return the power on the slot the government has just filled; Liberal slots have none (R-056, R-071)."""
    if enacted is Policy.LIBERAL:
        return None
    return state.ruleset.power_of(state.fascist_policies)


def grant_power(table: Unfolding, power: PresidentialPower) -> None:
    """The President in office, of either party, must use it before the next round (R-070, R-072)."""
    table.add(PowerGranted(president=table.state.president, power=power))


def refuse_target(state: GameState, target: SeatNumber) -> Reason | None:
    """Return why the President may not use the power due now on this seat, or None.

    Reads public facts only: a President's own knowledge bars no seat (R-112).
    """
    if not 0 <= target < state.ruleset.players:
        return Reason.UNKNOWN_SEAT
    if target == state.president:
        return Reason.TARGET_IS_SELF
    if not state.alive[target]:
        return Reason.TARGET_IS_DEAD
    if state.phase is Phase.INVESTIGATE and target in state.investigated:
        return Reason.ALREADY_INVESTIGATED
    return None


def legal_targets(state: GameState) -> tuple[SeatNumber, ...]:
    """Return the seats the power due now may be used on, ascending; empty when none is due."""
    if state.phase not in TARGETED_PHASES:
        return ()
    return tuple(
        seat for seat in range(state.ruleset.players) if refuse_target(state, seat) is None
    )


def investigate(table: Unfolding, action: InvestigateLoyalty) -> None:
    """The President alone learns the party, never the role (R-073)."""
    role = table.state.roles[action.target]
    assert role is not None
    table.add(LoyaltyInvestigated(president=action.seat, target=action.target))
    table.add(PartyMembershipShown(seat=action.seat, target=action.target, party=role.party))


def call_special_election(table: Unfolding, action: CallSpecialElection) -> None:
    """The President appoints the next presidential candidate (R-074)."""
    table.add(SpecialElectionCalled(president=action.seat, target=action.target))


def peek(table: Unfolding, action: PeekAtPolicies) -> None:
    """The President sees the top three in order; they stay there (R-077)."""
    top = table.state.draw_pile[: table.state.ruleset.hand_size]
    table.add(PoliciesPeeked(president=action.seat))
    table.add(PeekShown(seat=action.seat, policies=top))


def execute(table: Unfolding, action: ExecutePlayer) -> None:
    """The target is out of the game (R-078)."""
    table.add(PlayerExecuted(president=action.seat, target=action.target))
