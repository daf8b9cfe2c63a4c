"""An evening on which much is going on, for tests of what pages ask the database."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from accounts.presence import note_online
from games.models import PlayerRating, Seat
from games.nights.models import Night
from tests.factories import a_game
from tests.games.friends import befriend, members
from tests.games.lobbies import a_table, join
from tests.games.nights.nights import a_night_with
from tests.games.statistics.stored import a_crowd, count_all, random_games

FRIENDS, NIGHTS = 20, 3


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening with friends at tables and game nights, seen by a member with a past of ranked games."""

    reader: User
    night: Night


def an_evening() -> Evening:
    """Make it."""
    crowd = a_crowd(10)
    random_games(6, crowd, seed=63)
    count_all()
    ranked = PlayerRating.objects.filter(games__gt=0).values_list("pk", flat=True)
    reader = next(person for person in crowd if person.pk in ranked)
    reader.is_guest = False
    reader.save()
    friends = members(FRIENDS)
    befriend(reader, *friends)
    note_online([reader.pk, *(friend.pk for friend in friends)])
    # Some wait in lobbies, some play what one may watch.
    for number in range(0, FRIENDS // 2, 5):
        lobby = a_table(name=f"Table {number}")
        for friend in friends[number : number + 5]:
            join(lobby, friend)
    for friend in friends[FRIENDS // 2 :]:
        game, _users = a_game(5, pace="relaxed")
        Seat.objects.filter(game=game, number=0).update(user=friend)
    for hours in range(NIGHTS):
        night, _people = a_night_with(3, starts_at=timezone.now() + timedelta(hours=3 + hours))
    return Evening(reader, night)
