"""Election: the presidency, nomination and term limits, ballots, the election tracker, chaos.

Covers "The round" to "Election tracker and chaos" of RULES.md. Knows nothing about policies in
hand; see legislative_session.
"""

from games.engine.actions import CastBallot, NominateChancellor
from games.engine.errors import Reason
from games.engine.events import (
    BallotCast,
    BallotMarked,
    BallotsRevealed,
    ChancellorCleared,
    ChancellorNominated,
    ChaosStruck,
    ElectionTrackerMoved,
    GovernmentElected,
    GovernmentRejected,
    PresidencyPassed,
    TermLimitsSet,
)
from games.engine.state import GameState, Unfolding
from games.engine.vocabulary import SeatNumber, Vote


def pass_presidency(table: Unfolding) -> None:
    """The placard passes to the next living candidate (R-014 to R-016).

    After a special election it returns to the left of the President who called it (R-075, R-076).
    """
    state = table.state
    caller = state.special_election_caller
    last = state.president if caller is None else caller
    table.add(PresidencyPassed(president=state.next_living(last), round=state.round + 1))


def pass_presidency_to(table: Unfolding, appointee: SeatNumber) -> None:
    """The placard passes to the candidate whom a special election appointed (R-074)."""
    round_ = table.state.round + 1
    table.add(PresidencyPassed(president=appointee, round=round_, special=True))


def refuse_nomination(state: GameState, nominee: SeatNumber) -> Reason | None:
    """Return why the presidential candidate may not nominate this seat, or None (R-020 to R-025)."""
    if not 0 <= nominee < state.ruleset.players:
        return Reason.UNKNOWN_SEAT
    if nominee == state.president:
        return Reason.TARGET_IS_SELF
    if not state.alive[nominee]:
        return Reason.TARGET_IS_DEAD
    return _term_limit(state, nominee)


def _term_limit(state: GameState, seat: SeatNumber) -> Reason | None:
    if seat == state.limited_chancellor:
        return Reason.TERM_LIMITED_CHANCELLOR
    if seat == state.limited_president and not state.ruleset.only_chancellor_limited(
        sum(state.alive)
    ):
        return Reason.TERM_LIMITED_PRESIDENT
    return None


def term_limited(state: GameState) -> tuple[SeatNumber, ...]:
    """Return the living seats that term limits bar from the chancellorship, ascending (R-021, R-022)."""
    government = {state.limited_president, state.limited_chancellor}
    return tuple(
        seat
        for seat in sorted(each for each in government if each is not None)
        if state.alive[seat] and _term_limit(state, seat) is not None
    )


def eligible_chancellors(state: GameState) -> tuple[SeatNumber, ...]:
    """Return the seats the presidential candidate may nominate, ascending; never empty (R-027)."""
    return tuple(
        seat for seat in range(state.ruleset.players) if refuse_nomination(state, seat) is None
    )


def nominate(table: Unfolding, action: NominateChancellor) -> None:
    """The candidate's choice is public and final (R-020)."""
    table.add(ChancellorNominated(president=action.seat, chancellor=action.chancellor))


def cast_ballot(table: Unfolding, action: CastBallot) -> None:
    """A ballot is cast, or changed; the others do not learn of a change (R-029)."""
    table.add(BallotMarked(seat=action.seat, vote=action.vote))
    if not table.state.voted[action.seat]:
        table.add(BallotCast(seat=action.seat))


def all_ballots_are_in(state: GameState) -> bool:
    """Whether every living player has voted (R-028)."""
    return state.voted == state.alive


def count_ballots(table: Unfolding) -> bool:
    """Reveal all ballots; a government needs more Ja than Nein from the living (R-030)."""
    state = table.state
    assert state.chancellor is not None
    table.add(BallotsRevealed(votes=state.ballots))
    elected = state.ballots.count(Vote.JA) * 2 > sum(state.alive)
    if elected:
        table.add(GovernmentElected(president=state.president, chancellor=state.chancellor))
    else:
        table.add(GovernmentRejected(president=state.president, chancellor=state.chancellor))
    return elected


def take_office(table: Unfolding) -> None:
    """The effects of a won vote on term limits and tracker in this edition (R-032, D-2, D-3)."""
    rules = table.state.ruleset
    if not rules.enactment_sets_term_limits:
        limit_government(table)
    if rules.election_resets_tracker:
        reset_tracker(table)


def limit_government(table: Unfolding) -> None:
    """The government in office becomes term-limited (R-021)."""
    state = table.state
    table.add(TermLimitsSet(president=state.president, chancellor=state.chancellor))


def clear_chancellor(table: Unfolding) -> None:
    """In the Hitler zone the table learns that the new Chancellor is not Hitler (R-033)."""
    chancellor = table.state.chancellor
    assert chancellor is not None
    table.add(ChancellorCleared(chancellor=chancellor))


def advance_tracker(table: Unfolding) -> bool:
    """Move one step after a lost vote or a granted veto; True if that brings chaos (R-040)."""
    table.add(ElectionTrackerMoved(tracker=table.state.tracker + 1))
    return table.state.tracker >= table.state.ruleset.chaos_at


def reset_tracker(table: Unfolding) -> None:
    """Back to 0 when a policy is turned face up (R-044)."""
    if table.state.tracker:
        table.add(ElectionTrackerMoved(tracker=0))


def fall_into_chaos(table: Unfolding) -> None:
    """Chaos ends all term limits (R-041, R-043). The top policy follows."""
    table.add(ChaosStruck())
    state = table.state
    if state.limited_president is not None or state.limited_chancellor is not None:
        table.add(TermLimitsSet(president=None, chancellor=None))
