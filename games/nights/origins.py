"""Where people at a ranked night play from.

Two people who share a device, or a browser and a connection, never play a ranked game together. They are drawn to
different tables. If they have to share one, for example the only one, its game is unranked, so nobody has to go.
"""

from collections import defaultdict
from collections.abc import Collection
from itertools import combinations

from accounts.origins import Origin
from games.nights.models import Night, NightPlace, PlaceState
from games.nights.pairing import Pair


def note_origin(place: NightPlace, origin: Origin) -> None:
    """Note where a page of somebody who comes to a ranked night is shown, if that has changed."""
    if (place.device_key, place.connection_key) != (origin.device, origin.connection):
        NightPlace.objects.filter(pk=place.pk, state=PlaceState.COMING).update(
            device_key=origin.device, connection_key=origin.connection
        )


def from_one_place(night: Night, people: Collection[int]) -> list[Pair]:
    """Return the pairs of these people at a ranked night who share a device or a connection; one query."""
    if not night.is_ranked:
        return []
    there = defaultdict[str, set[int]](set)
    rows = night.people.filter(user__in=people)
    for person, *keys in rows.values_list("user_id", "device_key", "connection_key"):
        for key in filter(None, keys):
            there[key].add(person)
    pairs = {frozenset(pair) for same in there.values() for pair in combinations(sorted(same), 2)}
    return sorted(pairs, key=sorted)
