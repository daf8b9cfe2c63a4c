"""The leaderboard and the table of a season."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _

from games.presenters.player.player import FormMarkView, form_mark
from games.presenters.player.rates import RateView, present_rate
from games.statistics import Tally
from games.values.player import Outcome, SeasonRow, Standing

ROWS = 50
"""Rows on a page."""
NEAR = 5
"""How many people on their way to a short board are named."""
FORM = 5
"""How many of the latest results a row shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRowView:
    """One player's row on the leaderboard."""

    place: int
    name: str
    face: str
    is_self: bool
    rating: float
    uncertainty: float
    surely: float
    """Rating less uncertainty, by which the board is ordered."""
    games: int
    won: RateView
    form: tuple[FormMarkView, ...]
    """The latest ranked results, the newest last."""
    low: int
    width: int
    at: int
    """The rating's band and the rating itself, on a bar from 0 to 100 that all rows share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRowView:
    """One player's row in the table of a season."""

    place: int
    name: str
    face: str
    is_self: bool
    games: int
    wins: int
    expected: float
    over: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NearRowView:
    """Somebody on the way to a board."""

    name: str
    face: str
    games: int
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
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
    rows: Sequence[Standing], viewer_id: int | None, latest: Mapping[int, Sequence[Outcome]]
) -> list[BoardRowView]:
    """A page of the leaderboard; `latest` has everybody's latest ranked results, the newest last."""
    lowest = min((row.rating - row.uncertainty for row in rows), default=0.0)
    highest = max((row.rating + row.uncertainty for row in rows), default=0.0)
    width = max(highest - lowest, 1.0)

    def place(points: float) -> int:
        return round(100 * (points - lowest) / width)

    return [
        BoardRowView(
            place=row.rank or 0,
            name=row.name,
            face=row.face,
            is_self=row.user_id == viewer_id,
            rating=row.rating,
            uncertainty=row.uncertainty,
            surely=row.rating - row.uncertainty,
            games=row.games,
            won=present_rate(Tally(row.wins, row.games)),
            form=tuple(form_mark(outcome) for outcome in latest.get(row.user_id, ())),
            low=place(row.rating - row.uncertainty),
            width=place(row.rating + row.uncertainty) - place(row.rating - row.uncertainty),
            at=place(row.rating),
        )
        for row in rows
    ]


def present_season(rows: Iterable[SeasonRow], viewer_id: int | None) -> list[SeasonRowView]:
    """A page of a season's table."""
    return [
        SeasonRowView(
            place=row.rank,
            name=row.name,
            face=row.face,
            is_self=row.user_id == viewer_id,
            games=row.games,
            wins=row.wins,
            expected=row.expected,
            over=row.over_expectation,
        )
        for row in rows
    ]


def present_near(rows: Iterable[Standing | SeasonRow], least_games: int) -> list[NearRowView]:
    """Return who is on the way to a board, and how far."""
    return [
        NearRowView(name=row.name, face=row.face, games=row.games, missing=least_games - row.games)
        for row in rows
    ]


def present_pages(page: int, people: int) -> PagesView:
    """Return the place of a page among all."""
    return PagesView(here=page, last=max(1, -(-people // ROWS)), people=people)


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
