"""Reads of the list of open tables: two queries, however many there are."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from django.db.models import Count, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, NullIf

from accounts.emblems import emblem_of_name
from games.models import Lobby, LobbySeat
from games.values.languages import spoken
from games.values.lobby import LobbyEntry

# Of more tables than that, the emptiest are not read; a page shows fewer (presenters.lobby.lobby).
MOST_OPEN = 300

_PLAIN = (
    "code", "name", "host_name", "host_address", "host_face", "people", "bots", "fewest_players", "most_players",
    "edition", "pace", "talk", "is_ranked", "has_password", "has_voice",
)  # fmt: skip


@dataclass(slots=True)
class _Seated:
    """Who sits in one lobby: the faces, and the ratings that may be told."""

    faces: list[str] = field(default_factory=list)
    ratings: list[float] = field(default_factory=list)

    @property
    def mean_rating(self) -> int | None:
        return round(fmean(self.ratings)) if self.ratings else None


def open_lobbies() -> tuple[LobbyEntry, ...]:
    """Return the lobbies of the list: those with a free seat first, the fullest of them first."""
    host_seat = LobbySeat.objects.filter(lobby=OuterRef("pk"), user=OuterRef("host"))
    rows = (
        Lobby.objects.listed()
        .annotate(
            host_name=Coalesce(
                NullIf(Subquery(host_seat.values("name")[:1]), Value("")),
                NullIf(F("host__guest_name"), Value("")),
                F("host__username"),
            ),
            host_address=F("host__username"),
            host_face=F("host__emblem"),
            has_password=~Q(password=""),
            has_voice=~Q(voice_link=""),
            people=Count("seats__user"),
            seated=Count("seats"),
        )
        .annotate(bots=F("seated") - F("people"), full=Q(seated__gte=F("most_players")))
        .order_by("full", "-people", "-created_at")
    )
    found = list(rows.values("pk", "languages", *_PLAIN)[:MOST_OPEN])
    return _entries(found, _seated([row["pk"] for row in found]))


def _entries(
    rows: Sequence[Mapping[str, Any]], seated: Mapping[int, _Seated]
) -> tuple[LobbyEntry, ...]:
    return tuple(
        LobbyEntry(
            **{name: row[name] for name in _PLAIN},
            languages=spoken(row["languages"]),
            faces=tuple(seated[row["pk"]].faces),
            mean_rating=seated[row["pk"]].mean_rating if row["is_ranked"] else None,
        )
        for row in rows
    )


def _seated(lobbies: Sequence[int]) -> Mapping[int, _Seated]:
    """Return who sits in these lobbies; one query."""
    found: dict[int, _Seated] = defaultdict(_Seated)
    if not lobbies:
        return found
    seats = LobbySeat.objects.filter(lobby__in=lobbies).order_by("joined_at", "pk")
    rows = seats.values_list(
        "lobby_id",
        "bot_name",
        "user__emblem",
        "user__closed_at",
        "user__rating__rating",
        "user__preferences__shows_games",
    )
    for lobby, bot, emblem, closed_at, rating, shows_games in rows:
        told = found[lobby]
        told.faces.append(emblem_of_name(bot) if bot else "" if closed_at else emblem)
        if rating is not None and shows_games:
            told.ratings.append(rating)
    return found
