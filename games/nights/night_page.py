"""A night as its page, or its board on a TV, shows it: public facts, and what concerns the reader alone.

Of a running game it tells no more than the home page: its round, and how many policies of each party are enacted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.urls import reverse

from accounts.models import User
from games.engine.vocabulary import Party
from games.models import Game
from games.nights.models import (
    ENDED,
    Night,
    NightPlace,
    NightRound,
    NightSeat,
    NightStatus,
    NightTable,
    PlaceState,
)
from games.nights.places import is_admitted, placed
from games.nights.results import played_at, seats_of
from games.nights.schedule import CHECK_IN
from games.nights.standings import standing
from games.selectors.public_games import enacted_policies

DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestView:
    """Somebody at a night."""

    pk: int
    name: str
    face: str
    address: str
    """The name in the address of their page; empty for a closed account."""
    is_ready: bool = False
    is_self: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTableView:
    """A table of the round that is shown."""

    number: int
    people: tuple[GuestView, ...]
    outcome: str
    round: int
    liberal: int
    fascist: int
    winner: str
    is_unranked: bool
    """At a ranked night: two people at this table play from the same place."""
    url: str
    """Where it can be watched, or played by those who sit there; empty before its game."""
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRoundView:
    """The latest round."""

    number: int
    begins_at: datetime
    has_begun: bool
    has_ended: bool
    tables: tuple[NightTableView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingView:
    """A line of the standing."""

    rank: int
    person: GuestView
    is_out: bool
    wins: int
    games: int
    over: float
    opponents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNightView:
    """What concerns the reader."""

    is_coming: bool = False
    has_place: bool = False
    turn: int = 0
    """The place on the waiting list, from 1."""
    is_out: bool = False
    is_ready: bool = False
    may_say_ready: bool = False
    may_join: bool = False
    may_leave: bool = False
    table: NightTableView | None = None
    """The own table of a round that is drawn or being played."""
    voice_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HonourView:
    """An honour, and who has earned it."""

    label: str
    people: tuple[GuestView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManageView:
    """What the organiser can do now."""

    may_pause: bool
    may_resume: bool
    may_redraw: bool
    may_begin: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveNightView:
    """Everything of a night that changes."""

    status: str
    is_short: bool
    """Its time has come, but fewer than five people are there."""
    ready: int
    round: NightRoundView | None
    standing: tuple[StandingView, ...]
    coming: tuple[GuestView, ...]
    waiting: tuple[GuestView, ...]
    honours: tuple[HonourView, ...]
    own: OwnNightView
    manage: ManageView | None

    @property
    def digest(self) -> str:
        """A short text that differs when anything shown does."""
        return sha256(repr(self).encode()).hexdigest()[:DIGEST_LENGTH]


def present_night(night: Night, reader: User | None, now: datetime) -> LiveNightView:
    """Return the night for this reader; None: a visitor, or a TV. About eight queries, whatever its size."""
    places = list(night.people.select_related("user"))
    seats = list(seats_of(night))
    people = {each.user_id: each.user for each in places} | {
        seat.user_id: seat.user for seat in seats
    }
    own_id = None if reader is None else reader.pk
    # A round that is drawn has tables.
    drawn = (seat.table.round for seat in seats)
    latest = max(drawn, key=lambda each: each.number, default=None)
    coming = [each for each in places if each.state == PlaceState.COMING]
    with_place = placed(coming, night.places)
    since = now - CHECK_IN
    ready = {each.user_id for each in coming if each.ready_at and each.ready_at >= since}
    views = {
        pk: _guest(user, is_self=pk == own_id, is_ready=pk in ready) for pk, user in people.items()
    }
    shown = [seat for seat in seats if seat.table.round_id == _pk(latest)]
    tables = _tables(night, shown, views, own_id)
    is_open = night.status not in ENDED
    is_drawn = latest is not None and latest.begun_at is None
    is_short = (
        is_open and now >= night.starts_at and (latest is None or latest.ended_at is not None)
    )
    return LiveNightView(
        status=night.status,
        is_short=is_short and night.status != NightStatus.PAUSED,
        ready=len(ready),
        round=None if latest is None else _round(latest, tables),
        standing=_standing(seats, views, places),
        coming=tuple(views[each.user_id] for each in coming if each.user_id in with_place),
        waiting=tuple(views[each.user_id] for each in coming if each.user_id not in with_place),
        honours=_honours(night, views),
        own=_own(night, reader, places, coming, with_place, views, latest, tables, now),
        manage=ManageView(
            may_pause=night.status == NightStatus.RUNNING,
            may_resume=night.status == NightStatus.PAUSED,
            may_redraw=is_drawn,
            may_begin=is_drawn and night.status == NightStatus.RUNNING,
        )
        if reader is not None and night.organiser_id == reader.pk and is_open
        else None,
    )


def _pk(drawn: NightRound | None) -> int | None:
    return None if drawn is None else drawn.pk


def _guest(user: User, *, is_self: bool, is_ready: bool) -> GuestView:
    is_closed = user.closed_at is not None
    return GuestView(
        pk=user.pk,
        name=user.display_name,
        face=user.face,
        address="" if is_closed else user.username,
        is_self=is_self,
        is_ready=is_ready,
    )


def _tables(
    night: Night, seats: Sequence[NightSeat], views: Mapping[int, GuestView], own_id: int | None
) -> tuple[NightTableView, ...]:
    by_table: dict[int, list[NightSeat]] = {}
    for seat in seats:
        by_table.setdefault(seat.table_id, []).append(seat)
    games = [own[0].table.game_id for own in by_table.values()]
    policies = enacted_policies([each for each in games if each is not None])
    return tuple(_table(night, own, views, own_id, policies) for own in by_table.values())


def _table(
    night: Night,
    seats: Sequence[NightSeat],
    views: Mapping[int, GuestView],
    own_id: int | None,
    policies: Mapping[int, Sequence[Party]],
) -> NightTableView:
    table = seats[0].table
    game = table.game
    enacted = policies.get(table.game_id, ()) if table.game_id is not None else ()
    is_over = game is not None and game.status == Game.Status.FINISHED
    return NightTableView(
        number=table.number,
        people=tuple(views[seat.user_id] for seat in seats),
        outcome=table.outcome,
        round=0 if game is None else game.round,
        liberal=sum(party is Party.LIBERAL for party in enacted),
        fascist=sum(party is Party.FASCIST for party in enacted),
        winner=game.winner if game is not None and is_over else "",
        url="" if game is None else reverse("games:table", args=[game.code]),
        is_unranked=game is not None and night.is_ranked and not game.is_ranked,
        is_own=any(seat.user_id == own_id for seat in seats),
    )


def _round(latest: NightRound, tables: tuple[NightTableView, ...]) -> NightRoundView:
    return NightRoundView(
        number=latest.number,
        begins_at=latest.begins_at,
        has_begun=latest.begun_at is not None,
        has_ended=latest.ended_at is not None,
        tables=tables,
    )


def _standing(
    seats: Sequence[NightSeat],
    views: Mapping[int, GuestView],
    places: Sequence[NightPlace],
) -> tuple[StandingView, ...]:
    if not any(seat.table.outcome for seat in seats):
        return ()
    out = {each.user_id for each in places if each.state != PlaceState.COMING}
    everybody = {seat.user_id for seat in seats if seat.table.outcome != NightTable.Outcome.OPEN}
    return tuple(
        StandingView(
            rank=line.rank,
            person=views[line.person],
            is_out=line.person in out,
            wins=line.wins,
            games=line.games,
            over=round(line.over, 2),
            opponents=line.opponents,
        )
        for line in standing(played_at(seats), everybody)
    )


def _honours(night: Night, views: Mapping[int, GuestView]) -> tuple[HonourView, ...]:
    if night.status != NightStatus.OVER:
        return ()
    found: dict[str, list[GuestView]] = {}
    for each in night.honours.all():
        found.setdefault(each.get_kind_display(), []).append(views[each.user_id])
    return tuple(HonourView(label=label, people=tuple(who)) for label, who in found.items())


def _own(
    night: Night,
    reader: User | None,
    places: Sequence[NightPlace],
    coming: Sequence[NightPlace],
    with_place: frozenset[int],
    views: Mapping[int, GuestView],
    latest: NightRound | None,
    tables: Sequence[NightTableView],
    now: datetime,
) -> OwnNightView:
    if reader is None:
        return OwnNightView()
    place = next((each for each in places if each.user_id == reader.pk), None)
    is_open = not night.has_ended
    is_coming = place is not None and place.state == PlaceState.COMING
    has_place = is_coming and reader.pk in with_place
    is_out = place is not None and place.state in (PlaceState.MISSED, PlaceState.REMOVED)
    waiting = [each.user_id for each in coming if each.user_id not in with_place]
    is_current = latest is not None and latest.ended_at is None
    table = next((each for each in tables if each.is_own), None) if is_current else None
    is_playing = table is not None and bool(table.url) and not table.outcome
    return OwnNightView(
        is_coming=is_coming,
        has_place=has_place,
        turn=waiting.index(reader.pk) + 1 if reader.pk in waiting else 0,
        is_out=is_out,
        is_ready=is_coming and views[reader.pk].is_ready,
        may_say_ready=is_open
        and is_coming
        and not is_playing
        and now >= night.starts_at - CHECK_IN,
        may_join=is_open and not is_coming and not is_out and not reader.is_guest,
        may_leave=is_open and is_coming,
        table=table if is_open else None,
        voice_url=night.voice_url if has_place and is_admitted(night, reader) else "",
    )
