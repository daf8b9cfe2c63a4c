"""Which new tables people want to hear of, and telling them: the only writer of TableWish.

Nobody is told oftener than once in ten minutes, nor while they sit somewhere.
"""

from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.blocks import kept_apart
from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify
from games.models import Game, Lobby, Seat, TableWish
from games.values.languages import spoken
from games.values.table_wish import RankedWish, WishedTable
from games.values.timing import SLOW, Pace

ONCE_IN = timedelta(minutes=10)
HOLDS_FOR = timedelta(minutes=30)
MOST_TOLD = 200
"""People told of one table: far more than it has seats. Those are first who have waited longest."""


def save_wish(*, user: User, wish: WishedTable) -> None:
    """Tell this person of tables like that from now on."""
    TableWish.objects.update_or_create(
        user=user,
        defaults={
            "fewest_players": wish.fewest_players,
            "most_players": wish.most_players,
            "language": wish.language,
            "ranked": wish.ranked.value,
            "paces": [each.value for each in wish.paces],
        },
    )


def forget_wish(*, user: User) -> None:
    """Tell this person of no more tables."""
    TableWish.objects.filter(user=user).delete()


def wish_of(user: User) -> WishedTable | None:
    """Return what this person wants to hear of; None for nothing."""
    row = TableWish.objects.filter(user=user).first()
    if row is None:
        return None
    return WishedTable(
        fewest_players=row.fewest_players,
        most_players=row.most_players,
        language=row.language,
        ranked=RankedWish(row.ranked),
        paces=tuple(Pace(each) for each in row.paces),
    )


def tell_of(lobby: Lobby) -> int:
    """Tell people who wish for a table like this one, if everybody may come; return how many were told."""
    now = timezone.now()
    if lobby.password or not Lobby.objects.listed().filter(pk=lobby.pk).exists():
        return 0
    wishes = _fitting(lobby, now).order_by(F("told_at").asc(nulls_first=True), "pk")
    found = [
        row.pk
        for row in wishes.only("pk", "paces")[: 2 * MOST_TOLD]
        if not row.paces or lobby.pace in row.paces
    ]
    told = [pk for pk in found[:MOST_TOLD] if _rested(now).filter(pk=pk).update(told_at=now)]
    users = TableWish.objects.filter(pk__in=told).values_list("user_id", flat=True)
    return notify(
        users=list(users),
        kind=NoticeKind.TABLE,
        sentence="table_wished",
        facts={"table": lobby.name, "name": lobby.host.display_name},
        path=reverse("games:lobby", args=[lobby.code]),
        key=f"table:{lobby.pk}",
        by=lobby.host,
        expires_at=now + HOLDS_FOR,
    )


def _rested(now: datetime) -> QuerySet[TableWish]:
    """Return the wishes of people who have heard of no table lately."""
    return TableWish.objects.filter(Q(told_at=None) | Q(told_at__lte=now - ONCE_IN))


def _languages(lobby: Lobby) -> tuple[str, ...]:
    """Return the languages spoken at this table; if it says nothing, the one its host reads."""
    return spoken(lobby.languages) or (lobby.host.preferences.language,)


def _fitting(lobby: Lobby, now: datetime) -> QuerySet[TableWish]:
    """Return the wishes that this lobby fulfils, but for its pace, of people who are free and may come."""
    is_ranked = RankedWish.RANKED if lobby.is_ranked else RankedWish.CASUAL
    wishes = _rested(now).filter(
        fewest_players__lte=lobby.most_players,
        most_players__gte=lobby.fewest_players,
        language__in=["", *_languages(lobby)],
        ranked__in=[RankedWish.EITHER, is_ranked],
        user__closed_at=None,
    )
    waiting = Lobby.objects.open().values("seats__user").exclude(seats__user=None)
    games = Game.objects.running().exclude(pace__in=SLOW)
    playing = Seat.objects.filter(game__in=games, user__isnull=False, has_stand_in=False)
    apart = kept_apart(lobby.host_id) | {lobby.host_id}
    return (
        wishes.exclude(user__in=apart)
        .exclude(user__in=waiting)
        .exclude(user__in=playing.values("user"))
        .exclude(user__lobbyremoval__lobby=lobby)
    )
