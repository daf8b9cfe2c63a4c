"""What a lesson looks like: its idea, a position with a question, and why the answer is right."""

from dataclasses import dataclass

from games.learning.lesson_words import words_of
from games.learning.lessons import Lesson, all_lessons
from games.learning.question_page import QuestionView, players_of, present_question
from games.presenters.players import Player, name_of
from games.presenters.table.claims import claim_text

_SYMBOLS = {
    "eligible": "term-limited",
    "tie": "voted",
    "tracker": "tracker",
    "own-eyes": "power-peek",
    "conflict": "chat",
    "cover": "wolf",
    "special": "power-special_election",
    "cleared": "cleared",
    "party": "power-investigate",
    "veto": "veto",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonLink:
    """A lesson in the list of all."""

    number: int
    slug: str
    title: str
    teaches: str
    symbol: str
    """What stands for it, as a drawing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonView:
    """A lesson as a page shows it."""

    number: int
    title: str
    idea: str
    asked: QuestionView


def lesson_links() -> tuple[LessonLink, ...]:
    """Return all lessons in their order, in the active language."""
    return tuple(
        _link(number, lesson.slug) for number, lesson in enumerate(all_lessons(), start=1)
    )


def _link(number: int, slug: str) -> LessonLink:
    words = words_of(slug)
    return LessonLink(
        number=number, slug=slug, title=words.title, teaches=words.teaches, symbol=_SYMBOLS[slug]
    )


def present_lesson(number: int, answer: int | None) -> LessonView:
    """Return the page of this lesson, counted from 1; an answer that was not offered counts as none."""
    lesson = all_lessons()[number - 1]
    words = words_of(lesson.slug)
    options = words.options or _options(lesson, players_of(lesson.facts))
    return LessonView(
        number=number,
        title=words.title,
        idea=words.idea,
        asked=present_question(
            lesson.facts,
            lesson.told,
            lesson.seen,
            lesson.claims,
            question=words.question,
            options=dict(enumerate(options)),
            right=[place for place, is_right in enumerate(lesson.right) if is_right],
            answer=answer,
            why=lambda: words.why,
            asks_for_marks=lesson.asks_for_marks,
            asks_for_claim=_asks_for_claim(lesson),
        ),
    )


def _asks_for_claim(lesson: Lesson) -> bool:
    return bool(lesson.claims) and not lesson.seats and not words_of(lesson.slug).options


def _options(lesson: Lesson, players: tuple[Player, ...]) -> tuple[str, ...]:
    if lesson.seats:
        return tuple(name_of(players, seat) for seat in lesson.seats)
    return tuple(claim_text(claim, players) for claim in lesson.claims)
