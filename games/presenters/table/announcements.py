"""Announcements: each event in one short sentence, which scripts read out to screen readers.

Takes events that the viewer may read. Private knowledge is not announced, because other people may
be listening; only the viewer's own ballot is, which has just been pressed. The page itself announces that
other players have voted, by their ballots.
"""

from typing import ClassVar

from games.engine.events import (
    BallotMarked,
    Event,
    PartyMembershipShown,
    PeekShown,
    RolesRevealed,
    Told,
)
from games.engine.vocabulary import SeatNumber
from games.presenters.players import Player
from games.presenters.table.knowledge import Shown
from games.presenters.table.log import present_line
from games.presenters.table.phase import PhaseSentenceView
from games.presenters.view import View, view_model
from games.values.moments import public_kind_of
from games.words import phrases
from games.words.spoken_language import gettext as _


@view_model
class Announcement(View):
    """One sentence to be read out."""

    text: str = ""
    """Empty for the sentence of the phase, which the page shows."""
    round: int = 0
    """The round of a decision for which the table waits for the viewer, so that it may interrupt; else 0."""
    moment: str = ""
    """The kind of the moment that shows the same on the stage; its headline is then said instead."""


@view_model
class AnnouncementsView(View):
    """The announcements since the last frame."""

    template: ClassVar[str] = "games/table/_announcements.html"
    id: str = "announcements"
    announcements: tuple[Announcement, ...]


def present_announcements(
    told: Told, players: tuple[Player, ...], viewer: SeatNumber | None
) -> tuple[Announcement, ...]:
    """Return one announcement for every telling event, in order."""
    said = []
    for place, event in enumerate(told):
        following = told[place + 1] if place + 1 < len(told) else None
        text = _text(event, following, players, viewer)
        if text:
            kind = public_kind_of(event)
            said.append(Announcement(text=text, moment="" if kind is None else kind.value))
    return tuple(said)


def sentence_announcement(
    sentence: PhaseSentenceView, *, round_: int, is_told: bool
) -> tuple[Announcement, ...]:
    """Return the announcement of the phase's new sentence, without the sentence itself.

    With its round if the table waits for the viewer. Otherwise only if no event told of the change, as
    after a President's discard.
    """
    if sentence.is_own:
        return (Announcement(round=round_),)
    return () if is_told else (Announcement(),)


def _text(
    event: Event,
    following: Event | None,
    players: tuple[Player, ...],
    viewer: SeatNumber | None,
) -> str:
    match event:
        case BallotMarked() if event.seat == viewer:
            return _("Your ballot: %(vote)s") % {"vote": phrases.name_of(event.vote)}
        case RolesRevealed():
            return _("All secret roles lie open.")
        case PartyMembershipShown() | PeekShown() if event.seat == viewer:
            return _("There is something new for your eyes only.")
        case _ if isinstance(event, Shown):
            # The viewer's own cards are at the buttons; the log reveals those of others at the
            # end.
            return ""
        case _:
            line = present_line(event, following, players, viewer)
            return "" if line is None else line.text
