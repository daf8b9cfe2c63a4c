"""What the pages of one club show, read and made ready; each function says how many queries it makes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, FloatField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Cast, Coalesce

from accounts.models import Block, User
from games.clubs.models import Ask, Club, ClubGame, ClubNews, ClubRole, Membership
from games.clubs.standing import asks_seen_by, requests_to_see
from games.clubs.values import ACTIVE_FOR
from games.engine.vocabulary import Party
from games.models import Lobby, SeatResult, Void
from games.values.game_kind import GameKind

FACES = 8
BOARD_DAYS = 365
BOARD_GAMES = 1000
"""The board counts the club's ranked games of a year, and of them the latest thousand."""
LEAST_GAMES = 3
"""With fewer of them nobody stands on the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubReader:
    """Who reads a page of a club, and what they may do there."""

    role: ClubRole | None = None
    has_asked: bool = False
    """Whether the reader waits for an answer."""
    is_invited: bool = False
    is_offered: bool = False
    """Whether the reader may take the club over."""
    waiting: int = 0
    """How many requests officers can answer."""

    @property
    def is_member(self) -> bool:
        """Whether the reader is in the club."""
        return self.role is not None

    @property
    def is_officer(self) -> bool:
        """Whether the reader accepts, invites and writes news."""
        return self.role is not None and self.role <= ClubRole.OFFICER

    @property
    def is_owner(self) -> bool:
        """Whether the club is the reader's."""
        return self.role == ClubRole.OWNER


def club_read_by(slug: str, user: User | None) -> tuple[Club, ClubReader] | None:
    """Return the club with this address, closed ones as well, and who reads; None if there is none. One query."""
    if user is None:
        found = Club.objects.filter(slug=slug).first()
        return None if found is None else (found, ClubReader())
    here = {"club": OuterRef("pk")}
    role = Membership.objects.filter(**here, user=user).values("role")
    seen = asks_seen_by(user).filter(**here)
    club = (
        Club.objects.filter(slug=slug)
        .annotate(
            reader_role=Subquery(role),
            has_asked=Exists(Ask.objects.filter(**here, user=user, kind=Ask.Kind.REQUEST)),
            is_invited=Exists(seen.filter(kind=Ask.Kind.INVITATION)),
            is_offered=Exists(seen.filter(kind=Ask.Kind.HAND_OVER)),
            waiting=Coalesce(Subquery(_number_of(requests_to_see().filter(**here))), 0),
        )
        .first()
    )
    if club is None:
        return None
    return club, ClubReader(
        role=None if club.reader_role is None else ClubRole(club.reader_role),
        has_asked=club.has_asked,
        is_invited=club.is_invited,
        is_offered=club.is_offered,
        waiting=club.waiting,
    )


def _number_of(asks: QuerySet[Ask]) -> Any:
    return asks.order_by().values("club").annotate(number=Count("pk")).values("number")


def active_faces(club: Club, now: datetime) -> list[Membership]:
    """Return who finished a game lately, the latest first; nobody who keeps their games to themselves. One query."""
    rows = club.memberships.filter(
        played_at__gte=now - ACTIVE_FOR, user__preferences__shows_games=True
    )
    return list(rows.select_related("user").order_by("-played_at")[:FACES])


def news_read_by(club: Club, user: User | None) -> QuerySet[ClubNews]:
    """Return the news, the latest first, but for what people wrote whom the reader has blocked."""
    blocked = Block.objects.filter(user=user).values("blocked")
    return club.news.exclude(author__in=blocked).select_related("author")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One member's place among the members."""

    place: int
    name: str
    face: str
    games: int
    wins: int
    over: float
    """Wins over expectation."""
    is_self: bool


def board(club: Club, now: datetime, reader: int | None, most: int) -> list[BoardRow]:
    """Return the members by wins over expectation in the club's ranked games since they joined. One query."""
    since = now - timedelta(days=BOARD_DAYS)
    games = club.games.filter(kind=GameKind.RANKED, ended_at__gte=since).order_by("-ended_at")
    # For each seat by itself: joined, PostgreSQL would read all games that the members have ever played.
    joined_at = Membership.objects.filter(club=club, user=OuterRef("user")).values("joined_at")
    seats = SeatResult.objects.alias(member_since=Subquery(joined_at)).filter(
        result__in=games.values("result")[:BOARD_GAMES],
        is_rated=True,
        predicted__isnull=False,
        member_since__lte=F("ended_at"),
    )
    rows = seats.values("user", "user__username", "user__emblem").annotate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(won=True)),
        over=Cast(Count("pk", filter=Q(won=True)), FloatField()) - Sum("predicted"),
    )
    rows = rows.filter(games__gte=LEAST_GAMES).order_by("-over", "-games", "user")
    return [
        BoardRow(
            place=place,
            name=row["user__username"],
            face=row["user__emblem"],
            games=row["games"],
            wins=row["wins"],
            over=row["over"],
            is_self=row["user"] == reader,
        )
        for place, row in enumerate(rows[:most], start=1)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRow:
    """The games at tables of one size."""

    size: int
    games: int
    liberal: int
    fascist: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubNumbers:
    """How the club's games went."""

    games: int
    liberal: int
    fascist: int
    sizes: tuple[SizeRow, ...]


def numbers(club: Club) -> ClubNumbers:
    """Count the games of a club by who won and by size. One query."""
    rows = (
        _valid(club)
        .values_list("result__size")
        .annotate(
            games=Count("pk"), liberal=Count("pk", filter=Q(result__winner=Party.LIBERAL.value))
        )
    )
    sizes = tuple(
        SizeRow(size=size, games=games, liberal=liberal, fascist=games - liberal)
        for size, games, liberal in rows.order_by("result__size")
    )
    games, liberal = sum(row.games for row in sizes), sum(row.liberal for row in sizes)
    return ClubNumbers(games=games, liberal=liberal, fascist=games - liberal, sizes=sizes)


def best_streak(club: Club) -> Membership | None:
    """Return whose row of won games is the longest, of those who show their games. One query."""
    rows = club.memberships.filter(best_streak__gte=2, user__preferences__shows_games=True)
    return rows.select_related("user").order_by("-best_streak", "joined_at").first()


def games_of(club: Club, reader: ClubReader) -> QuerySet[ClubGame]:
    """Return the games that the reader may look at again, the latest first: members also those of unlisted tables."""
    rows = _valid(club).filter(result__game__is_locked=False)
    if not reader.is_member:
        rows = rows.filter(result__game__is_public=True)
    return rows.select_related("result__game")


def open_tables(club: Club) -> list[Lobby]:
    """Return the club's lobbies that wait for members, with their free seats. One query."""
    rows = Lobby.objects.open().filter(of_club__club=club).select_related("host")
    return list(rows.annotate(seated=Count("seats")).order_by("-created_at")[:10])


def _valid(club: Club) -> QuerySet[ClubGame]:
    return club.games.exclude(result__void=Void.ANNULLED)
