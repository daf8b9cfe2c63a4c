"""The talk of a lobby for one of those who sit there; whom the reader muted is left out."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presenters.view import view_model
from games.values.chat import SlowMode, TalkMode, mode_for
from games.values.lobby import LobbySnapshot
from games.words.phrases import name_of
from games.words.talk import LOBBY_PHRASE_GROUPS, phrase_text, slow_mode_sentence


@view_model
class LobbyLineView:
    """One line."""

    number: int
    name: str
    address: str
    """The person's name or handle in addresses; empty for a closed account."""
    face: str
    text: str


@view_model
class LobbyTalkView:
    """All lines, and how their reader talks here."""

    mode: str
    is_for_guests: bool
    """Whether others write freely, and the reader, being a guest, does not."""
    slow_mode: str
    """What slow mode asks of everybody; empty without it."""
    lines: tuple[LobbyLineView, ...]


def present_lobby_talk(lobby: LobbySnapshot, viewer: int) -> LobbyTalkView:
    """Return the talk in the active language."""
    mode = lobby_talk_mode(lobby, viewer)
    return LobbyTalkView(
        mode=mode.value,
        is_for_guests=mode != lobby.talk,
        slow_mode=slow_mode_sentence(SlowMode(lobby.slow_mode)),
        lines=tuple(
            LobbyLineView(
                number=line.number,
                name=line.name or _("deleted player"),
                address=line.address,
                face=line.face,
                text=line.text or phrase_text(line.phrase, ""),
            )
            for line in lobby.said
            if (viewer, line.user_id) not in lobby.mutes
        ),
    )


def lobby_talk_mode(lobby: LobbySnapshot, viewer: int) -> TalkMode:
    """Return how this person, who sits there, talks."""
    seat = lobby.seat_of(viewer)
    return mode_for(
        TalkMode(lobby.talk),
        is_public=lobby.is_public,
        guests_write=lobby.guests_write,
        is_guest=seat is not None and seat.is_guest,
    )


def present_talk_setting(lobby: LobbySnapshot, viewer: int | None) -> str:
    """Return how the reader talks here; to those who have no seat, how everybody does."""
    mode = TalkMode(lobby.talk)
    own = lobby.seat_of(viewer)
    for_guests = mode_for(
        mode, is_public=lobby.is_public, guests_write=lobby.guests_write, is_guest=True
    )
    if mode is for_guests or (own is not None and not own.is_guest):
        return name_of(mode)
    if own is None:
        return pgettext("table talk", "Free text, ready-made sentences for guests")
    return pgettext("table talk", "Ready-made sentences, as you are a guest")


def present_lobby_phrases() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the ready-made sentences of a lobby by groups: key and text."""
    return tuple(
        (str(group), tuple((key, phrase_text(key, "")) for key in sentences))
        for group, sentences in LOBBY_PHRASE_GROUPS
    )
