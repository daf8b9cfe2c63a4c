"""People as pages name them: for lists of players, and with the number of games that counts there."""

from collections.abc import Mapping

from accounts.models import User
from games.values.player import ActivePerson, Person


def person_of(user: User) -> Person:
    """Return the person for lists."""
    return Person(
        name=user.display_name,
        face=user.face,
        address=user.username,
        is_closed=user.closed_at is not None,
    )


def with_games(games: Mapping[int, int]) -> tuple[ActivePerson, ...]:
    """Return people with their numbers of games, by their ids and in the order given; one query."""
    people = User.objects.in_bulk(games)
    return tuple(
        ActivePerson(person=person_of(people[pk]), games=count) for pk, count in games.items()
    )
