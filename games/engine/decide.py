"""Decisions: which actions are allowed, and what follows from them, over the whole round (R-013).

Combines the modules of the rule book's sections. `decide` accepts exactly what `legal_actions`
lists.
"""

from typing import assert_never

from games.engine import election, executive_action, legislative_session, victory
from games.engine.actions import (
    Action,
    AnswerVeto,
    CallSpecialElection,
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
    PeekAtPolicies,
    RequestVeto,
)
from games.engine.errors import IllegalAction, Reason
from games.engine.events import Event
from games.engine.state import GameState, Shuffler, Unfolding
from games.engine.vocabulary import Phase, Policy, SeatNumber, Victory, Vote

PHASE_OF_ACTION: dict[type, Phase] = {
    NominateChancellor: Phase.NOMINATE,
    CastBallot: Phase.VOTE,
    DiscardPolicy: Phase.PRESIDENT_DISCARD,
    EnactPolicy: Phase.CHANCELLOR_ENACT,
    RequestVeto: Phase.CHANCELLOR_ENACT,
    AnswerVeto: Phase.VETO_ANSWER,
    InvestigateLoyalty: Phase.INVESTIGATE,
    CallSpecialElection: Phase.SPECIAL_ELECTION,
    PeekAtPolicies: Phase.PEEK,
    ExecutePlayer: Phase.EXECUTE,
}


def actors(state: GameState) -> tuple[SeatNumber, ...]:
    """Seats that may act now, ascending."""
    if state.phase is Phase.VOTE:
        return state.living
    if state.phase is Phase.GAME_OVER:
        return ()
    seat = state.chancellor if state.phase is Phase.CHANCELLOR_ENACT else state.president
    return () if seat is None else (seat,)


def _may_act(state: GameState, seat: SeatNumber) -> bool:
    """Whether this seat is one of `actors`."""
    if state.phase is Phase.VOTE:
        return 0 <= seat < state.ruleset.players and state.alive[seat]
    return seat in actors(state)


def awaited(state: GameState) -> tuple[SeatNumber, ...]:
    """Seats the table waits for, ascending: those that may act and have not cast their ballot yet."""
    if state.phase is not Phase.VOTE:
        return actors(state)
    votes = zip(state.alive, state.voted, strict=True)
    return tuple([seat for seat, (alive, voted) in enumerate(votes) if alive and not voted])


def barred(state: GameState) -> tuple[Reason | None, ...]:
    """Return by seat why it may not be named in the open decision; None for a seat that may.

    Empty when the decision names no seat. Reads public facts only (R-112).
    """
    seats = range(state.ruleset.players)
    if state.phase is Phase.NOMINATE:
        return tuple(election.refuse_nomination(state, seat) for seat in seats)
    if state.phase in executive_action.TARGETED_PHASES:
        return tuple(executive_action.refuse_target(state, seat) for seat in seats)
    return ()


def refusal(state: GameState, action: Action) -> Reason | None:
    """Return why this action is not allowed now, or None if it is allowed.

    Who acts is checked before what they ask for, so a refusal reveals nothing.
    """
    if state.phase is Phase.GAME_OVER:
        return Reason.GAME_OVER
    if not 0 <= action.seat < state.ruleset.players:
        return Reason.UNKNOWN_SEAT
    if not state.alive[action.seat]:
        return Reason.PLAYER_IS_DEAD
    if state.phase is not PHASE_OF_ACTION[type(action)]:
        return Reason.WRONG_PHASE
    if not _may_act(state, action.seat):
        return Reason.NOT_YOUR_DECISION
    match action:
        case CastBallot() | AnswerVeto() | PeekAtPolicies():
            return None
        case NominateChancellor():
            return election.refuse_nomination(state, action.chancellor)
        case DiscardPolicy() | EnactPolicy():
            return None if action.policy in state.hand else Reason.POLICY_NOT_IN_HAND
        case RequestVeto():
            return legislative_session.refuse_veto_request(state)
        case InvestigateLoyalty() | CallSpecialElection() | ExecutePlayer():
            return executive_action.refuse_target(state, action.target)
        case _:
            assert_never(action)


def legal_actions(state: GameState, seat: SeatNumber) -> tuple[Action, ...]:
    """Return every action this seat may take now; the one statement of what is allowed."""
    if not _may_act(state, seat):
        return ()
    match state.phase:
        case Phase.NOMINATE:
            eligible = election.eligible_chancellors(state)
            return tuple(NominateChancellor(seat=seat, chancellor=each) for each in eligible)
        case Phase.VOTE:
            return (CastBallot(seat=seat, vote=Vote.JA), CastBallot(seat=seat, vote=Vote.NEIN))
        case Phase.PRESIDENT_DISCARD:
            kinds = sorted(set(state.hand))
            return tuple(DiscardPolicy(seat=seat, policy=policy) for policy in kinds)
        case Phase.CHANCELLOR_ENACT:
            kinds = sorted(set(state.hand))
            enact = tuple(EnactPolicy(seat=seat, policy=policy) for policy in kinds)
            if legislative_session.refuse_veto_request(state) is None:
                return (*enact, RequestVeto(seat=seat))
            return enact
        case Phase.VETO_ANSWER:
            return (AnswerVeto(seat=seat, grant=True), AnswerVeto(seat=seat, grant=False))
        case Phase.PEEK:
            return (PeekAtPolicies(seat=seat),)
        case Phase.INVESTIGATE:
            targets = executive_action.legal_targets(state)
            return tuple(InvestigateLoyalty(seat=seat, target=each) for each in targets)
        case Phase.SPECIAL_ELECTION:
            targets = executive_action.legal_targets(state)
            return tuple(CallSpecialElection(seat=seat, target=each) for each in targets)
        case Phase.EXECUTE:
            targets = executive_action.legal_targets(state)
            return tuple(ExecutePlayer(seat=seat, target=each) for each in targets)
        case Phase.GAME_OVER:
            return ()
        case _:
            assert_never(state.phase)


def decide(state: GameState, action: Action, rng: Shuffler) -> tuple[Event, ...]:
    """Return the events that follow from this action, at least one.

    Raises IllegalAction with the reason. `rng` is used only when the deck is renewed.
    """
    return tuple(unfold(state, action, rng).events)


def unfold(state: GameState, action: Action, rng: Shuffler) -> Unfolding:
    """Return this action unfolded: the events of `decide`, and the state after them, as `fold` gives it."""
    reason = refusal(state, action)
    if reason is not None:
        raise IllegalAction(reason)
    table = Unfolding(state, rng)
    match action:
        case NominateChancellor():
            election.nominate(table, action)
        case CastBallot():
            election.cast_ballot(table, action)
            _close_vote_if_complete(table)
        case DiscardPolicy():
            legislative_session.discard(table, action)
        case EnactPolicy():
            legislative_session.enact(table, action)
            _policy_lies_open(table, action.policy, by_government=True)
        case RequestVeto():
            legislative_session.request_veto(table, action)
        case AnswerVeto():
            legislative_session.answer_veto(table, action)
            if action.grant:
                # The session ends first, so the deck is renewed before the tracker moves.
                legislative_session.renew_deck_if_low(table)
                _government_failed(table)
        case InvestigateLoyalty():
            executive_action.investigate(table, action)
            election.pass_presidency(table)
        case CallSpecialElection():
            executive_action.call_special_election(table, action)
            election.pass_presidency_to(table, action.target)
        case PeekAtPolicies():
            executive_action.peek(table, action)
            election.pass_presidency(table)
        case ExecutePlayer():
            executive_action.execute(table, action)
            if not _ended(table, victory.execution_victory(table.state)):
                election.pass_presidency(table)
        case _:
            assert_never(action)
    return table


def _close_vote_if_complete(table: Unfolding) -> None:
    if not election.all_ballots_are_in(table.state):
        return
    if not election.count_ballots(table):
        _government_failed(table)
        return
    election.take_office(table)
    if _ended(table, victory.election_victory(table.state)):
        return
    if table.state.in_hitler_zone:
        election.clear_chancellor(table)
    legislative_session.draw_policies(table)


def _government_failed(table: Unfolding) -> None:
    """After a lost vote or a granted veto the tracker moves; the third step is chaos (R-040, R-086)."""
    if election.advance_tracker(table):
        election.fall_into_chaos(table)
        top = table.state.draw_pile[0]
        if victory.is_kept_from_winning(table.state, top):
            legislative_session.discard_top_policy(table)
            _end_chaos(table)
            return
        legislative_session.enact_top_policy(table)
        _policy_lies_open(table, top, by_government=False)
    else:
        election.pass_presidency(table)


def _end_chaos(table: Unfolding) -> None:
    """After chaos that enacted nothing the tracker goes back, the deck is filled, the placard passes on (B-9)."""
    election.reset_tracker(table)
    legislative_session.renew_deck_if_low(table)
    election.pass_presidency(table)


def _policy_lies_open(table: Unfolding, policy: Policy, *, by_government: bool) -> None:
    """The consequences of an enacted policy, in this order (R-044, R-057, R-062, R-070, R-047)."""
    election.reset_tracker(table)
    if by_government and table.state.ruleset.enactment_sets_term_limits:
        election.limit_government(table)
    if _ended(table, victory.policy_victory(table.state)):
        return
    legislative_session.renew_deck_if_low(table)
    power = executive_action.granted_power(table.state, policy) if by_government else None
    if power is None:
        election.pass_presidency(table)
    else:
        executive_action.grant_power(table, power)


def _ended(table: Unfolding, how: Victory | None) -> bool:
    if how is None:
        return False
    victory.end_game(table, how)
    return True
