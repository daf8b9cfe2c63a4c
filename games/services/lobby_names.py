"""By which names people sit at one table: members by their own, guests by one that nobody there has."""

import re
from collections.abc import Iterable
from itertools import chain, count

from accounts.models import User
from accounts.names import are_alike, numbered
from games.models import LobbySeat


def free_name(user: User, wanted: str, taken: Iterable[str]) -> str:
    """Return a guest's name among these people: the own name, or the own name with a number.

    A free name looks like no other name here, and like no member's name anywhere.
    """
    taken = tuple(taken)
    base = re.sub(r" [0-9]+$", "", wanted)
    spellings = (numbered(base, number) for number in count(2))
    for spelling in chain([wanted], spellings):
        if any(are_alike(spelling, each) for each in taken):
            continue
        if not User.objects.named_like(spelling).exclude(pk=user.pk).exists():
            return spelling
    raise AssertionError("numbers do not end")


def offered_name(user: User, taken: Iterable[str]) -> str:
    """Return the name offered to a guest whose own is among the `taken` ones of a table; empty if it is free."""
    if not user.is_guest:
        return ""
    free = free_name(user, user.display_name, taken)
    return "" if free == user.display_name else free


def names_of(seats: Iterable[LobbySeat]) -> list[str]:
    """Return the names of the people and bots in the lobby."""
    return [str(seat) for seat in seats]
