"""Claims: what may be claimed about an act that only its player saw, and what was claimed.

True and false claims look alike, and every viewer is offered the same answers in the same order.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from games.engine.table_talk import (
    CLAIMABLE_CONTENTS,
    NO_COMMENT,
    ClaimableAct,
    PublicTable,
    claimable_acts,
)
from games.engine.vocabulary import ClaimKind, Party, Policy, SeatNumber
from games.presenters.players import Player, name_of, stand_in_for
from games.presenters.table.knowledge import names_of_policies
from games.presenters.view import View, view_model
from games.values.chat import ClaimValue
from games.words import phrases
from games.words.once_per_language import once_per_language
from games.words.spoken_language import gettext as _
from games.words.spoken_language import pgettext


@view_model
class ClaimView(View):
    """One claim in the log, beside the act it is about."""

    text: str
    cards: tuple[str, ...]
    party: str
    party_name: str = ""
    claimed_face: str = ""
    """Of whom a party is claimed."""


@view_model
class ClaimSlotView(View):
    """All claims about one round, in order."""

    template: ClassVar[str] = "games/table/_claim_slot.html"
    append_template: ClassVar[str] = "games/table/_new_claims.html"
    id: str
    claims: tuple[ClaimView, ...] = ()


@view_model
class ClaimAnswerView(View):
    """One possible claim: one form."""

    content: str
    label: str
    cards: tuple[str, ...] = ()
    party: str = ""


@view_model
class ClaimOfferView(View):
    """One act of the viewer's own, with every possible claim."""

    round: int
    kind: str
    question: str
    answers: tuple[ClaimAnswerView, ...]


@view_model
class ClaimOffersView(View):
    """The newest act without a claim, if there is one; all others are one step away."""

    template: ClassVar[str] = "games/table/_claim_offers.html"
    id: str = "claim-offers"
    say_url: str = ""
    newest: tuple[ClaimOfferView, ...] = ()
    others: tuple[ClaimOfferView, ...] = ()


def claim_text(claim: ClaimValue, players: tuple[Player, ...]) -> str:
    """Return a claim in a sentence, the same for true and false ones; a stand-in's names the stand-in."""
    name = name_of(players, claim.seat)
    is_for_absent = not claim.by_person and not players[claim.seat].is_bot
    values = {"name": stand_in_for(name) if is_for_absent else name, "round": claim.round}
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


def cards_of(kind: ClaimKind, content: str) -> tuple[str, ...]:
    """Return the policies that a claim names."""
    return () if kind is ClaimKind.INVESTIGATED else tuple(content)


def party_of(kind: ClaimKind, content: str) -> str:
    """Return the party that a claim names."""
    return content if kind is ClaimKind.INVESTIGATED else ""


def party_name_of(claim: ClaimValue) -> str:
    """Return the name of the party that a claim names."""
    party = party_of(claim.kind, claim.content)
    return phrases.name_of(Party(party)) if party else ""


def face_in(claim: ClaimValue, players: tuple[Player, ...]) -> str:
    """Return the face of whom a claim names the party."""
    if claim.target is None or not party_of(claim.kind, claim.content):
        return ""
    return players[claim.target].face


def slot_id(round_: int) -> str:
    """Return the id of the place in the log for claims about a round."""
    return f"claims-{round_}"


def present_claim_slots(
    claims: tuple[ClaimValue, ...], players: tuple[Player, ...]
) -> Mapping[str, ClaimSlotView]:
    """Return the claims by their places in the log; the same for all viewers."""
    return _claim_slots(claims, players)


# Cached, like the offers: every action asks for them once for each viewer.
@once_per_language(256)
def _claim_slots(
    claims: tuple[ClaimValue, ...], players: tuple[Player, ...]
) -> Mapping[str, ClaimSlotView]:
    by_slot: dict[str, list[ClaimView]] = {}
    for claim in claims:
        view = ClaimView(
            text=claim_text(claim, players),
            cards=cards_of(claim.kind, claim.content),
            party=party_of(claim.kind, claim.content),
            party_name=party_name_of(claim),
            claimed_face=face_in(claim, players),
        )
        by_slot.setdefault(slot_id(claim.round), []).append(view)
    return MappingProxyType(
        {slot: ClaimSlotView(id=slot, claims=tuple(views)) for slot, views in by_slot.items()}
    )


def present_claim_offers(
    table: PublicTable,
    viewer: SeatNumber | None,
    players: tuple[Player, ...],
    claims: Iterable[ClaimValue],
    say_url: str,
) -> ClaimOffersView:
    """What this viewer may make claims about now; every answer there is, in its fixed order."""
    acts = claimable_acts(viewer, table)
    return offer_claims(acts, newest_round(table), viewer, players, claims, say_url)


def newest_round(table: PublicTable) -> int:
    """Return the number of the newest round that has begun, from 1; 0 before the first."""
    if table.current_round is not None:
        return table.current_round.round
    return table.past_rounds[-1].round if table.past_rounds else 0


def offer_claims(
    acts: tuple[ClaimableAct, ...],
    round_: int,
    viewer: SeatNumber | None,
    players: tuple[Player, ...],
    claims: Iterable[ClaimValue],
    say_url: str,
) -> ClaimOffersView:
    """Return what this viewer may make claims about: of these acts of its own, in the round with this number."""
    if not acts:
        return ClaimOffersView()
    claimed = frozenset((claim.round, claim.kind) for claim in claims if claim.seat == viewer)
    return _claim_offers(acts, round_ - 1, claimed, players, say_url)


@once_per_language(1024)
def _claim_offers(
    acts: tuple[ClaimableAct, ...],
    since: int,
    claimed: frozenset[tuple[int, ClaimKind]],
    players: tuple[Player, ...],
    say_url: str,
) -> ClaimOffersView:
    unclaimed = [act for act in acts if (act.round, act.kind) not in claimed]
    # What an investigation has shown is asked about until its President has spoken.
    fresh = [act for act in unclaimed if act.round >= since or act.kind is ClaimKind.INVESTIGATED]
    # One question at a time: the talk beside it needs the room.
    newest = fresh[:1]
    others = [act for act in acts if act not in newest]
    return ClaimOffersView(
        say_url=say_url,
        newest=tuple(_offer(act, players) for act in newest),
        others=tuple(
            _offer(act, players) for act in sorted(others, key=lambda act: act not in unclaimed)
        ),
    )


def _offer(act: ClaimableAct, players: tuple[Player, ...]) -> ClaimOfferView:
    answers = [
        ClaimAnswerView(
            content=content,
            label=_answer_label(act.kind, content),
            cards=cards_of(act.kind, content),
            party=party_of(act.kind, content),
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
