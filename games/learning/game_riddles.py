"""Riddles from games of people who all agree to it: one a game, each with a day of its own, every second day.

They are found beside the clock. Whether everybody still agrees is asked whenever one is shown, so nobody waits for
theirs to go; every night what may no longer be shown is deleted.
"""

from datetime import date, datetime, timedelta
from random import Random

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.learning.finding import first_riddle
from games.learning.models import GameRiddle, RiddleDifficulty
from games.learning.riddles import (
    Riddle,
    RiddleQuestion,
    all_riddles,
    number_of_day,
    read_riddle,
    written,
)
from games.selectors.riddle_games import agreed_games, newest_agreed_game, read_finished

FIRST_NUMBER = 10_000
"""Riddles of games are numbered from here on, those of the data file below."""
_EVERY_DAYS = 2
AHEAD_DAYS = 28
"""With a riddle for every second of so many days, no more are looked for."""
_ENDED_WITHIN = timedelta(days=30)
_MOST_LISTED = 30


def find_one(now: datetime) -> None:
    """Look for a riddle in one game, if a day is free; the clock calls this once a minute."""
    day = _free_day(timezone.localdate(now))
    if day is None:
        return
    looked_at = GameRiddle.objects.values("game")
    game_id = newest_agreed_game(since=now - _ENDED_WITHIN, besides=looked_at)
    if game_id is None:
        return
    log, claims = read_finished(game_id)
    # The same game gives the same riddle.
    riddle = first_riddle(log, claims, tuple(RiddleQuestion), Random(0))  # noqa: S311
    try:
        with transaction.atomic():
            if riddle is None:
                GameRiddle.objects.create(game_id=game_id)
            else:
                GameRiddle.objects.create(game_id=game_id, day=day, written=written(riddle))
    except IntegrityError:
        # Another clock was first, with this game or this day; or the game is gone.
        return


def _free_day(today: date) -> date | None:
    taken = set(GameRiddle.objects.filter(day__gt=today).values_list("day", flat=True))
    days = (today + timedelta(days=ahead) for ahead in range(1, AHEAD_DAYS + 1))
    return next(
        (day for day in days if day.toordinal() % _EVERY_DAYS == 0 and day not in taken), None
    )


def forget_withdrawn() -> tuple[str, int]:
    """Delete riddles of games in which somebody no longer agrees; return the kind of data, and how many went."""
    gone = GameRiddle.objects.exclude(written="").exclude(game__in=agreed_games())
    numbers = [FIRST_NUMBER + pk for pk in gone.values_list("pk", flat=True)]
    RiddleDifficulty.objects.filter(number__in=numbers).delete()
    found = GameRiddle.objects.filter(pk__in=[number - FIRST_NUMBER for number in numbers])
    return "riddles", found.delete()[0]


def _shown(today: date) -> QuerySet[GameRiddle]:
    """Return the riddles that have had their day by now, or have it, and in whose games everybody agrees."""
    return GameRiddle.objects.filter(day__lte=today, game__in=agreed_games())


def number_today(today: date) -> int:
    """Return the number of the riddle of this day: a game's, or else one of the data file; one query."""
    found = _shown(today).filter(day=today).values_list("pk", flat=True).first()
    return number_of_day(today) if found is None else FIRST_NUMBER + found


def riddle_numbered(number: int, today: date) -> Riddle | None:
    """Return the riddle with this number; None if there is none, or none any more, or not yet."""
    if is_of_people(number):
        found = _shown(today).filter(pk=number - FIRST_NUMBER).first()
        return None if found is None else read_riddle(found.written)
    return all_riddles()[number - 1] if 1 <= number <= len(all_riddles()) else None


def is_of_people(number: int) -> bool:
    """Whether the riddle with this number comes from a game of people."""
    return number > FIRST_NUMBER


def listed_of_people(today: date) -> tuple[tuple[int, date], ...]:
    """Return the numbers of the newest riddles of games, each with its day."""
    found = _shown(today).order_by("-day").values_list("pk", "day")[:_MOST_LISTED]
    return tuple((FIRST_NUMBER + pk, day) for pk, day in found if day is not None)
