"""Where somebody stands on the path from zero: the tour, the lessons, the riddles."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from games.learning.lesson_page import LessonLink, lesson_links
from games.presenters.learning.tour import COUNT


class Stage(StrEnum):
    """A part of the path."""

    TOUR = "tour"
    LESSONS = "lessons"
    RIDDLES = "riddles"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathView:
    """The path as its page shows it."""

    here: Stage
    tour_step: int
    """1 for whoever has not begun it on this device."""
    tour_steps: int
    lessons: tuple[tuple[LessonLink, bool], ...]
    """Each lesson, and whether it is done."""
    done: int
    next: LessonLink | None
    """The first lesson that is not done."""

    @property
    def is_tour_done(self) -> bool:
        """Whether the tour was followed to its end."""
        return self.tour_step == self.tour_steps


def present_path(done: Collection[str], tour_step: int) -> PathView:
    """Return the path of somebody who has done these lessons and come so far with the tour.

    Whoever has begun with the lessons is not sent back to the tour.
    """
    lessons = tuple((link, link.slug in done) for link in lesson_links())
    following = next((link for link, is_done in lessons if not is_done), None)
    number = sum(is_done for _link, is_done in lessons)
    here = Stage.LESSONS if number or tour_step == COUNT else Stage.TOUR
    return PathView(
        here=Stage.RIDDLES if following is None else here,
        tour_step=tour_step,
        tour_steps=COUNT,
        lessons=lessons,
        done=number,
        next=following,
    )


def next_lesson(done: Collection[str], number: int) -> LessonLink | None:
    """Return the lesson to go on with after this one: the next that is not done, or else the first; None if all are."""
    links = lesson_links()
    order = (*links[number:], *links[:number])
    return next((link for link in order if link.slug not in done), None)
