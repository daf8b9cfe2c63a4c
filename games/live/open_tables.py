"""The lists of the home page as regions: games to watch, nights of this evening, and a card for each open table.

A card is drawn once for each language and sent alone. New cards come after those that a page shows, so none pushes
another away; only a page that is loaded anew has them in order (selectors.open_tables).
"""

from functools import lru_cache
from typing import TypeAlias

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from games.presenters.lobby.home import present_games_to_watch
from games.presenters.lobby.open_tables import (
    present_card,
    present_new_tables,
    wanted_tables,
)
from games.values.coming_night import ComingNight
from games.values.lobby import HomeSnapshot, LobbyEntry, WatchEntry
from games.values.table_filter import TableFilter

Regions: TypeAlias = dict[str, SafeString]

CARDS_DRAWN = 2048
WATCH, NIGHTS, LIST = "watch", "nights", "list"
_CARD = "table-"
_END = "</ul>"


def render_list(
    tables: tuple[LobbyEntry, ...],
    games: tuple[WatchEntry, ...],
    nights: tuple[ComingNight, ...],
    wanted: TableFilter,
    language: str,
) -> Regions:
    """Return the games to watch, the nights of this evening, the list without its cards, and each card of a wanted table."""
    with translation.override(language):
        watch = {"to_watch": present_games_to_watch(games)}
        return {
            WATCH: render_to_string("games/lobby/_to_watch.html", watch),
            NIGHTS: render_to_string("games/nights/_tonight.html", {"nights": nights}),
            LIST: render_to_string(
                "games/lobby/_open_lobbies.html", {"is_filtered": bool(wanted.to_text())}
            ),
            **{
                f"{_CARD}{table.code}": _card(table, language)
                for table in wanted_tables(tables, wanted)
            },
        }


@lru_cache(maxsize=CARDS_DRAWN)
def _card(table: LobbyEntry, language: str) -> SafeString:
    with translation.override(language):
        return render_to_string("games/lobby/_table_card.html", {"table": present_card(table)})


def whole_list(regions: Regions) -> SafeString:
    """Return the list with its cards."""
    before, after = regions[LIST].split(_END, 1)
    return mark_safe(f"{before}{_cards(regions)}{_END}{after}")  # noqa: S308


def _cards(regions: Regions, *, besides: Regions | None = None) -> str:
    known = besides or {}
    return "".join(
        card for name, card in regions.items() if name.startswith(_CARD) and name not in known
    )


def list_changes(shown: Regions, regions: Regions) -> list[str]:
    """Return what brings a page that shows these regions up to date, and note that it does."""
    before = dict(shown)
    shown.clear()
    shown.update(regions)
    if not before:
        return [regions[WATCH], regions[NIGHTS], whole_list(regions)]
    gone = [name for name in before if name not in regions]
    changed = [html for name, html in regions.items() if before.get(name, html) != html]
    fresh = _cards(regions, besides=before)
    return [
        *changed,
        *(f'<li id="{name}" hx-swap-oob="delete"></li>' for name in gone),
        *([f'<ul id="open-tables" hx-swap-oob="beforeend">{fresh}</ul>'] if fresh else []),
    ]


def list_news(
    before: HomeSnapshot, after: HomeSnapshot, wanted: TableFilter, language: str
) -> str:
    """Return the line that tells screen readers of new tables, or nothing."""
    known = {table.code for table in before.open_lobbies}
    new = [table for table in wanted_tables(after.open_lobbies, wanted) if table.code not in known]
    if not new:
        return ""
    with translation.override(language):
        news = {"news": present_new_tables(new)}
        return render_to_string("games/lobby/_lobby_news.html", news)
