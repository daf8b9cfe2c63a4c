"""Table talk for one viewer: lines, ready-made sentences, and why the composer is closed."""

from collections.abc import Iterable
from typing import ClassVar

from django.urls import reverse

from games.engine.table_talk import Silence, Speakers, channel_of, silence_of
from games.engine.vocabulary import Channel, Phase, SeatNumber
from games.presenters.players import Player, name_of
from games.presenters.table.claims import (
    cards_of,
    claim_text,
    face_in,
    party_name_of,
    party_of,
)
from games.presenters.view import View, view_model
from games.values.chat import SaidLine, TalkMode
from games.words.once_per_language import once_per_language
from games.words.spoken_language import gettext as _
from games.words.spoken_language import pgettext
from games.words.talk import PHRASE_GROUPS, needs_name, phrase_text


@view_model
class ChatLineView(View):
    """One line of table talk."""

    template: ClassVar[str] = "games/table/_chat_line.html"
    place_in_list: int
    """Counted among the lines this viewer hears: gaps would reveal lines of other channels."""
    new_round: int = 0
    """The round that begins above this line, or None."""
    channel: str
    channel_name: str = ""
    """The channel, unless it is the table."""
    author: str
    face: str
    author_key: str
    """The author's key in the viewer's list of mutes."""
    place: int | None
    """The author's seat, counted from 1; None for a spectator."""
    record_url: str = ""
    """The address of the author's card; empty for a spectator."""
    text: str
    cards: tuple[str, ...] = ()
    """The policies that a claim names, drawn beside it."""
    party: str = ""
    party_name: str = ""
    claimed_face: str = ""
    """Of whom a party is claimed."""
    is_claim: bool = False

    @property
    def id(self) -> str:
        """The id of the line's element."""
        return f"said-{self.place_in_list}"


@view_model
class NewChatLinesView(View):
    """Lines to be put after those that are there; the same for all who hear the same."""

    template: ClassVar[str] = "games/table/_chat_append.html"
    id: str = "chat"
    lines: tuple[ChatLineView, ...]


@view_model
class TalkStateView(View):
    """The audience of a new message, or the reason why none may be sent."""

    template: ClassVar[str] = "games/table/_talk_state.html"
    id: str = "talk-state"
    sentence: str
    is_open: bool


# Lines


def present_chat(
    said: Iterable[SaidLine],
    players: tuple[Player, ...],
    heard: frozenset[Channel],
    *,
    last_round: int = 0,
    heard_before: int = 0,
    muted: frozenset[str] = frozenset(),
    game_code: str = "",
) -> tuple[ChatLineView, ...]:
    """Return the lines of the heard channels, with a mark where a new round begins.

    `last_round` and `heard_before` continue an earlier part: the round of its last line, and its
    number of lines. Lines of muted people are left out, but not their claims. With a `game_code`, players'
    names lead to their cards at that table.
    """
    lines: list[ChatLineView] = []
    for line in said:
        if line.channel not in heard or (line.claim is None and line.author in muted):
            continue
        new_round = line.round if line.round != last_round else 0
        last_round = line.round
        lines.append(_line(line, players, heard_before + len(lines) + 1, new_round, game_code))
    return tuple(lines)


# Remembered, as everybody who hears the same reads the same line.
@once_per_language(4096)
def _line(
    line: SaidLine, players: tuple[Player, ...], place_in_list: int, new_round: int, game_code: str
) -> ChatLineView:
    claim = line.claim
    if claim is not None:
        text = claim_text(claim, players)
    elif line.phrase:
        about = "" if line.about is None else name_of(players, line.about)
        text = phrase_text(line.phrase, about)
    else:
        # The author of a line without words has deleted the account.
        text = line.text or _("(deleted with the account)")
    return ChatLineView(
        place_in_list=place_in_list,
        new_round=new_round,
        channel=line.channel.value,
        channel_name=_channel_name(line.channel),
        author=_author(line, players),
        face=line.face if line.seat is None else players[line.seat].face,
        author_key=line.author,
        place=None if line.seat is None else line.seat + 1,
        record_url=_record_url(line, game_code),
        text=text,
        cards=() if claim is None else cards_of(claim.kind, claim.content),
        party="" if claim is None else party_of(claim.kind, claim.content),
        party_name="" if claim is None else party_name_of(claim),
        claimed_face="" if claim is None else face_in(claim, players),
        is_claim=claim is not None,
    )


def _record_url(line: SaidLine, game_code: str) -> str:
    # A claim names its author within its sentence.
    if not game_code or line.seat is None or line.claim is not None:
        return ""
    return reverse("games:player_record", args=[game_code, line.seat])


def _author(line: SaidLine, players: tuple[Player, ...]) -> str:
    if line.seat is not None:
        return players[line.seat].name
    return line.name or _("deleted player")


def _channel_name(channel: Channel) -> str:
    match channel:
        case Channel.TABLE:
            return ""
        case Channel.DEAD:
            return pgettext("channel of talk", "The dead")
        case Channel.SPECTATORS:
            return pgettext("channel of talk", "Spectators")


# The composer


def present_talk_state(
    table: Speakers, viewer: SeatNumber | None, mode: TalkMode, *, is_admitted: bool = False
) -> TalkStateView:
    """Return who would hear this viewer now, or why the composer is closed; from public facts only.

    `is_admitted`: whether a spectator takes part in the spectators' talk.
    """
    silence = silence_of(viewer, table, is_admitted=is_admitted)
    return _talk_state(channel_of(viewer, table), silence, mode, table.phase is Phase.GAME_OVER)


# Cached: every action asks for it once for each viewer, and there are a few answers.
@once_per_language(64)
def _talk_state(
    channel: Channel, silence: Silence | None, mode: TalkMode, is_over: bool
) -> TalkStateView:
    if mode is TalkMode.NONE:
        sentence = _("There is no chat at this table: people talk aloud.")
    elif silence is Silence.PRESIDENT:
        sentence = _("You are President: silent until the policy lies face up.")
    elif silence is Silence.CHANCELLOR:
        sentence = _("You are Chancellor: silent until the policy lies face up.")
    elif silence is Silence.NOT_ADMITTED:
        sentence = _(
            "Spectators talk among themselves until the end. To keep players from listening in,"
            " their talk is open to people who were at this site before the game began."
        )
    elif is_over:
        sentence = _("The game is over: everybody reads everything and may speak.")
    else:
        sentence = _audience_sentence(channel)
    return TalkStateView(
        sentence=sentence,
        is_open=silence is None and mode is not TalkMode.NONE,
    )


def _audience_sentence(channel: Channel) -> str:
    match channel:
        case Channel.TABLE:
            return _("Everybody reads this.")
        case Channel.DEAD:
            return _("Only the dead and spectators read this until the end.")
        case Channel.SPECTATORS:
            return _("Only spectators read this until the end.")


BLANK = "\N{HORIZONTAL ELLIPSIS}"
"""Stands for a player's name that is still to be chosen."""


@once_per_language(16)
def present_phrases() -> tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...]:
    """Return the ready-made sentences by groups: key, text, and whether it names a player."""
    return tuple(
        (str(group), tuple((key, _with_blank(key), needs_name(key)) for key in sentences))
        for group, sentences in PHRASE_GROUPS
    )


def _with_blank(phrase: str) -> str:
    # No fourth dot after the three of the blank.
    return phrase_text(phrase, BLANK).replace(f"{BLANK}.", BLANK)
