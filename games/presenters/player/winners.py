"""Who is at the tables now and who leads the last days, in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.presenters.view import view_model
from games.values.community import HereNow, LatestBests
from games.values.player import Best, Person


@view_model
class WinnerRowView:
    """Somebody on one of the lists, and the number that counts there."""

    person: Person
    number: int
    unit: str
    """What stands small beside the number: of how many games, or that they were in a row."""


@view_model
class WinnersView:
    """What somebody leads in: the first one, large, and those who follow."""

    title: str
    symbol: str
    first: WinnerRowView
    others: tuple[WinnerRowView, ...]


@view_model
class HereNowView:
    """How many people are at the tables."""

    count: int
    sentence: str
    """How many of them play and how many wait."""


def present_here_now(here: HereNow) -> HereNowView:
    """Return who is here in the active language."""
    parts = []
    if here.playing:
        text = ngettext("%(count)d plays", "%(count)d play", here.playing)
        parts.append(text % {"count": here.playing})
    if here.waiting:
        text = ngettext("%(count)d waits for others", "%(count)d wait for others", here.waiting)
        parts.append(text % {"count": here.waiting})
    return HereNowView(count=here.playing + here.waiting, sentence=" · ".join(parts))


def present_winners(bests: LatestBests) -> tuple[WinnersView, ...]:
    """Return the lists with anybody on them; the first one counts most."""
    lists = (
        (_("Most games won"), "victory", _rows(bests.won)),
        (_("Longest winning streak"), "check", _rows(bests.streaks, is_series=True)),
        (_("Most wins as a liberal"), "dove", _rows(bests.liberals)),
        (_("Most wins on the Fascist team"), "wolf", _rows(bests.fascists)),
        (_("Best newcomer"), "person", _rows(bests.newcomers)),
    )
    return tuple(
        WinnersView(title=title, symbol=symbol, first=rows[0], others=tuple(rows[1:]))
        for title, symbol, rows in lists
        if rows
    )


def _rows(people: Iterable[Best], *, is_series: bool = False) -> list[WinnerRowView]:
    return [
        WinnerRowView(
            person=each.person,
            number=each.count,
            unit=pgettext("games won", "in a row") if is_series else _of_games(each.games),
        )
        for each in people
    ]


def _of_games(games: int) -> str:
    return ngettext("of %(count)d game", "of %(count)d games", games) % {"count": games}
