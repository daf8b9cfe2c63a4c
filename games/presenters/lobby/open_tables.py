"""The cards of open tables on the home page, in the reader's language."""

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.vocabulary import Edition
from games.presenters.lobby.lobby import present_bots
from games.presenters.players import in_a_sentence
from games.presenters.view import view_model
from games.values.chat import TalkMode
from games.values.languages import names_of_languages
from games.values.lobby import LobbyEntry, LobbySnapshot
from games.values.quick_seat import SeatReason
from games.values.table_filter import TableFilter
from games.values.timing import Pace
from games.words.boards import name_of_other_board
from games.words.phrases import name_of

# Of more tables people see those that begin soonest, and choose by the filter.
MOST_CARDS = 60


@view_model
class TableCardView:
    """One open table."""

    code: str
    url: str
    name: str
    host: str
    host_address: str
    """The host's name or handle in addresses."""
    host_face: str
    faces: tuple[str, ...]
    free: range
    """One for each free seat."""
    seats: str
    facts: str
    """Languages, pace, talk and voice."""
    marks: tuple[str, ...]
    """What not every table has."""
    ranked: str
    """That it is ranked, and how strong its people are; empty for a casual table."""
    is_full: bool


def wanted_tables(entries: Iterable[LobbyEntry], wanted: TableFilter) -> tuple[LobbyEntry, ...]:
    """Return those of the open tables that a page shows whose reader wants these."""
    return tuple(entry for entry in entries if wanted.takes(entry))[:MOST_CARDS]


def present_card(entry: LobbyEntry) -> TableCardView:
    """Return an open table in the active language."""
    marks = (
        _("Password") if entry.has_password else "",
        present_bots(entry.bots),
        name_of(Edition(entry.edition)) if entry.edition != Edition.RETAIL else "",
        name_of_other_board(entry.board, entry.board_name),
    )
    return TableCardView(
        code=entry.code,
        url=reverse("games:lobby", args=[entry.code]),
        name=entry.name,
        host=entry.host_name,
        host_address=entry.host_address,
        host_face=entry.host_face,
        faces=entry.faces,
        free=range(entry.most_players - entry.taken),
        seats=_seats(entry.taken, entry.most_players),
        facts=" · ".join(filter(None, _facts(entry))),
        marks=tuple(str(mark) for mark in marks if mark),
        ranked=_ranked(entry),
        is_full=entry.is_full,
    )


def present_new_tables(tables: Sequence[LobbyEntry]) -> str:
    """Return one line that says which tables have opened; empty for none."""
    if not tables:
        return ""
    if len(tables) == 1:
        return _("A table is open: %(name)s.") % {"name": in_a_sentence(tables[0].name)}
    return ngettext(
        "%(count)s more table is open.", "%(count)s more tables are open.", len(tables)
    ) % {"count": len(tables)}


def present_quick_seat(
    lobby: LobbySnapshot, reasons: Sequence[SeatReason], *, is_new: bool
) -> str:
    """Return in words where quick seat has led, and why; for somebody who sits there now."""
    facts = (
        names_of_languages(lobby.languages),
        str(name_of(Pace(lobby.pace))),
        pgettext("mark on a table", "Ranked") if lobby.is_ranked else "",
        _seats(len(lobby.seats), lobby.most_players),
    )
    told = {"name": in_a_sentence(lobby.name), "facts": " · ".join(filter(None, facts))}
    if is_new:
        return (
            _("No open table was as you want it, so you have opened one: %(name)s. %(facts)s.")
            % told
        )
    said = _("You sit at %(name)s: %(facts)s.") % told
    if not reasons:
        return said
    words = {
        SeatReason.LANGUAGE: pgettext("reason for a table", "your language"),
        SeatReason.PACE: pgettext("reason for a table", "your pace"),
        SeatReason.RATING: pgettext("reason for a table", "close to your rating"),
        SeatReason.SOONEST: pgettext("reason for a table", "begins soonest"),
    }
    told = {"reasons": ", ".join(words[reason] for reason in reasons)}
    return f"{said} " + _("Chosen for you: %(reasons)s.") % told


def _seats(taken: int, most: int) -> str:
    return _("%(taken)s of %(most)s seats taken") % {"taken": taken, "most": most}


def _facts(entry: LobbyEntry) -> tuple[str, ...]:
    talk = {
        TalkMode.FREE: pgettext("talk at a table, in short", "Written talk"),
        TalkMode.PHRASES: pgettext("talk at a table, in short", "Ready-made sentences"),
        TalkMode.NONE: pgettext("talk at a table, in short", "People talk aloud"),
    }
    return (
        names_of_languages(entry.languages),
        str(name_of(Pace(entry.pace))),
        talk[TalkMode(entry.talk)],
        pgettext("of a table", "Voice room") if entry.has_voice else "",
    )


def _ranked(entry: LobbyEntry) -> str:
    if not entry.is_ranked:
        return ""
    if entry.mean_rating is None:
        return pgettext("mark on a table", "Ranked")
    return _("Ranked · mean rating %(rating)s") % {"rating": entry.mean_rating}
