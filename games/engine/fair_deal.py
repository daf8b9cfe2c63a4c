"""The provable deal: a commitment, people's shares, one key, and all that chance decides by it.

FAIR_DEAL.md beside this file is the public text; with it anybody can write the same in another language. Knows no game
that is being played: it turns bytes into orders, and events into a chain of digests.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from games.engine.ruleset import Ruleset
from games.engine.setup import Deal
from games.engine.vocabulary import Policy, Role, SeatNumber

SEED_BYTES = 32
SHARE_BYTES = 16
DEAL_ID_BYTES = 16

_WORDS = 2**32
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U."""

Item = TypeVar("Item")


def commitment(deal_id: str, seed: bytes) -> bytes:
    """Return what is shown before the game, and binds the site to this seed."""
    return _digest("secret-hitler/deal/1", deal_id, seed)


def share_hash(deal_id: str, share: bytes) -> bytes:
    """Return what a browser sends before the start, and binds it to this share."""
    return _digest("secret-hitler/share/1", deal_id, share)


def key_of(deal_id: str, seed: bytes, shares: Iterable[bytes]) -> bytes:
    """Return the key of a deal, made of the seed and the opened shares in the order of their hashes."""
    ordered = sorted(shares, key=lambda share: share_hash(deal_id, share))
    secret = hmac.digest(commitment(deal_id, seed), seed + b"".join(ordered), "sha256")
    # HKDF; 32 bytes are one block of its second step.
    return hmac.digest(secret, b"secret-hitler/key/1\x01", "sha256")


def _digest(purpose: str, deal_id: str, rest: bytes) -> bytes:
    return hashlib.sha256(purpose.encode() + b"\0" + deal_id.encode() + b"\0" + rest).digest()


class _Stream:
    """The chance of one label: an endless row of 32-bit numbers that follows from the key."""

    def __init__(self, key: bytes, label: str) -> None:
        self._words = _words_of(key, label)

    def below(self, limit: int) -> int:
        """Return the next number from 0 up to, but not including, this limit; each is equally likely."""
        fair = _WORDS - _WORDS % limit
        number = next(self._words)
        while number >= fair:
            number = next(self._words)
        return number % limit

    def shuffle(self, x: list[Any], /) -> None:
        """Put a list into a new order, in place."""
        for last in range(len(x) - 1, 0, -1):
            other = self.below(last + 1)
            x[last], x[other] = x[other], x[last]


def _words_of(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        drawn = hmac.digest(key, label.encode() + b"\0" + block.to_bytes(4), "sha256")
        for at in range(0, len(drawn), 4):
            yield int.from_bytes(drawn[at : at + 4])
        block += 1


def _shuffled(key: bytes, label: str, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return these items in the order of this label."""
    ordered = list(items)
    _Stream(key, label).shuffle(ordered)
    return tuple(ordered)


def seat_order(key: bytes, joined: Sequence[Item]) -> tuple[Item, ...]:
    """Return who sits at seat 0, 1 and so on, of those who sit down, in the order in which they joined."""
    return _shuffled(key, "seats", joined)


def deck_order(key: bytes, number: int, cards: Iterable[Policy]) -> tuple[Policy, ...]:
    """Return the order of deck 0, or of a renewed one, from the top down."""
    fascist_first = sorted(cards, key=lambda card: card is Policy.LIBERAL)
    return _shuffled(key, f"deck {number}", fascist_first)


def provable_deal(ruleset: Ruleset, key: bytes) -> Deal:
    """Return roles, first presidential candidate and draw pile as this key decides them."""
    box = (
        (Role.HITLER,)
        + (Role.FASCIST,) * ruleset.fascists
        + (Role.LIBERAL,) * ruleset.liberals
    )  # fmt: skip
    first: SeatNumber = _Stream(key, "first president").below(ruleset.players)
    return Deal(
        roles=_shuffled(key, "roles", box),
        first_president=first,
        draw_pile=deck_order(key, 0, ruleset.policy_deck),
    )


class Renewals:
    """The shuffler of a game whose deck was renewed so many times already."""

    def __init__(self, key: bytes, renewed: int) -> None:
        self._key = key
        self._renewed = renewed

    def shuffle(self, x: list[Any], /) -> None:
        """Put the renewed draw pile into its order, in place."""
        self._renewed += 1
        x[:] = deck_order(self._key, self._renewed, x)


def canonical_json(value: Any) -> bytes:
    """Return the one JSON text of a value (RFC 8785), of those kinds that events have: no fractions."""
    return json.dumps(
        _in_order(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode()


def _in_order(value: Any) -> Any:
    if isinstance(value, Mapping):
        names = sorted(value, key=lambda name: str(name).encode("utf-16-be"))
        return {name: _in_order(value[name]) for name in names}
    if isinstance(value, list | tuple):
        return [_in_order(each) for each in value]
    if isinstance(value, float):
        raise TypeError("events have no fractions")
    return value


def chain_of(
    deal_id: str, committed: bytes, key: bytes, events: Iterable[tuple[bool, Mapping[str, Any]]]
) -> Iterator[bytes]:
    """Yield the digest after each public event; each event says whether it is public.

    Events that are not public count with the next public one, under a salt that only the key gives.
    """
    link = _digest("secret-hitler/chain/1", deal_id, committed)
    hidden: list[Mapping[str, Any]] = []
    number = 0
    for is_public, event in events:
        if not is_public:
            hidden.append(event)
            continue
        number += 1
        salt = hmac.digest(key, b"salt\0" + number.to_bytes(4), "sha256")
        seen = hashlib.sha256(canonical_json(event)).digest()
        unseen = hashlib.sha256(salt + canonical_json(hidden)).digest()
        link = hashlib.sha256(link + seen + unseen).digest()
        hidden = []
        yield link


def short_form(link: bytes) -> str:
    """Return the first 40 bits of a digest as eight letters that people can read to each other."""
    bits = int.from_bytes(link[:5])
    return "".join(_LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))
