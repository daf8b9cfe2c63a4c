"""A mail of slow games: the tables that wait for its reader; which decision at each, and until when.

Made from a spectator's Observation, as a mail is read on many screens and kept for long.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.observation import Observation
from games.presenters.players import Player, in_a_sentence
from games.presenters.table.phase import present_phase_sentence
from games.presenters.view import view_model
from games.values.timing import TimeUp, TurnNotice
from games.words import phrases
from games.words.dates import written


@view_model
class TableInMail:
    """One table that waits."""

    kind: TurnNotice
    name: str
    url: str
    sentence: str
    until: str
    left: str
    time_up: str


@view_model
class TurnMailView:
    """The text of the mail, without what every mail holds."""

    subject: str
    name: str
    opening: str
    tables: tuple[TableInMail, ...]


def present_table_in_mail(
    observation: Observation,
    players: tuple[Player, ...],
    *,
    kind: TurnNotice,
    name: str,
    url: str,
    deadline: datetime,
    time_up: TimeUp,
    now: datetime,
) -> TableInMail:
    """Return what the mail says of a table, in the active language.

    Raises ValueError for an Observation of a seat: a mail may hold public facts only.
    """
    if observation.viewer is not None:
        raise ValueError("mails are made from what a spectator sees")
    ends = deadline.astimezone(UTC)
    return TableInMail(
        kind=kind,
        name=name,
        url=url,
        sentence=present_phase_sentence(observation, players).sentence,
        until=f"{written(ends)}, {ends:%H:%M} UTC",
        left=timeuntil(deadline, now),
        time_up=phrases.name_of(time_up),
    )


def present_turn_mail(tables: Sequence[TableInMail], *, name: str) -> TurnMailView:
    """Return the mail about these tables to the person of this name, in the active language."""
    subject, opening = _of_one(tables[0]) if len(tables) == 1 else _of_many(len(tables))
    return TurnMailView(
        subject=subject, name=in_a_sentence(name), opening=opening, tables=tuple(tables)
    )


def _of_one(table: TableInMail) -> tuple[str, str]:
    if table.kind is TurnNotice.CALL:
        subject = _("A table waits for you: %(table)s")
        opening = _("A slow game waits for your decision.")
    else:
        subject = _("Little time is left: %(table)s")
        opening = _("A slow game still waits for your decision, and little time is left.")
    # A line feed would end the subject.
    return subject % {"table": " ".join(table.name.split())}, opening


def _of_many(count: int) -> tuple[str, str]:
    subject = ngettext(
        "%(number)s table waits for you", "%(number)s tables wait for you", count
    ) % {"number": count}
    return subject, _("Several slow games wait for your decision, the most urgent one first.")
