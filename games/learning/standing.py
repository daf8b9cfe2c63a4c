"""How far a person has come with riddles and lessons, for their pages."""

from dataclasses import dataclass
from datetime import date, timedelta

from games.learning.game_riddles import number_today
from games.learning.models import LessonDone, RiddleAnswer, RiddleProgress
from games.learning.riddle_rating import BEGINNING


@dataclass(frozen=True, slots=True, kw_only=True)
class RiddleStanding:
    """What counts so far."""

    rating: int
    answered: frozenset[int]
    """The numbers of riddles with an answer."""
    right: int
    streak: int
    """Days in a row, up to today or yesterday."""
    longest_streak: int
    of_today: int | None
    """The number of the riddle of today, as long as it has no answer."""

    def counts(self, number: int) -> bool:
        """Whether an answer to this riddle counts now."""
        return number not in self.answered or number == self.of_today


def standing_of(user_id: int, today: date) -> RiddleStanding:
    """Return how far this person has come by this day; three queries."""
    progress = RiddleProgress.objects.filter(user_id=user_id).first()
    numbers = RiddleAnswer.objects.filter(user_id=user_id).values_list("number", flat=True)
    if progress is None:
        return RiddleStanding(
            rating=round(BEGINNING),
            answered=frozenset(),
            right=0,
            streak=0,
            longest_streak=0,
            of_today=number_today(today),
        )
    return RiddleStanding(
        rating=round(progress.rating),
        answered=frozenset(numbers),
        right=progress.right,
        streak=progress.streak if _goes_on(progress.last_day, today) else 0,
        longest_streak=progress.longest_streak,
        of_today=None if progress.last_day == today else number_today(today),
    )


def _goes_on(last_day: date | None, today: date) -> bool:
    return last_day is not None and last_day >= today - timedelta(days=1)


def lessons_done_by(user_id: int) -> frozenset[str]:
    """Return the lessons that this person has done; one query."""
    done = LessonDone.objects.filter(user_id=user_id).values_list("lesson", flat=True)
    return frozenset(done)
