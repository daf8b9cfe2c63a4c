"""The lists of a month as a moderator reads them: never a line about themselves, or about a game in which they sat."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import floor, log10

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import User
from accounts.staff import decidable_by
from games.models import Seat
from games.moderation.cases import cases_for
from games.moderation.month_models import LineAbout, LineGame, MonthLine, MonthList
from games.presenters.player.numbers import number

SMALLEST = 0.000001
"""The smallest probability that is written out."""
SHOWN = 100
"""Lines of a kind on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLink:
    """A game behind a line."""

    name: str
    replay_url: str
    """Empty for a game behind a password, which nobody opens who did not play in it."""
    round: int | None
    as_president: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPersonView:
    """A person of a line, and their open case."""

    pk: int
    name: str
    address: str
    case: int | None
    """None if there is none that the moderator may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One line, with its probabilities as texts."""

    pk: int
    people: tuple[NamedPersonView, ...]
    line: MonthLine
    chance: str
    corrected: str
    chance_met: str
    games: tuple[GameLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthView:
    """One month's list."""

    listing: MonthList
    pairs: tuple[LineView, ...]
    thrown: tuple[LineView, ...]


def shown_lists(now: datetime) -> QuerySet[MonthList]:
    """Return the lists that are finished, and not so old that they are about to be forgotten; the newest first."""
    after = now - timedelta(days=settings.KEEP_REPORTS_DAYS)
    return MonthList.objects.filter(finished_at__gte=after)


def lines_for(moderator: User) -> QuerySet[MonthLine]:
    """Return the lines of finished lists that this moderator may see and open cases from."""
    sat = Seat.objects.filter(user=moderator).values("game_id")
    of_own_games = LineGame.objects.filter(game__in=sat).values("line_id")
    people = decidable_by(moderator).filter(closed_at=None).values("pk")
    lines = MonthLine.objects.filter(listing__finished_at__isnull=False, person__in=people)
    return lines.filter(Q(other=None) | Q(other__in=people)).exclude(pk__in=of_own_games)


def present_month(listing: MonthList, moderator: User) -> MonthView:
    """Return a list for a moderator; a few queries, whatever its length."""
    own = lines_for(moderator).filter(listing=listing)
    own = own.select_related("person", "other").prefetch_related("games__game")
    pairs = own.filter(about=LineAbout.PAIR).order_by("corrected", "pk")[:SHOWN]
    thrown = own.filter(about=LineAbout.THROWN).order_by("-times", "out_of", "pk")[:SHOWN]
    open_cases = cases_for(moderator).filter(decided_at=None)
    cases = dict(open_cases.values_list("person_id", "pk"))
    return MonthView(
        listing=listing,
        pairs=tuple(_present(line, cases) for line in pairs),
        thrown=tuple(_present(line, cases) for line in thrown),
    )


def present_lines(lines: Iterable[MonthLine]) -> tuple[LineView, ...]:
    """Return the lines from which a case was opened."""
    return tuple(_present(line, {}) for line in lines)


def _present(line: MonthLine, cases: dict[int, int]) -> LineView:
    people = (line.person,) if line.other is None else (line.person, line.other)
    return LineView(
        pk=line.pk,
        people=tuple(
            NamedPersonView(
                pk=each.pk,
                name=each.display_name,
                address=each.username,
                case=cases.get(each.pk),
            )
            for each in people
        ),
        line=line,
        chance=_probability(line.chance),
        corrected=_probability(line.corrected),
        chance_met=_probability(line.chance_met),
        games=tuple(_link(each) for each in line.games.all()),
    )


def _link(each: LineGame) -> GameLink:
    code, url = each.game.code, ""
    if not each.game.is_locked:
        url = reverse("games:replay", args=[code])
        if each.step is not None:
            url = reverse("games:replay_step", args=[code, each.step])
    return GameLink(
        name=each.game.name, replay_url=url, round=each.round, as_president=each.as_president
    )


def _probability(value: float | None) -> str:
    """Return a probability with two digits that count, after its sign: "= 0.012", "< 0.000001"."""
    if value is None:
        return ""
    if value < SMALLEST:
        return f"< {number(SMALLEST, 6)}"
    return f"= {number(value, max(2, 1 - floor(log10(value))))}"
