"""Game nights at every stage, on the database of a running site; tests.browser.stage prints them."""

import time
from collections.abc import Iterator
from itertools import count

from django.utils import timezone

from accounts.models import User
from games.models import Seat
from games.nights.clock import latest_round
from games.nights.models import Night, NightRound
from games.nights.places import join_night, say_ready
from tests.factories import a_free_name, a_person
from tests.games.nights.nights import (
    MINUTE,
    a_night,
    an_organiser,
    begin_first_round,
    move_on,
    play_round,
)

LONG_NAMES = (
    "Maximiliana Wolkensteins", "Bartholomäusmeierhoferin", "Олександра Шевченко-Мала", "Christopher-Alexander II",
    "Konstantynopolitańczyków", "WWWWWWWWWWWWWWWWWWWWWWWW", "Guadalupe Hernández Ruiz",
)  # fmt: skip
TEXT = "We talk, so bring a headset.\n\nNew people are welcome: we explain the rules a quarter of an hour before."
_numbers = count(1)


def _somebody() -> Iterator[User]:
    """Yield members: first those with the longest names, then many with short ones."""
    for name in LONG_NAMES:
        number = next(_numbers)
        # Of each stage its own people: the same length, another ending.
        yield a_person(
            a_free_name(f"{name[:21]}{number:03d}" if number > len(LONG_NAMES) else name),
            is_guest=False,
        )
    while True:
        yield a_person(a_free_name(f"Nell {next(_numbers)}"), is_guest=False)


def _night(people: int, **fields: object) -> tuple[Night, list[User]]:
    named = _somebody()
    night = a_night(an_organiser(), text=TEXT, languages=["en", "pl"], **fields)
    everybody = [night.organiser, *(next(named) for _ in range(people - 1))]
    for person in everybody:
        join_night(night_id=night.pk, user=person)
    return night, everybody


def _wait_for_games(begun: NightRound) -> None:
    """The clock of the running site also moves nights on: whoever is first deals the tables."""
    for _again in range(120):
        if not begun.tables.filter(game=None).exists():
            return
        time.sleep(0.5)
        # A clock that could not write waits before it tries again.
        move_on(begun.night, timezone.now())
    raise AssertionError("no games")


def nights() -> tuple[dict[str, str], dict[str, User]]:
    """A night that is announced, one whose second round is drawn, one that runs, and one that is over.

    The codes by stage, and who looks.
    """
    announced, coming = _night(12, name="A quiet Friday of new faces", places=8)
    drawn, _ = _night(23, name="Second round")
    running, players = _night(24, name="WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", round_count=3)
    over, guests = _night(17, name="Last week", round_count=1)
    for night in (drawn, running, over):
        begun = begin_first_round(night, list(User.objects.filter(night_places__night=night)))
        _wait_for_games(begun)
        Seat.objects.filter(game__night_table__round=begun).update(seen_at=timezone.now())
        play_round(begun)
        move_on(night, timezone.now())
    second = latest_round(running)
    assert second is not None
    NightRound.objects.filter(pk=second.pk).update(begins_at=timezone.now())
    move_on(running, timezone.now())
    _wait_for_games(second)
    # The page stays as it is while pictures are taken.
    Seat.objects.filter(game__night_table__round=second).update(seen_at=timezone.now())
    Night.objects.filter(pk__in=[drawn.pk, running.pk]).update(due_at=timezone.now() + 60 * MINUTE)
    Night.objects.filter(pk=drawn.pk).update(starts_at=timezone.now() - MINUTE)
    say_ready(night_id=drawn.pk, user=drawn.organiser)
    codes = {"announced": announced, "drawn": drawn, "running": running, "over": over}
    people = {
        "organiser": announced.organiser,
        "waiting": coming[-1],
        "drawing": drawn.organiser,
        "player": players[2],
        "guest": guests[3],
    }
    return {stage: night.code for stage, night in codes.items()}, people
