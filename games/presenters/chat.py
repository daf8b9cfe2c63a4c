"""Table talk as one viewer reads it: lines, claims, what may be claimed, why the composer is closed.

Doors: present_chat, present_talk_state, present_phrases, present_claim_offers, present_claim_slots,
present_people, present_person.
Every claim is told in the same way, and every answer is offered in the same order to everybody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games import phrases
from games.chat_values import ClaimValue, Mark, Notes, SaidLine, TalkMode
from games.engine.observation import Observation
from games.engine.table_talk import (
    CLAIMABLE_CONTENTS,
    NO_COMMENT,
    ClaimableAct,
    Silence,
    channel_of,
    claimable_acts,
    silence_of,
)
from games.engine.vocabulary import Channel, ClaimKind, Party, Phase, Policy, SeatNumber
from games.presenters.knowledge import names_of_policies
from games.presenters.players import Player, name_of
from games.talk_phrases import PHRASE_GROUPS, needs_name, phrase_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLineView:
    """One line of table talk."""

    place_in_list: int
    """Counted among the lines this viewer hears: a gap would tell of those said elsewhere."""
    new_round: int = 0
    """The round that begins above this line, if one does."""
    channel: str
    channel_name: str = ""
    """Where it was said, if not at the table."""
    author: str
    place: int | None
    """The author's seat, counted from 1; None for a spectator."""
    text: str
    cards: tuple[str, ...] = ()
    """Policies a claim names, as they are drawn beside it."""
    party: str = ""
    is_claim: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimView:
    """One claim in the log, beside what it speaks of."""

    text: str
    cards: tuple[str, ...]
    party: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSlotView:
    """All claims about one round, in the order they were made."""

    template: ClassVar[str] = "games/table/_claim_slot.html"
    id: str
    claims: tuple[ClaimView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkStateView:
    """Who hears what is written now, or why nothing may be sent."""

    template: ClassVar[str] = "games/table/_talk_state.html"
    id: str = "talk-state"
    sentence: str
    is_open: bool
    channel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAnswerView:
    """One thing that may be claimed: one form."""

    content: str
    label: str
    cards: tuple[str, ...] = ()
    party: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimOfferView:
    """One act of the viewer's own, and everything that may be said of it."""

    round: int
    kind: str
    question: str
    answers: tuple[ClaimAnswerView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimOffersView:
    """The newest act nothing was claimed about; the others one step away."""

    template: ClassVar[str] = "games/table/_claim_offers.html"
    id: str = "claim-offers"
    say_url: str = ""
    newest: ClaimOfferView | None = None
    others: tuple[ClaimOfferView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """Somebody at the table in one's own notes: a private mark, and whether they are heard."""

    seat: SeatNumber | None
    place: int | None
    name: str
    mark: str
    mark_name: str
    next_mark: str
    may_be_marked: bool
    may_be_muted: bool
    is_muted: bool


# Lines


def present_chat(
    said: Iterable[SaidLine],
    players: tuple[Player, ...],
    heard: frozenset[Channel],
    *,
    last_round: int = 0,
    heard_before: int = 0,
    muted: frozenset[str] = frozenset(),
) -> tuple[ChatLineView, ...]:
    """The lines of the heard channels, with a mark where a new round begins.

    `last_round` is that of the line above, the last of `heard_before`; what muted people say is left out, but not their claims.
    """
    lines: list[ChatLineView] = []
    for line in said:
        if line.channel not in heard or (line.claim is None and _author(line, players) in muted):
            continue
        new_round = line.round if line.round != last_round else 0
        last_round = line.round
        lines.append(_line(line, players, heard_before + len(lines) + 1, new_round))
    return tuple(lines)


def _line(
    line: SaidLine, players: tuple[Player, ...], place_in_list: int, new_round: int
) -> ChatLineView:
    claim = line.claim
    if claim is not None:
        text = claim_text(claim, players)
    elif line.phrase:
        about = "" if line.about is None else name_of(players, line.about)
        text = phrase_text(line.phrase, about)
    else:
        text = line.text
    return ChatLineView(
        place_in_list=place_in_list,
        new_round=new_round,
        channel=line.channel.value,
        channel_name=_channel_name(line.channel),
        author=_author(line, players),
        place=None if line.seat is None else line.seat + 1,
        text=text,
        cards=() if claim is None else _cards(claim.kind, claim.content),
        party="" if claim is None else _party(claim.kind, claim.content),
        is_claim=claim is not None,
    )


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


# Claims


def claim_text(claim: ClaimValue, players: tuple[Player, ...]) -> str:
    """A claim in a sentence, the same for true and false ones."""
    values = {"name": name_of(players, claim.seat), "round": claim.round}
    if claim.content == NO_COMMENT:
        return _no_comment_text(claim.kind) % values
    match claim.kind:
        case ClaimKind.DREW:
            text = _("%(name)s claims to have drawn in round %(round)d: %(policies)s.")
            return text % (values | _policies(claim.content))
        case ClaimKind.RECEIVED:
            text = _("%(name)s claims to have received in round %(round)d: %(policies)s.")
            return text % (values | _policies(claim.content))
        case ClaimKind.PEEKED:
            text = _(
                "%(name)s claims to have seen on top of the draw pile in round %(round)d,"
                " the next one first: %(policies)s."
            )
            return text % (values | _policies(claim.content))
        case ClaimKind.INVESTIGATED:
            target = "" if claim.target is None else name_of(players, claim.target)
            party = phrases.name_of(Party(claim.content))
            text = _("%(name)s claims that the party membership of %(target)s is: %(party)s.")
            return text % (values | {"target": target, "party": party})


def _no_comment_text(kind: ClaimKind) -> str:
    match kind:
        case ClaimKind.DREW:
            return _("%(name)s makes no comment on the policies drawn in round %(round)d.")
        case ClaimKind.RECEIVED:
            return _("%(name)s makes no comment on the policies received in round %(round)d.")
        case ClaimKind.PEEKED:
            return _("%(name)s makes no comment on the policy peek in round %(round)d.")
        case ClaimKind.INVESTIGATED:
            return _("%(name)s makes no comment on the investigation in round %(round)d.")


def _policies(content: str) -> dict[str, str]:
    return {"policies": names_of_policies(tuple(Policy(letter) for letter in content))}


def _cards(kind: ClaimKind, content: str) -> tuple[str, ...]:
    return () if kind is ClaimKind.INVESTIGATED else tuple(content)


def _party(kind: ClaimKind, content: str) -> str:
    return content if kind is ClaimKind.INVESTIGATED else ""


def slot_id(round_: int) -> str:
    """Where in the log the claims about a round stand."""
    return f"claims-{round_}"


def present_claim_slots(
    claims: tuple[ClaimValue, ...], players: tuple[Player, ...]
) -> Mapping[str, ClaimSlotView]:
    """The claims by their places in the log; public, and the same for everybody."""
    return _claim_slots(claims, players, get_language())


# Remembered, as the offers are: every action of the table asks for them once for each viewer.
@lru_cache(maxsize=256)
def _claim_slots(
    claims: tuple[ClaimValue, ...],
    players: tuple[Player, ...],
    language: str | None,  # noqa: ARG001
) -> Mapping[str, ClaimSlotView]:
    by_slot: dict[str, list[ClaimView]] = {}
    for claim in claims:
        view = ClaimView(
            text=claim_text(claim, players),
            cards=_cards(claim.kind, claim.content),
            party=_party(claim.kind, claim.content),
        )
        by_slot.setdefault(slot_id(claim.round), []).append(view)
    return MappingProxyType(
        {slot: ClaimSlotView(id=slot, claims=tuple(views)) for slot, views in by_slot.items()}
    )


def present_claim_offers(
    observation: Observation,
    players: tuple[Player, ...],
    claims: Iterable[ClaimValue],
    say_url: str,
) -> ClaimOffersView:
    """What this viewer may make claims about now; every answer there is, in its fixed order."""
    acts = claimable_acts(observation.viewer, observation)
    if not acts:
        return ClaimOffersView()
    claimed = frozenset(
        (claim.round, claim.kind) for claim in claims if claim.seat == observation.viewer
    )
    return _claim_offers(acts, claimed, players, say_url, get_language())


@lru_cache(maxsize=1024)
def _claim_offers(
    acts: tuple[ClaimableAct, ...],
    claimed: frozenset[tuple[int, ClaimKind]],
    players: tuple[Player, ...],
    say_url: str,
    language: str | None,  # noqa: ARG001
) -> ClaimOffersView:
    newest = next((act for act in acts if (act.round, act.kind) not in claimed), None)
    return ClaimOffersView(
        say_url=say_url,
        newest=None if newest is None else _offer(newest, players),
        others=tuple(_offer(act, players) for act in acts if act != newest),
    )


def _offer(act: ClaimableAct, players: tuple[Player, ...]) -> ClaimOfferView:
    answers = [
        ClaimAnswerView(
            content=content,
            label=_answer_label(act.kind, content),
            cards=_cards(act.kind, content),
            party=_party(act.kind, content),
        )
        for content in CLAIMABLE_CONTENTS[act.kind]
    ]
    no_comment = ClaimAnswerView(content=NO_COMMENT, label=pgettext("claim", "No comment"))
    return ClaimOfferView(
        round=act.round,
        kind=act.kind.value,
        question=_question(act, players),
        answers=(*answers, no_comment),
    )


def _answer_label(kind: ClaimKind, content: str) -> str:
    if kind is ClaimKind.INVESTIGATED:
        return phrases.name_of(Party(content))
    return names_of_policies(tuple(Policy(letter) for letter in content))


def _question(act: ClaimableAct, players: tuple[Player, ...]) -> str:
    values = {"round": act.round}
    match act.kind:
        case ClaimKind.DREW:
            return _("Round %(round)d, you were President: what do you say you drew?") % values
        case ClaimKind.RECEIVED:
            return (
                _("Round %(round)d, you were Chancellor: what do you say you received?") % values
            )
        case ClaimKind.PEEKED:
            text = _(
                "Round %(round)d, policy peek: what do you say you saw, the next policy first?"
            )
            return text % values
        case ClaimKind.INVESTIGATED:
            target = "" if act.target is None else name_of(players, act.target)
            text = _("Round %(round)d, you investigated %(name)s: what party do you say it is?")
            return text % (values | {"name": target})


# The composer


def present_talk_state(observation: Observation, mode: TalkMode) -> TalkStateView:
    """Who would hear this viewer now, or why the composer is closed; from public facts only."""
    channel = channel_of(observation.viewer, observation)
    silence = silence_of(observation.viewer, observation)
    if mode is TalkMode.NONE:
        sentence = _("There is no chat at this table: people talk aloud.")
    elif silence is Silence.PRESIDENT:
        sentence = _("You are President: silent until the policy lies face up.")
    elif silence is Silence.CHANCELLOR:
        sentence = _("You are Chancellor: silent until the policy lies face up.")
    elif observation.phase is Phase.GAME_OVER:
        sentence = _("The game is over: everybody reads everything and may speak.")
    else:
        sentence = _audience_sentence(channel)
    return TalkStateView(
        sentence=sentence,
        is_open=silence is None and mode is not TalkMode.NONE,
        channel=channel.value,
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
"""Stands for the name in a sentence that is still to be chosen."""


def present_phrases() -> tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...]:
    """The ready-made sentences by groups: key, text, and whether it speaks of a player."""
    return tuple(
        (str(group), tuple((key, phrase_text(key, BLANK), needs_name(key)) for key in sentences))
        for group, sentences in PHRASE_GROUPS
    )


# Notes


def present_people(
    players: tuple[Player, ...],
    spectators: Iterable[str],
    notes: Notes,
    viewer: SeatNumber | None,
    viewer_name: str,
) -> tuple[PersonView, ...]:
    """Everybody one may mark or mute: the other players, then spectators who have spoken."""
    people = [
        present_person(players[seat], seat, notes)
        for seat in range(len(players))
        if seat != viewer
    ]
    people += [
        present_person(Player(name=name), None, notes)
        for name in dict.fromkeys(spectators)
        if name and name != viewer_name
    ]
    return tuple(people)


def present_person(player: Player, seat: SeatNumber | None, notes: Notes) -> PersonView:
    """One player, or a spectator (seat None), in the viewer's notes."""
    marks: Mapping[SeatNumber, Mark] = notes.marks
    mark = Mark.NONE if seat is None else marks.get(seat, Mark.NONE)
    order = tuple(Mark)
    return PersonView(
        seat=seat,
        place=None if seat is None else seat + 1,
        name=player.name,
        mark=mark.value,
        mark_name=phrases.name_of(mark),
        next_mark=order[(order.index(mark) + 1) % len(order)].value,
        may_be_marked=seat is not None,
        may_be_muted=not player.is_bot,
        is_muted=player.name in notes.muted,
    )
