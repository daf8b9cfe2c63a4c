"""Reads of the list of open tables: one query, however many there are."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, TypeAlias

from django.db.models import Count, F, Q

from accounts.emblems import emblem_of_name
from games.models import Lobby
from games.values.languages import spoken
from games.values.lobby import LobbyEntry

# Of more tables than that, the emptiest are not read; a page shows fewer (presenters.lobby.lobby).
MOST_OPEN = 300

_PLAIN = (
    "code", "name", "fewest_players", "most_players", "edition", "board", "board_name", "pace", "talk",
    "is_ranked", "has_password", "has_voice",
)  # fmt: skip
_HOST = ("host_id", "host__guest_name", "host__username", "host__emblem")
_SEAT = (
    "seats__user_id", "seats__name", "seats__bot_name", "seats__user__emblem", "seats__user__closed_at",
    "seats__user__rating__rating", "seats__user__preferences__shows_games",
)  # fmt: skip
_Row: TypeAlias = Mapping[str, Any]


def open_lobbies() -> tuple[LobbyEntry, ...]:
    """Return the lobbies of the list: those with a free seat first, the fullest of them first."""
    first = (
        Lobby.objects.listed()
        .annotate(people=Count("seats__user"), seated=Count("seats"))
        .annotate(full=Q(seated__gte=F("most_players")))
        .order_by("full", "-people", "-created_at")
    )
    rows = (
        Lobby.objects.filter(pk__in=first.values("pk")[:MOST_OPEN])
        .annotate(has_password=~Q(password=""), has_voice=~Q(voice_link=""))
        .order_by("-created_at", "pk", "seats__joined_at", "seats__pk")
    )
    seated: dict[int, list[_Row]] = defaultdict(list)
    for row in rows.values("pk", "languages", *_PLAIN, *_HOST, *_SEAT):
        seated[row["pk"]].append(row)
    entries = [_entry(seats) for seats in seated.values()]
    return tuple(sorted(entries, key=lambda entry: (entry.is_full, -entry.people)))


def _entry(rows: Sequence[_Row]) -> LobbyEntry:
    """Return one lobby; each row has one of its seats, and a lobby that all have left has one row with none."""
    lobby = rows[0]
    seats = [row for row in rows if row["seats__user_id"] or row["seats__bot_name"]]
    people = sum(row["seats__user_id"] is not None for row in seats)
    at_table = [row["seats__name"] for row in seats if row["seats__user_id"] == lobby["host_id"]]
    return LobbyEntry(
        **{name: lobby[name] for name in _PLAIN},
        host_name="".join(at_table) or lobby["host__guest_name"] or lobby["host__username"],
        host_address=lobby["host__username"],
        host_face=lobby["host__emblem"],
        people=people,
        bots=len(seats) - people,
        languages=spoken(lobby["languages"]),
        faces=tuple(map(_face, seats)),
        mean_rating=_mean_rating(seats) if lobby["is_ranked"] else None,
    )


def _face(seat: _Row) -> str:
    if seat["seats__bot_name"]:
        return emblem_of_name(seat["seats__bot_name"])
    return "" if seat["seats__user__closed_at"] else seat["seats__user__emblem"]


def _mean_rating(seats: Sequence[_Row]) -> int | None:
    """Return the mean of the ratings that may be told."""
    told = [
        seat["seats__user__rating__rating"]
        for seat in seats
        if seat["seats__user__rating__rating"] is not None
        and seat["seats__user__preferences__shows_games"]
    ]
    return round(fmean(told)) if told else None
