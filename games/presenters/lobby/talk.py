"""The talk of a lobby for one of those who sit there; whom the reader muted is left out."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.values.chat import TalkMode
from games.values.lobby import LobbySnapshot
from games.words.talk import PHRASE_GROUPS, needs_name, phrase_text


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyLineView:
    """One line."""

    number: int
    name: str
    address: str
    """The person's name or handle in addresses; empty for a closed account."""
    face: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyTalkView:
    """All lines, and how people talk here."""

    mode: str
    lines: tuple[LobbyLineView, ...]


def present_lobby_talk(lobby: LobbySnapshot, viewer: int) -> LobbyTalkView:
    """Return the talk in the active language."""
    return LobbyTalkView(
        mode=TalkMode(lobby.talk).value,
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


def present_lobby_phrases() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the ready-made sentences that name no player, by groups: key and text."""
    groups = (
        (
            str(group),
            tuple((key, phrase_text(key, "")) for key in sentences if not needs_name(key)),
        )
        for group, sentences in reversed(PHRASE_GROUPS)
    )
    return tuple(group for group in groups if group[1])
