"""The deal in a game record: written when a game has ended, and checked against its key.

FAIR_DEAL.md in games/engine is the public text. `check_deal` stops at the first thing that does not fit.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from games.engine.codec import decode_event, encode_event
from games.engine.events import (
    DiscardChosen,
    DrawPileArranged,
    Event,
    GameStarted,
    HandShown,
    Openness,
    PeekShown,
    PoliciesDrawn,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
    TopPolicyDiscarded,
    VetoGranted,
    audience,
)
from games.engine.fair_deal import (
    canonical_json,
    chain_of,
    commitment,
    deck_order,
    key_of,
    provable_deal,
    seat_order,
    share_hash,
    short_form,
)
from games.engine.vocabulary import Policy
from games.records.faults import Fault, RecordError
from games.records.record import Record
from games.records.recorder import record_of

PART = "fair_deal"
"""Its name in the `meta` of a record."""
VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsOfDeal:
    """What a deal is made of, in hexadecimal letters."""

    deal_id: str
    commitment: str
    seed: str
    shares: tuple[tuple[int, str, str], ...]
    """Seat, digest, and the share itself; empty if it was never opened."""
    joined: tuple[int, ...]
    """The seat of whoever joined first, second and so on."""


def _key(parts: PartsOfDeal) -> bytes:
    opened = [bytes.fromhex(share) for _seat, _hash, share in parts.shares if share]
    return key_of(parts.deal_id, bytes.fromhex(parts.seed), opened)


def _lines(events: Iterable[Event]) -> Iterator[tuple[bool, dict[str, Any]]]:
    for event in events:
        kind, payload = encode_event(event)
        yield audience(event) is Openness.PUBLIC, {"kind": kind, **payload}


def chain(parts: PartsOfDeal, events: Iterable[Event]) -> Iterator[bytes]:
    """Yield the digest after each public event of a game."""
    return chain_of(parts.deal_id, bytes.fromhex(parts.commitment), _key(parts), _lines(events))


def fingerprint(link: bytes) -> str:
    """Return a digest as people compare it."""
    return short_form(link)


def record_part(parts: PartsOfDeal, events: Sequence[Event]) -> dict[str, Any]:
    """Return what a record holds of an opened deal, ready for JSON."""
    links = list(chain(parts, events))
    opened = {seat for seat, _hash, share in parts.shares if share}
    return {
        "version": VERSION,
        "deal_id": parts.deal_id,
        "commitment": parts.commitment,
        "seed": parts.seed,
        "shares": [
            {"seat": seat, "hash": digest, "share": share or None}
            for seat, digest, share in parts.shares
        ],
        "added_nothing": [seat for seat in range(len(parts.joined)) if seat not in opened],
        "joined": list(parts.joined),
        "events": [list(line) for line in _lines(events)],
        "fingerprints": [short_form(link) for link in links],
        "chain": links[-1].hex(),
    }


def check_deal(record: Record, value: Mapping[str, Any]) -> None:
    """Compute the whole deal of a record again; `value` is its JSON.

    Raises RecordError for the first thing that does not fit, and for a record without an opened deal.
    """
    part = record.meta.get(PART)
    if not isinstance(part, dict):
        raise RecordError(Fault.NO_DEAL)
    parts, events = _read(part, len(record.players))
    _check_parts(parts)
    key = _key(parts)
    _check_dealt(record, parts, key, events)
    _check_cards(key, events)
    _check_chain(part, parts, events)
    written = record_of(events, record.players)
    for name in ("roles", "first_president", "deck", "reshuffles", "actions", "result"):
        # As JSON: true is not 1.
        if canonical_json(written.get(name)) != canonical_json(value.get(name)):
            raise RecordError(Fault.OTHER_EVENTS, key=f'"{name}"')


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Name this place of the deal if what stands there is not what must stand there."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError):
        raise RecordError(Fault.BROKEN_DEAL, key=place) from None


def _need(found: object, expected: object) -> None:
    # Equal in JSON, where true is not 1.
    if canonical_json(found) != canonical_json(expected):
        raise ValueError


def _letters(text: str, size: int) -> str:
    # With another length one commitment would fit several seeds.
    if re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is None:
        raise ValueError
    return text


def _share(written: Mapping[str, Any]) -> tuple[int, str, str]:
    share = written["share"]
    opened = "" if share is None else _letters(share, 16)
    return written["seat"], _letters(written["hash"], 32), opened


def _event(written: Sequence[Any]) -> Event:
    _is_public, line = written
    fields = dict(line)
    event = decode_event(fields.pop("kind"), fields)
    _need(written, next(_lines([event])))
    return event


def _read(part: Mapping[str, Any], players: int) -> tuple[PartsOfDeal, list[Event]]:
    seats, texts = list(range(players)), dict[str, str]()
    shares, events = list[tuple[int, str, str]](), list[Event]()
    with _at("version"):
        _need(part["version"], VERSION)
    for name, size in (("deal_id", 16), ("commitment", 32), ("seed", 32), ("chain", 32)):
        with _at(name):
            texts[name] = _letters(part[name], size)
    with _at("shares"):
        for number, written in enumerate(part["shares"]):
            with _at(f"shares[{number}]"):
                shares.append(_share(written))
        named = [seat for seat, _hash, _opened in shares]
        _need(named, [seat for seat in seats if seat in named])
    with _at("added_nothing"):
        opened = {seat for seat, _hash, share in shares if share}
        _need(part["added_nothing"], [seat for seat in seats if seat not in opened])
    with _at("joined"):
        _need(sorted(part["joined"]), seats)
    with _at("fingerprints"):
        _need(list(part["fingerprints"]), part["fingerprints"])
    with _at("events"):
        for number, line in enumerate(part["events"]):
            with _at(f"events[{number}]"):
                events.append(_event(line))
    parts = PartsOfDeal(
        deal_id=texts["deal_id"],
        commitment=texts["commitment"],
        seed=texts["seed"],
        shares=tuple(shares),
        joined=tuple(part["joined"]),
    )
    return parts, events


def _check_parts(parts: PartsOfDeal) -> None:
    if commitment(parts.deal_id, bytes.fromhex(parts.seed)).hex() != parts.commitment:
        raise RecordError(Fault.SEED_DOES_NOT_FIT)
    for seat, digest, share in parts.shares:
        if share and share_hash(parts.deal_id, bytes.fromhex(share)).hex() != digest:
            raise RecordError(Fault.SHARE_DOES_NOT_FIT, seat=seat)


def _check_dealt(record: Record, parts: PartsOfDeal, key: bytes, events: Sequence[Event]) -> None:
    players = len(record.players)
    for seat, person in enumerate(seat_order(key, range(players))):
        if parts.joined[person] != seat:
            raise RecordError(Fault.SEAT_DOES_NOT_FIT, seat=seat)
    started = next((event for event in events if isinstance(event, GameStarted)), None)
    if started is None or started.board != record.board:
        raise RecordError(Fault.BOARD_DOES_NOT_FIT)
    dealt = provable_deal(record.rules, key)
    told = [event.role for event in events if isinstance(event, SecretRoleDealt)]
    for seat, role in enumerate(dealt.roles):
        if record.roles[seat] is not role or told[seat : seat + 1] != [role]:
            raise RecordError(Fault.ROLE_DOES_NOT_FIT, seat=seat)
    first = next((event for event in events if isinstance(event, PresidencyPassed)), None)
    told_first = None if first is None else first.president
    if (told_first, record.first_president) != (dealt.first_president,) * 2:
        raise RecordError(Fault.FIRST_PRESIDENT_DOES_NOT_FIT)
    piles = (record.deck, *record.reshuffles)
    arranged = [event.draw_pile for event in events if isinstance(event, DrawPileArranged)]
    for number, (pile, other) in enumerate(zip(piles, arranged, strict=False)):
        expected = deck_order(key, number, pile)
        if pile != expected or other != expected:
            raise RecordError(Fault.DECK_DOES_NOT_FIT, number=number)
    if len(piles) != len(arranged):
        raise RecordError(Fault.DECK_DOES_NOT_FIT, number=min(len(piles), len(arranged)))


class _Cards:
    """Where the cards lie, as the events move them."""

    def __init__(self) -> None:
        self.pile: tuple[Policy, ...] = ()
        self.hand: tuple[Policy, ...] = ()
        self.discarded: tuple[Policy, ...] = ()
        self.decks = 0

    def take(self, key: bytes, event: Event) -> bool:
        """Follow one event; return whether its cards are those that lie there."""
        match event:
            case DrawPileArranged():
                cards = event.draw_pile if not self.decks else self.pile + self.discarded
                fits = event.draw_pile == deck_order(key, self.decks, cards)
                self.pile, self.discarded = event.draw_pile, ()
                self.decks += 1
                return fits
            case PoliciesDrawn():
                self.hand, self.pile = self.pile[:3], self.pile[3:]
            case HandShown():
                return event.policies == tuple(sorted(self.hand))
            case PeekShown():
                return event.policies == self.pile[:3]
            case DiscardChosen():
                self.discarded += (event.policy,)
                return self._lay_down(event.policy)
            case PolicyEnacted(chancellor=None):
                top, self.pile = self.pile[:1], self.pile[1:]
                return top == (event.policy,)
            case PolicyEnacted():
                return self._lay_down(event.policy)
            case TopPolicyDiscarded():
                top, self.pile = self.pile[:1], self.pile[1:]
                self.discarded += top
                return top == (event.policy,)
            case VetoGranted():
                self.discarded, self.hand = self.discarded + self.hand, ()
        return True

    def _lay_down(self, policy: Policy) -> bool:
        left = Counter(self.hand) - Counter([policy])
        fits = policy in self.hand
        self.hand = tuple(left.elements())
        return fits


def _check_cards(key: bytes, events: Sequence[Event]) -> None:
    cards = _Cards()
    for number, event in enumerate(events, start=1):
        if not cards.take(key, event):
            raise RecordError(Fault.CARDS_DO_NOT_FIT, number=number)


def _check_chain(part: Mapping[str, Any], parts: PartsOfDeal, events: Sequence[Event]) -> None:
    links = list(chain(parts, events))
    written = part["fingerprints"]
    for number, link in enumerate(links, start=1):
        if written[number - 1 : number] != [short_form(link)]:
            raise RecordError(Fault.FINGERPRINT_DOES_NOT_FIT, number=number)
    if len(written) != len(links) or links[-1].hex() != part["chain"]:
        raise RecordError(Fault.FINGERPRINT_DOES_NOT_FIT, number=len(links))
