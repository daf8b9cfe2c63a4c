"""Noting what people answer: to riddles, with what comes of it, and to lessons. The only writer of these tables."""

from collections.abc import Iterable
from datetime import date, timedelta

from django.db import transaction

from accounts.models import User
from games.learning.game_riddles import number_today, riddle_numbered
from games.learning.models import LessonDone, RiddleAnswer, RiddleDifficulty, RiddleProgress
from games.learning.riddle_rating import after_answer


@transaction.atomic
def answer_riddle(user: User, number: int, answer: int, *, today: date) -> None:
    """Store a person's first answer to a riddle, or the first one on the day on which it is the riddle of the day.

    Does nothing if there is no such riddle.
    """
    riddle = riddle_numbered(number, today)
    if riddle is None:
        return
    RiddleProgress.objects.get_or_create(user=user)
    # Two answers sent at once come one after the other.
    progress = RiddleProgress.objects.select_for_update().get(user=user)
    is_right = answer == riddle.answer
    _first, is_first = RiddleAnswer.objects.get_or_create(
        user=user, number=number, defaults={"is_right": is_right}
    )
    if is_first:
        _rate(progress, number, is_right=is_right)
    if number == number_today(today) and progress.last_day != today:
        _count_day(progress, today, is_right=is_right)
    progress.save()


def _rate(progress: RiddleProgress, number: int, *, is_right: bool) -> None:
    RiddleDifficulty.objects.get_or_create(number=number)
    riddle = RiddleDifficulty.objects.select_for_update().get(number=number)
    progress.rating, riddle.rating = after_answer(
        progress.rating, riddle.rating, is_right=is_right, answered=progress.answered
    )
    riddle.save()
    progress.answered += 1
    progress.right += is_right


def _count_day(progress: RiddleProgress, today: date, *, is_right: bool) -> None:
    follows = progress.last_day == today - timedelta(days=1)
    progress.streak = (progress.streak if follows else 0) + 1 if is_right else 0
    progress.longest_streak = max(progress.longest_streak, progress.streak)
    progress.last_day = today


def note_lessons(user: User, lessons: Iterable[str]) -> None:
    """Note that this person has answered these lessons."""
    rows = [LessonDone(user=user, lesson=lesson) for lesson in lessons]
    LessonDone.objects.bulk_create(rows, ignore_conflicts=True)


def forget_answers(user: User) -> None:
    """Forget what this person answered; how hard riddles are stays."""
    for model in (RiddleAnswer, RiddleProgress, LessonDone):
        model.objects.filter(user=user).delete()
