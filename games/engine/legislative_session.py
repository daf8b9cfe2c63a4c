"""Legislative session: draw, discard, pass, enact, the veto power, and the policy deck.

Covers "Legislative session", "The policy deck" and "Veto power" of RULES.md. Knows nothing about
elections or powers. Policies only move between the piles, the hand and the tracks (R-060, R-066).
"""

from games.engine.actions import AnswerVeto, DiscardPolicy, EnactPolicy, RequestVeto
from games.engine.errors import Reason
from games.engine.events import (
    DiscardChosen,
    DrawPileArranged,
    HandShown,
    PoliciesDrawn,
    PolicyDeckShuffled,
    PolicyDiscarded,
    PolicyEnacted,
    TopPolicyDiscarded,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.state import GameState, Unfolding


def draw_policies(table: Unfolding) -> None:
    """The President draws the top three (R-050); with five Fascist policies the veto is on (R-080)."""
    state = table.state
    in_force = state.fascist_policies >= state.ruleset.veto_at
    table.add(PoliciesDrawn(president=state.president, veto_in_force=in_force))
    table.add(HandShown(seat=state.president, policies=table.state.hand))


def discard(table: Unfolding, action: DiscardPolicy) -> None:
    """One policy goes face down, with or without a veto; the Chancellor gets the other two (R-050, R-081).

    They are sorted, so their order says nothing (R-055).
    """
    chancellor = table.state.chancellor
    assert chancellor is not None
    table.add(DiscardChosen(seat=action.seat, policy=action.policy))
    table.add(PolicyDiscarded(president=action.seat, chancellor=chancellor))
    table.add(HandShown(seat=chancellor, policies=table.state.hand))


def enact(table: Unfolding, action: EnactPolicy) -> None:
    """One policy goes face down, the other face up (R-051)."""
    first, second = table.state.hand
    other = second if action.policy is first else first
    table.add(DiscardChosen(seat=action.seat, policy=other))
    table.add(PolicyEnacted(policy=action.policy, chancellor=action.seat))


def enact_top_policy(table: Unfolding) -> None:
    """Chaos turns the top policy face up; its power is not granted (R-041, R-042)."""
    table.add(PolicyEnacted(policy=table.state.draw_pile[0], chancellor=None))


def discard_top_policy(table: Unfolding) -> None:
    """On a board where chaos wins no game, the policy that would win is discarded face up (B-9)."""
    table.add(TopPolicyDiscarded(policy=table.state.draw_pile[0]))


def renew_deck_if_low(table: Unfolding) -> None:
    """With fewer than three left, draw pile and discard pile are shuffled together (R-061, R-062).

    Called after a session and after chaos, so there are always three to draw (R-046, R-064).
    """
    state = table.state
    if len(state.draw_pile) >= state.ruleset.hand_size:
        return
    # Sorted first, so that the order depends on the shuffler alone.
    draw_pile = sorted(state.draw_pile + state.discard_pile)
    table.rng.shuffle(draw_pile)
    table.add(PolicyDeckShuffled(draw_pile_count=len(draw_pile)))
    table.add(DrawPileArranged(draw_pile=tuple(draw_pile)))


def refuse_veto_request(state: GameState) -> Reason | None:
    """Return why the Chancellor may not ask for a veto now, or None (R-080, R-085)."""
    if not state.veto_in_force:
        return Reason.VETO_LOCKED
    if state.veto_refused:
        return Reason.VETO_ALREADY_REFUSED
    return None


def request_veto(table: Unfolding, action: RequestVeto) -> None:
    """The Chancellor asks for a veto instead of enacting (R-082)."""
    table.add(VetoRequested(chancellor=action.seat))


def answer_veto(table: Unfolding, action: AnswerVeto) -> None:
    """Granted: both policies are discarded unseen (R-084). Refused: the Chancellor must enact (R-085)."""
    if action.grant:
        table.add(VetoGranted(president=action.seat))
    else:
        table.add(VetoRefused(president=action.seat))
