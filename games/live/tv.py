"""The content of a TV: the public regions, and the newest lines of the log."""

from games.engine.events import Told
from games.live.table_screen import TableScreen
from games.presenters.table.regions import Region, by_id
from games.presenters.table.table_view import TableView
from games.presenters.table.tv import TvNewsView, present_news, tv_regions
from games.transport.diff import diff

# More than enough events for the newest lines, however many ballots lie between.
ENOUGH_EVENTS = 120


def tv_page_views(screen: TableScreen) -> tuple[TableView, TvNewsView]:
    """Return the table as this spectator sees it, and the newest lines; in the active language."""
    newest = Told(screen.seen.told[-ENOUGH_EVENTS:])
    return screen.table, present_news(screen.log_lines(newest))


def new_on_tv(screen: TableScreen, shown: dict[str, Region]) -> str:
    """Return the regions that differ from those shown, which are brought up to date."""
    regions = tv_regions(*tv_page_views(screen))
    return "\n".join(screen.rendered(new) for _old, new in diff(shown, by_id(regions)))
