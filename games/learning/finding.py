"""Finding riddles in finished games: positions before a round in which exactly one answer is forced."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from random import Random

from games.engine.events import (
    BallotCast,
    BallotMarked,
    BallotsRevealed,
    ChancellorNominated,
    ElectionTrackerMoved,
    PoliciesDrawn,
    PolicyDiscarded,
    PowerGranted,
    PresidencyPassed,
    TermLimitsSet,
    told_to,
)
from games.engine.table_talk import NO_COMMENT
from games.engine.vocabulary import ClaimKind, Edition, SeatNumber
from games.learning.facts import CertainFacts, Session, read_facts
from games.learning.riddles import Riddle, RiddleQuestion, answers_to
from games.learning.teams import is_certainly_false, possible_teams
from games.services.simulated_play import Playthrough, SimulatedPlayer, play
from games.values.chat import ClaimValue

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
        found = _first_riddle(game, size, open_, rng)
        if found is not None:
            left[found.question] -= 1
            yield found


def _first_riddle(
    game: Playthrough, size: int, questions: Sequence[RiddleQuestion], rng: Random
) -> Riddle | None:
    places = [
        (place, seat)
        for place, event in enumerate(game.log)
        if isinstance(event, PresidencyPassed) and _EARLIEST_ROUND < event.round <= _LATEST_ROUND
        for seat in range(size)
    ]
    for question in questions:
        for place, seat in rng.sample(places, min(len(places), _TRIES)):
            riddle = _riddle_at(game, place, seat, question)
            if riddle is not None:
                return riddle
    return None


def _riddle_at(
    game: Playthrough, place: int, seat: SeatNumber, question: RiddleQuestion
) -> Riddle | None:
    told = tuple(
        event
        for event in told_to(game.log[:place], seat, game_over=False)
        if not isinstance(event, SAYS_NOTHING_NEW)
    )
    claims = tuple(
        ClaimValue(
            seat=said.act.seat,
            round=said.act.round,
            kind=said.act.kind,
            content=said.content,
            target=said.act.target,
        )
        for said in game.claims
        if said.version <= place and said.act.seat != seat and said.content != NO_COMMENT
    )
    if len(claims) < _FEWEST_CLAIMS:
        return None
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
