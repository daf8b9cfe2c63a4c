"""Pages of learning for browser tests: a riddle from a game of people, and somebody in the middle of the lessons."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.learning.answering import note_lessons
from games.learning.game_riddles import FIRST_NUMBER, find_one
from games.learning.lessons import all_lessons
from games.learning.models import GameRiddle
from tests.factories import a_person
from tests.games.learning.played import a_game_of, willing


def learning() -> tuple[dict[str, str], User]:
    """Return the number of a riddle that had its day, and a person who has done three lessons."""
    a_game_of([willing() for _ in range(5)])
    find_one(timezone.now())
    riddle = GameRiddle.objects.get()
    riddle.day = timezone.localdate() - timedelta(days=1)
    riddle.save()
    person = a_person("Ludovica")
    note_lessons(person, [lesson.slug for lesson in all_lessons()[:3]])
    return {"riddle": str(FIRST_NUMBER + riddle.pk)}, person
