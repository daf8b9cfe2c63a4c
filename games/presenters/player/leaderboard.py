"""The leaderboard and the table of a season."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.player.numbers import number, signed
from games.presenters.player.past_games import FormMarkView, form_mark
from games.presenters.view import view_model
from games.values.community import SeasonWinner
from games.values.player import Outcome, SeasonRow, Standing

ROWS = 50
"""Rows on a page."""
NEAR = 5
"""How many people on their way to a short board are named."""
FORM = 5
"""How many of the latest results a row shows."""
PODIUM = 3


class _MoveKind(StrEnum):
    """How a place compares with the one of a week ago."""

    UP = "up"
    DOWN = "down"
    NEW = "new"
    SAME = "same"


@view_model
class MoveView:
    """A move on the board: by how many places, and the same in words."""

    kind: str
    steps: int
    words: str


@view_model
class BoardRowView:
    """One player's row on the leaderboard."""

    place: int
    name: str
    face: str
    is_self: bool
    figure: str
    """Rating less uncertainty, by which the board is ordered, in whole points."""
    rating: float
    uncertainty: float
    games: int
    wins: int
    form: tuple[FormMarkView, ...]
    """The latest ranked results, the newest last."""
    streak: int
    """How many ranked games in a row were just won; 0 for less than two."""
    move: MoveView | None
    """None where nobody stood on the board a week ago."""


@view_model
class SeasonRowView:
    """One player's row in the table of a season."""

    place: int
    name: str
    face: str
    is_self: bool
    figure: str
    """Wins over expectation, with a sign."""
    games: int
    wins: int
    expected: float


Row = TypeVar("Row", BoardRowView, SeasonRowView)


@view_model
class SeasonWinnerView:
    """Whose season it was."""

    season: str
    season_name: str
    name: str
    face: str
    figure: str


@view_model
class TimeLeftView:
    """How much of a season is left, the last day included."""

    days: int
    gone: int
    """How many days are over."""
    all: int
    last_day: date


@view_model
class NearRowView:
    """Somebody on the way to a board."""

    name: str
    face: str
    games: int
    missing: int


@view_model
class PagesView:
    """The reader's place in a long list."""

    here: int
    last: int
    people: int

    @property
    def previous(self) -> int | None:
        """The page before this one."""
        return min(self.here - 1, self.last) if self.here > 1 else None

    @property
    def next(self) -> int | None:
        """The page after this one."""
        return self.here + 1 if self.here < self.last else None


def present_leaderboard(
    rows: Sequence[Standing],
    viewer_id: int | None,
    *,
    latest: Mapping[int, Sequence[Outcome]],
    streaks: Mapping[int, int],
    before: Mapping[int, int],
) -> list[BoardRowView]:
    """A page of the leaderboard.

    `latest` has everybody's latest ranked results, the newest last; `streaks` how many were just won in a row;
    `before` the places of a week ago.
    """
    return [
        BoardRowView(
            place=row.rank or 0,
            name=row.name,
            face=row.face,
            is_self=row.user_id == viewer_id,
            figure=number(row.rating - row.uncertainty),
            rating=row.rating,
            uncertainty=row.uncertainty,
            games=row.games,
            wins=row.wins,
            form=tuple(form_mark(outcome) for outcome in latest.get(row.user_id, ())),
            streak=streaks.get(row.user_id, 0),
            move=_move(before.get(row.user_id), row.rank or 0) if before else None,
        )
        for row in rows
    ]


def _move(before: int | None, place: int) -> MoveView:
    if before is None:
        return MoveView(kind=_MoveKind.NEW, steps=0, words=_("new on the board since last week"))
    steps = before - place
    if not steps:
        return MoveView(kind=_MoveKind.SAME, steps=0, words=_("the same place as last week"))
    text = (
        ngettext(
            "up %(count)d place since last week", "up %(count)d places since last week", steps
        )
        if steps > 0
        else ngettext(
            "down %(count)d place since last week", "down %(count)d places since last week", -steps
        )
    )
    return MoveView(
        kind=_MoveKind.UP if steps > 0 else _MoveKind.DOWN,
        steps=abs(steps),
        words=text % {"count": abs(steps)},
    )


def present_season(rows: Iterable[SeasonRow], viewer_id: int | None) -> list[SeasonRowView]:
    """A page of a season's table."""
    return [
        SeasonRowView(
            place=row.rank,
            name=row.name,
            face=row.face,
            is_self=row.user_id == viewer_id,
            figure=signed(row.over_expectation, 1),
            games=row.games,
            wins=row.wins,
            expected=row.expected,
        )
        for row in rows
    ]


def on_podium(
    rows: Sequence[Row], *, has_free_places: bool = True
) -> tuple[list[Row | None], list[Row]]:
    """Return the first three, None for a place that is free, and the rows below; on a later page no podium."""
    if not rows or rows[0].place != 1:
        return [], list(rows)
    first: list[Row | None] = []
    first.extend(rows[:PODIUM])
    if has_free_places:
        first.extend([None] * (PODIUM - len(first)))
    return first, list(rows[PODIUM:])


def present_season_winners(found: Iterable[SeasonWinner]) -> tuple[SeasonWinnerView, ...]:
    """Return whose the past seasons were."""
    return tuple(
        SeasonWinnerView(
            season=each.season,
            season_name=season_name(each.season),
            name=each.row.name,
            face=each.row.face,
            figure=signed(each.row.over_expectation, 1),
        )
        for each in found
    )


def present_time_left(season: str, today: date) -> TimeLeftView:
    """Return how much of a season is left on one of its days."""
    first, last = season_days(season)
    whole, left = 1 + (last - first).days, 1 + (last - today).days
    return TimeLeftView(days=left, gone=whole - left, all=whole, last_day=last)


def present_near(rows: Iterable[Standing | SeasonRow], least_games: int) -> list[NearRowView]:
    """Return who is on the way to a board, and how far."""
    return [
        NearRowView(name=row.name, face=row.face, games=row.games, missing=least_games - row.games)
        for row in rows
    ]


def present_pages(page: int, people: int, a_page: int = ROWS) -> PagesView:
    """Return the place of a page among all."""
    return PagesView(here=page, last=max(1, -(-people // a_page)), people=people)


def season_name(season: str) -> str:
    """Return 2026-Q4 in words."""
    year, quarter = season.split("-Q")
    names = {
        "1": _("January to March %(year)s"),
        "2": _("April to June %(year)s"),
        "3": _("July to September %(year)s"),
        "4": _("October to December %(year)s"),
    }
    return names[quarter] % {"year": year}


def season_days(season: str) -> tuple[date, date]:
    """Return the first and the last day of 2026-Q4."""
    year, quarter = map(int, season.split("-Q"))
    after = date(year + quarter // 4, quarter * 3 % 12 + 1, 1)
    return date(year, quarter * 3 - 2, 1), after - timedelta(days=1)
