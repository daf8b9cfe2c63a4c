"""Riddles: a position as one seat knows it, a question, and the one answer that is forced.

The data file holds them as `manage.py make_riddles` wrote them; they are of simulated games, so they are nobody's.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.codec import decode_event, encode_event
from games.engine.events import Event
from games.engine.vocabulary import ClaimKind, Party, SeatNumber
from games.learning.facts import CertainFacts, read_facts
from games.learning.teams import (
    Roles,
    is_certainly_false,
    possible_teams,
    teams_if_liberals_are_honest,
)
from games.values.chat import ClaimValue

DATA = Path(__file__).parent / "data" / "riddles.jsonl"
_FIRST_DAY = date(2026, 1, 1)


class RiddleQuestion(StrEnum):
    """What is asked; the values are those of the data file."""

    LIE = "lie"
    """Which of these claims is certainly false? The answer is the place of a claim."""
    FASCIST = "fascist"
    """Who must be Fascist, if no Liberal has lied? The answer is a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Riddle:
    """One riddle."""

    question: RiddleQuestion
    seat: SeatNumber
    """Whose knowledge it is."""
    told: tuple[Event, ...]
    """The telling events this seat was told of, before a round begins."""
    claims: tuple[ClaimValue, ...]
    """What the others said, in order."""
    answer: int

    @property
    def facts(self) -> CertainFacts:
        """What is certain."""
        return read_facts(self.told, self.seat)


def answers_to(
    question: RiddleQuestion, facts: CertainFacts, claims: tuple[ClaimValue, ...]
) -> tuple[int, ...]:
    """Return every answer that is forced and that the facts alone do not show already."""
    if question is RiddleQuestion.LIE:
        return tuple(
            place for place, claim in enumerate(claims) if is_certainly_false(facts, claim)
        )
    known = _in_each(possible_teams(facts))
    found = _in_each(teams_if_liberals_are_honest(facts, claims))
    return tuple(sorted(found - known))


def _in_each(teams: Iterable[Roles]) -> set[SeatNumber]:
    """Return the seats of the Fascist party in each of these deals."""
    fitting = [
        {seat for seat, role in enumerate(roles) if role.party is Party.FASCIST} for roles in teams
    ]
    return set[int].intersection(*fitting) if fitting else set()


@cache
def all_riddles() -> tuple[Riddle, ...]:
    """Return the riddles of the data file, in its order."""
    return tuple(read_riddle(line) for line in DATA.read_text().splitlines())


def number_of_day(day: date) -> int:
    """Return the number of the riddle of this day, counted from 1; they come again when all had their day."""
    return (day - _FIRST_DAY).days % len(all_riddles()) + 1


def written(riddle: Riddle) -> str:
    """Return a riddle as a line of the data file."""
    values = {
        "question": riddle.question,
        "seat": riddle.seat,
        "answer": riddle.answer,
        "claims": [
            [claim.round, claim.seat, claim.kind, claim.content, claim.target]
            for claim in riddle.claims
        ],
        "told": [list(encode_event(event)) for event in riddle.told],
    }
    return json.dumps(values, separators=(",", ":"))


def read_riddle(line: str) -> Riddle:
    """Return the riddle of a line of the data file."""
    values: dict[str, Any] = json.loads(line)
    return Riddle(
        question=RiddleQuestion(values["question"]),
        seat=values["seat"],
        answer=values["answer"],
        told=tuple(decode_event(kind, payload) for kind, payload in values["told"]),
        claims=tuple(
            ClaimValue(
                round=round_, seat=seat, kind=ClaimKind(kind), content=content, target=target
            )
            for round_, seat, kind, content, target in values["claims"]
        ),
    )
