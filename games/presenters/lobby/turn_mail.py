"""A mail of a slow game: the table waits for its reader; which decision, and until when.

Made from a spectator's Observation, as a mail is read on many screens and kept for long.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from games.engine.observation import Observation
from games.presenters.players import Player, in_a_sentence
from games.presenters.table.phase import present_phase_sentence
from games.values.timing import TimeUp, TurnNotice
from games.words import phrases
from games.words.dates import written


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMailView:
    """The text of the mail, without its links."""

    subject: str
    name: str
    opening: str
    table: str
    sentence: str
    until: str
    left: str
    time_up: str


def present_turn_mail(
    observation: Observation,
    players: tuple[Player, ...],
    *,
    kind: TurnNotice,
    name: str,
    table: str,
    deadline: datetime,
    time_up: TimeUp,
    now: datetime,
) -> TurnMailView:
    """Return the mail in the active language.

    Raises ValueError for an Observation of a seat: a mail may hold public facts only.
    """
    if observation.viewer is not None:
        raise ValueError("mails are made from what a spectator sees")
    ends = deadline.astimezone(UTC)
    if kind is TurnNotice.CALL:
        subject = _("A table waits for you: %(table)s")
        opening = _("A slow game waits for your decision.")
    else:
        subject = _("Little time is left: %(table)s")
        opening = _("A slow game still waits for your decision, and little time is left.")
    return TurnMailView(
        # A line feed would end the subject.
        subject=subject % {"table": " ".join(table.split())},
        name=in_a_sentence(name),
        opening=opening,
        table=table,
        sentence=present_phase_sentence(observation, players).sentence,
        until=f"{written(ends)}, {ends:%H:%M} UTC",
        left=timeuntil(deadline, now),
        time_up=phrases.name_of(time_up),
    )
