"""What a lesson looks like: its idea, the position line by line, the question, and why the answer is right."""

from dataclasses import dataclass

from games.learning.lesson_words import words_of
from games.learning.lessons import Lesson, all_lessons
from games.learning.riddle_page import NAMES, AnswerView, mates_of, position_lines
from games.presenters.players import Player, name_of, named_players
from games.presenters.table.claims import claim_text
from games.presenters.table.log import LogLine
from games.words import phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonLink:
    """A lesson in the list of all."""

    slug: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonView:
    """A lesson as a page shows it."""

    number: int
    title: str
    idea: str
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


def lesson_links() -> tuple[LessonLink, ...]:
    """Return all lessons in their order, in the active language."""
    return tuple(
        LessonLink(slug=lesson.slug, title=words_of(lesson.slug).title) for lesson in all_lessons()
    )


def present_lesson(number: int, answer: int | None) -> LessonView:
    """Return the page of this lesson, counted from 1; an answer that was not offered counts as none."""
    lesson = all_lessons()[number - 1]
    words = words_of(lesson.slug)
    facts = lesson.facts
    players = named_players(NAMES[: facts.ruleset.players])
    options = words.options or _options(lesson, players)
    given = answer if answer is not None and answer < len(options) else None
    return LessonView(
        number=number,
        title=words.title,
        idea=words.idea,
        name=name_of(players, lesson.seat),
        role=phrases.name_of(facts.roles[lesson.seat]),
        mates=mates_of(facts, players),
        others=", ".join(
            name_of(players, (lesson.seat + step) % len(players))
            for step in range(1, len(players))
        ),
        lines=position_lines(
            lesson.told, () if _asks_for_claim(lesson) else lesson.claims, players, lesson.seat
        ),
        question=words.question,
        answers=tuple(
            AnswerView(
                value=value,
                text=text,
                is_chosen=value == given,
                is_right=given is not None and is_right,
            )
            for value, (text, is_right) in enumerate(zip(options, lesson.right, strict=True))
        ),
        is_answered=given is not None,
        is_right=given is not None and lesson.right[given],
        why="" if given is None else words.why,
    )


def _asks_for_claim(lesson: Lesson) -> bool:
    """Whether the options are the claims; then they are not told twice."""
    return bool(lesson.claims) and not lesson.seats and not words_of(lesson.slug).options


def _options(lesson: Lesson, players: tuple[Player, ...]) -> tuple[str, ...]:
    if lesson.seats:
        return tuple(name_of(players, seat) for seat in lesson.seats)
    return tuple(claim_text(claim, players) for claim in lesson.claims)
