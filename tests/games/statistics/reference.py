"""Reference implementation of the measures, from the game record's actions replayed through the engine.

It reads no event. A record is written, read again and replayed; the state before an action tells
what was asked, the state after it what followed.
"""

from collections import defaultdict
from collections.abc import Iterator

from games.engine.actions import (
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    NominateChancellor,
)
from games.engine.state import GameState
from games.engine.vocabulary import ClaimKind, Phase, Policy, PresidentialPower, Role, Victory
from games.records.record import Ballots, Move, Step, parse_record
from games.records.recorder import record_of
from games.records.replay import replay
from games.statistics import Measure
from tests.games.statistics.games import Played

Numbers = dict[Measure, tuple[int, int]]
Found = Iterator[tuple[int, Measure, int]]
"""Seat, measure, and what one more instance adds to the successes."""
Deciders = dict[int, tuple[bool, int]]
"""Of one recorded action: by seat, whether the person decided, and after how many milliseconds."""


def recount(played: Played, *, is_ranked: bool = False) -> list[Numbers]:
    """Return for each seat the measures that need no prediction."""
    names = [f"Player {number}" for number in range(len(played.seats))]
    record = parse_record(record_of(played.events, names))
    steps = list(replay(record))
    deciders = list(_deciders(played))
    assert len(deciders) == len(record.entries)
    sums: list[dict[Measure, list[int]]] = [defaultdict(lambda: [0, 0]) for _ in names]

    def add(found: Found) -> None:
        for seat, measure, success in found:
            sums[seat][measure][0] += success
            sums[seat][measure][1] += 1

    for number, entry in enumerate(record.entries):
        add(_of_step(steps[number].state, steps[number + 1], entry.move, deciders[number]))
        add(_of_clock(deciders[number]))
    add(_of_end(steps[-1].state, played, is_ranked=is_ranked))
    add(_of_claims(steps, played))
    return [{measure: (s, n) for measure, (s, n) in each.items()} for each in sums]


def _deciders(played: Played) -> Iterator[Deciders]:
    since = played.started_at
    vote: Deciders = {}
    for number, decision in enumerate(played.decisions):
        took = min(round((decision.at - since).total_seconds() * 1000), 600_000)
        seat, own = decision.action.seat, decision.by_person
        if not isinstance(decision.action, CastBallot):
            yield {seat: (own, took)}
            since = decision.at
            continue
        earlier = [each for each in played.decisions[:number] if each.action.seat == seat]
        marked = [
            each
            for each in earlier
            if isinstance(each.action, CastBallot)
            and each.before.round == decision.before.round
            and each.by_person
        ]
        first = min((each.at for each in marked), default=decision.at)
        vote[seat] = (own, min(round((first - since).total_seconds() * 1000), 600_000))
        following = played.decisions[number + 1 : number + 2]
        if not following or not isinstance(following[0].action, CastBallot):
            yield vote
            vote, since = {}, decision.at


def _of_clock(deciders: Deciders) -> Found:
    for seat, (own, took) in deciders.items():
        yield seat, Measure.TIMED_OUT, int(not own)
        if own:
            yield seat, Measure.PACE, took


def _of_step(before: GameState, step: Step, move: Move, deciders: Deciders) -> Found:
    if isinstance(move, Ballots):
        yield from _of_vote(before, step.state, dict(move.ballots), deciders)
    elif isinstance(move, NominateChancellor | DiscardPolicy | EnactPolicy | ExecutePlayer):
        own, _took = deciders[move.seat]
        if own:
            yield from _of_choice(before, step, move)


def _of_choice(
    before: GameState,
    step: Step,
    move: NominateChancellor | DiscardPolicy | EnactPolicy | ExecutePlayer,
) -> Found:
    role = before.roles[move.seat]
    has_choice = Policy.LIBERAL in before.hand and Policy.FASCIST in before.hand
    match move:
        case DiscardPolicy() if has_choice and role is Role.LIBERAL:
            yield move.seat, Measure.PASSED_LIBERAL, int(move.policy is Policy.FASCIST)
        case EnactPolicy() if has_choice:
            yield move.seat, Measure.ENACTED_LIBERAL, int(move.policy is Policy.LIBERAL)
        case ExecutePlayer():
            target = before.roles[move.target]
            assert role is not None
            assert target is not None
            yield move.seat, Measure.SHOTS, int(role.party is not target.party)
        case _:
            return


def _of_vote(
    before: GameState, after: GameState, ballots: dict[int, bool], deciders: Deciders
) -> Found:
    president, chancellor = before.president, before.chancellor
    assert chancellor is not None
    records = {each.round: each for each in (*after.past_rounds, after.current_round) if each}
    elected = bool(records[before.round].elected)
    for seat, ja in ballots.items():
        own, _took = deciders[seat]
        if not own:
            continue
        if seat == chancellor:
            yield seat, Measure.TRUSTED_CHANCELLOR, int(elected)
        if before.fascist_policies < 3 or before.roles[seat] is not Role.LIBERAL:
            continue
        team = {before.roles[president], before.roles[chancellor]}
        yield seat, Measure.DANGER_VOTES, int(ja == (team == {Role.LIBERAL}))
        if before.roles[chancellor] is Role.HITLER:
            lost = after.victory is Victory.HITLER_ELECTED
            yield seat, Measure.ELECTED_HITLER, int(ja and lost)


def _of_end(end: GameState, played: Played, *, is_ranked: bool) -> Found:
    assert end.phase is Phase.GAME_OVER
    assert end.victory is not None
    nominations = {
        each.before.round: each.by_person
        for each in played.decisions
        if isinstance(each.action, NominateChancellor)
    }
    for record in (*end.past_rounds, end.current_round):
        if record is not None and nominations[record.round]:
            yield record.president, Measure.TRUSTED_PRESIDENT, int(bool(record.elected))
    for seat, facts in enumerate(played.seats):
        role = end.roles[seat]
        assert role is not None
        is_bot = facts.person is None
        stayed = not facts.is_leaver and (is_ranked or is_bot or _decided_at_the_end(seat, played))
        yield seat, Measure.FINISHED, int(stayed)
        won = not facts.is_leaver and role.party is end.victory.winner
        yield seat, Measure.WON, int(won)
        if stayed:
            yield seat, Measure.SURVIVED, int(end.alive[seat])
        if stayed and role is Role.HITLER:
            yield seat, Measure.HITLER_ELECTED, int(end.victory is Victory.HITLER_ELECTED)
            yield seat, Measure.HITLER_SHOT, int(end.victory is Victory.HITLER_EXECUTED)


def _decided_at_the_end(seat: int, played: Played) -> bool:
    """Whether the person, not a stand-in, took one of the last two decisions of this seat."""
    own = [each[seat][0] for each in _deciders(played) if seat in each]
    return len(own) < 2 or any(own[-2:])


def _of_claims(steps: list[Step], played: Played) -> Found:
    acts = {(claim.seat, claim.round, claim.kind) for claim in played.claims if claim.content}
    for seat, round_, kind in acts:
        said = {
            claim.content
            for claim in played.claims
            if (claim.seat, claim.round, claim.kind) == (seat, round_, kind) and claim.content
        }
        is_party = kind is ClaimKind.INVESTIGATED
        measure = Measure.HONEST_INVESTIGATIONS if is_party else Measure.HONEST_CLAIMS
        yield seat, measure, int(said == {_truth(steps, round_, kind)})


def _truth(steps: list[Step], round_: int, kind: ClaimKind) -> str:
    """Return the result of the act, from the states of its round."""
    states = [step.state for step in steps if step.state.round == round_]
    record = next(
        each
        for each in (*steps[-1].state.past_rounds, steps[-1].state.current_round)
        if each is not None and each.round == round_
    )
    match kind:
        case ClaimKind.INVESTIGATED:
            assert record.target is not None
            role = states[0].roles[record.target]
            assert role is not None
            return role.party.value
        case ClaimKind.PEEKED:
            due = next(s for s in states if s.phase.value == PresidentialPower.POLICY_PEEK.value)
            return "".join(due.draw_pile[:3])
        case _:
            size = 3 if kind is ClaimKind.DREW else 2
            hand = next(state.hand for state in states if len(state.hand) == size)
            liberals = hand.count(Policy.LIBERAL)
            return "L" * liberals + "F" * (size - liberals)
