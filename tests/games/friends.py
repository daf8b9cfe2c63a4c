"""Friends for tests, made by the services."""

from accounts import friends
from accounts.models import User
from accounts.presence import note_online
from tests.factories import a_person


def members(count: int) -> list[User]:
    """People with an account."""
    return [a_person(is_guest=False) for _ in range(count)]


def befriend(one: User, *others: User) -> None:
    """Make this person the friend of all others."""
    for other in others:
        friends.ask(user=one, other=other)
        assert friends.accept(user=other, other=one)


def friends_here(count: int = 2) -> list[User]:
    """People with an account who are all online, the first one a friend of all others."""
    people = members(count)
    befriend(people[0], *people[1:])
    note_online([each.pk for each in people])
    return people
