"""A position with a question, as lessons and riddles show it: what the seat knows line by line, the answers, and why."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from games.engine.events import Event, PresidencyPassed, Told
from games.engine.vocabulary import SeatNumber
from games.learning.facts import CertainFacts
from games.presenters.players import Player, name_of, named_players
from games.presenters.table.claims import claim_text
from games.presenters.table.log import LogLine, present_log
from games.values.chat import ClaimValue
from games.words import phrases

_NAMES = ("Robin", "Kim", "Alex", "Luca", "Noor", "Toni", "Mika", "Nia", "Jun", "Kai")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """One possible answer."""

    value: int
    text: str
    is_chosen: bool
    is_right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """A position with its question as a page shows it."""

    name: str
    role: str
    mates: tuple[tuple[str, str], ...]
    """Whom this seat knows from the opening."""
    others: str
    lines: tuple[LogLine, ...]
    question: str
    answers: tuple[AnswerView, ...]
    is_answered: bool
    is_right: bool
    why: str


def players_of(facts: CertainFacts) -> tuple[Player, ...]:
    """Return the players of a position, whoever they were, under the names of this house."""
    return named_players(_NAMES[: facts.ruleset.players])


def present_question(
    facts: CertainFacts,
    told: Iterable[Event],
    claims: Iterable[ClaimValue],
    *,
    question: str,
    options: Mapping[int, str],
    right: Collection[int],
    answer: int | None,
    why: Callable[[], str],
) -> QuestionView:
    """Return a position of this seat with its question; an answer that is no option counts as none."""
    players = players_of(facts)
    assert facts.seat is not None
    given = answer if answer in options else None
    return QuestionView(
        name=name_of(players, facts.seat),
        role=phrases.name_of(facts.roles[facts.seat]),
        mates=tuple(
            (name_of(players, seat), phrases.name_of(role))
            for seat, role in facts.roles.items()
            if seat != facts.seat
        ),
        others=", ".join(
            name_of(players, (facts.seat + step) % len(players)) for step in range(1, len(players))
        ),
        lines=_lines(told, claims, players, facts.seat),
        question=question,
        answers=tuple(
            AnswerView(
                value=value,
                text=text,
                is_chosen=value == given,
                is_right=given is not None and value in right,
            )
            for value, text in options.items()
        ),
        is_answered=given is not None,
        is_right=given in right,
        why="" if given is None else why(),
    )


def _lines(
    told: Iterable[Event],
    claims: Iterable[ClaimValue],
    players: tuple[Player, ...],
    seat: SeatNumber,
) -> tuple[LogLine, ...]:
    """Return what happened as this seat was told of it, each claim after the round it is about."""
    events = Told(tuple(told))
    said = tuple(claims)
    rounds = [event.round for event in events if isinstance(event, PresidencyPassed)]
    every = present_log(events, players, seat)
    lines = list[LogLine]()
    for round_ in (0, *rounds):
        lines += [line for line in every if line.round == round_]
        lines += [
            LogLine(kind="chat", text=claim_text(claim, players), round=round_)
            for claim in said
            if claim.round == round_
        ]
    return tuple(lines)
