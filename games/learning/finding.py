"""Finding riddles in finished games: positions before a round in which exactly one answer is forced.

A game is its log, and the claims of its players, each with the number of events before it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import TypeAlias

from games.engine.events import (
    BallotCast,
    BallotMarked,
    BallotsRevealed,
    ChancellorNominated,
    ElectionTrackerMoved,
    Event,
    GameStarted,
    PoliciesDrawn,
    PolicyDiscarded,
    PowerGranted,
    PresidencyPassed,
    SecretRoleDealt,
    TermLimitsSet,
    told_to,
)
from games.engine.table_talk import NO_COMMENT
from games.engine.vocabulary import BoardKind, ClaimKind, Edition, SeatNumber
from games.learning.facts import CertainFacts, Session, read_facts
from games.learning.riddles import Riddle, RiddleQuestion, answers_to
from games.learning.teams import is_certainly_false, possible_teams
from games.services.simulated_play import SaidClaim, SimulatedPlayer, play
from games.values.chat import ClaimValue

PlacedClaim: TypeAlias = tuple[int, ClaimValue]
"""A claim, after the number of events before it."""

_BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
_SIZES = (5, 7, 6, 8)
_SKILL = 0.9
_EARLIEST_ROUND, _LATEST_ROUND = 3, 8
"""A riddle is read on a phone: not after more rounds than this."""
_FEWEST_CLAIMS = 3
_TRIES = 6
"""So many positions of a game are tried for each question."""
# They say nothing of roles and policies, or what the next event says too.
SAYS_NOTHING_NEW = (
    BallotCast, BallotMarked, BallotsRevealed, ChancellorNominated, ElectionTrackerMoved, PoliciesDrawn, PolicyDiscarded,
    PowerGranted, TermLimitsSet,
)  # fmt: skip


def riddles_from(wanted: dict[RiddleQuestion, int], first_seed: int = 1) -> Iterator[Riddle]:
    """Return so many riddles of each question, at most one a game, of simulated games with these seeds onwards."""
    left = dict(wanted)
    for seed in count(first_seed):
        if not any(left.values()):
            return
        rng = Random(seed)  # noqa: S311
        size = _SIZES[seed % len(_SIZES)]
        sitters = [SimulatedPlayer(skill=_SKILL) for _seat in range(size)]
        game, _state = play(edition=Edition.RETAIL, sitters=sitters, begins=_BEGINS, rng=rng)
        # What most is left of first, so that both kinds come in turn.
        open_ = sorted((each for each in left if left[each]), key=lambda each: -left[each])
        claims = [(said.version, _claim(said)) for said in game.claims]
        found = first_riddle(game.log, claims, open_, rng)
        if found is not None:
            left[found.question] -= 1
            yield found


def _claim(said: SaidClaim) -> ClaimValue:
    return ClaimValue(
        seat=said.act.seat,
        round=said.act.round,
        kind=said.act.kind,
        content=said.content,
        target=said.act.target,
    )


def first_riddle(
    log: Sequence[Event],
    claims: Iterable[PlacedClaim],
    questions: Sequence[RiddleQuestion],
    rng: Random,
) -> Riddle | None:
    """Return a riddle of a finished game, the first question first; None if a few positions have none.

    Whoever solves it has to know the numbers of the game, so only games on the standard board have any.
    """
    begun = log[0]
    if isinstance(begun, GameStarted) and begun.board != BoardKind.STANDARD:
        return None
    claims = tuple(claims)
    seats = range(sum(isinstance(event, SecretRoleDealt) for event in log))
    places = [
        (place, seat)
        for place, event in enumerate(log)
        if isinstance(event, PresidencyPassed) and _EARLIEST_ROUND < event.round <= _LATEST_ROUND
        for seat in seats
    ]
    for question in questions:
        for place, seat in rng.sample(places, min(len(places), _TRIES)):
            riddle = _riddle_at(log[:place], _heard(claims, place, seat), seat, question)
            if riddle is not None:
                return riddle
    return None


def _heard(claims: Iterable[PlacedClaim], place: int, seat: SeatNumber) -> tuple[ClaimValue, ...]:
    """Return what the others had claimed by then; of one act only what each said last."""
    latest = dict[tuple[SeatNumber, int, ClaimKind, SeatNumber | None], ClaimValue]()
    for version, claim in claims:
        if version <= place and claim.seat != seat:
            act = claim.seat, claim.round, claim.kind, claim.target
            latest.pop(act, None)
            latest[act] = claim
    return tuple(claim for claim in latest.values() if claim.content != NO_COMMENT)


def _riddle_at(
    log: Sequence[Event],
    claims: tuple[ClaimValue, ...],
    seat: SeatNumber,
    question: RiddleQuestion,
) -> Riddle | None:
    if len(claims) < _FEWEST_CLAIMS:
        return None
    told = tuple(
        event
        for event in told_to(log, seat, game_over=False)
        if not isinstance(event, SAYS_NOTHING_NEW)
    )
    facts = read_facts(told, seat)
    if question is not RiddleQuestion.LIE and len(possible_teams(facts)) == 1:
        return None
    answers = answers_to(question, facts, claims)
    if len(answers) != 1:
        return None
    if question is RiddleQuestion.LIE and _is_plainly_false(facts, claims[answers[0]]):
        return None
    return Riddle(question=question, seat=seat, told=told, claims=claims, answer=answers[0])


def _is_plainly_false(facts: CertainFacts, claim: ClaimValue) -> bool:
    """Whether a claim is seen to be false without a thought: by what the seat saw, or by that session alone."""
    if claim.kind is ClaimKind.INVESTIGATED or (claim.round, claim.kind) in facts.seen:
        return True
    session = tuple(
        step for step in facts.steps if isinstance(step, Session) and step.round == claim.round
    )
    return is_certainly_false(replace(facts, steps=session, seen={}), claim)
