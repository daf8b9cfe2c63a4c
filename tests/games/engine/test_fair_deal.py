"""The provable deal: the published vectors, fair chance, and a chain that tells nothing without its key."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from games.engine.fair_deal import (
    Renewals,
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
from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Policy, Role

VECTORS = json.loads((Path(__file__).parent / "fair_deal_vectors.json").read_text())


def key_in(vector: dict[str, Any]) -> bytes:
    shares = [bytes.fromhex(each) for each in vector["shares"]]
    return key_of(vector["deal_id"], bytes.fromhex(vector["seed"]), shares)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: f"{each['players']} players")
def test_published_vectors_come_out(vector: dict[str, Any]) -> None:
    deal_id, key = vector["deal_id"], key_in(vector)
    committed = commitment(deal_id, bytes.fromhex(vector["seed"]))
    assert committed.hex() == vector["commitment"]
    hashes = [share_hash(deal_id, bytes.fromhex(each)).hex() for each in vector["shares"]]
    assert hashes == vector["share_hashes"]
    assert list(seat_order(key, range(vector["players"]))) == vector["seats"]
    dealt = provable_deal(standard_ruleset(vector["players"]), key)
    assert list(dealt.roles) == vector["roles"]
    assert dealt.first_president == vector["first_president"]
    assert "".join(dealt.draw_pile) == vector["deck"]
    renewed = vector["reshuffle"]
    cards = [Policy(card) for card in renewed["cards"]]
    assert "".join(deck_order(key, renewed["number"], reversed(cards))) == renewed["order"]
    chain = list(chain_of(deal_id, committed, key, vector["events"]))
    assert [each.hex() for each in chain] == vector["chain"]
    assert short_form(chain[-1]) == vector["short"]


def test_order_in_which_shares_are_opened_changes_nothing() -> None:
    vector = VECTORS[2]
    backwards = {**vector, "shares": vector["shares"][::-1]}
    assert key_in(backwards) == key_in(vector)
    assert key_in({**vector, "shares": vector["shares"][1:]}) != key_in(vector)


def test_each_renewal_has_an_order_of_its_own() -> None:
    key = key_in(VECTORS[0])
    renewals, cards = Renewals(key, 1), [Policy.FASCIST] * 9 + [Policy.LIBERAL] * 5
    second, third = list(cards), list(cards)
    renewals.shuffle(second)
    renewals.shuffle(third)
    assert tuple(second) == deck_order(key, 2, cards)
    assert tuple(third) == deck_order(key, 3, cards)
    assert second != third


def test_json_has_one_form() -> None:
    value = {"é": [None, True, -3], "a": 'quo"te\n\x1f\x7f€', "\U0001f600": 1, "\ufb33": 2}
    expected = '{"a":"quo\\"te\\n\\u001f\x7f€","é":[null,true,-3],"\U0001f600":1,"\ufb33":2}'
    assert canonical_json(value) == expected.encode()
    with pytest.raises(TypeError):
        canonical_json({"half": 0.5})


def test_chain_tells_nothing_of_hidden_events_without_the_key() -> None:
    """With a key of its own each hidden world looks like any other: every bit is as often 0 as 1."""
    worlds: tuple[Any, ...] = (
        [(False, {"kind": "ballot_marked", "seat": 1, "vote": "ja"}), (True, {"kind": "seen"})],
        [(False, {"kind": "ballot_marked", "seat": 1, "vote": "nein"}), (True, {"kind": "seen"})],
    )
    committed = commitment("00" * 16, bytes(32))
    ones = [[0] * 256, [0] * 256]
    for trial in range(4000):
        key = trial.to_bytes(32)
        ends = [list(chain_of("00" * 16, committed, key, world))[-1] for world in worlds]
        # With the same key they differ: there is something to hide.
        assert ends[0] != ends[1]
        for world, end in enumerate(ends):
            bits = int.from_bytes(end)
            ones[world] = [count + (bits >> at & 1) for at, count in enumerate(ones[world])]
    # Five standard deviations of 4,000 fair coins: none of 512 counts is farther off by chance.
    assert all(abs(count - 2000) < 158 for world in ones for count in world)


def test_changed_ballot_shows_nowhere_before_the_next_public_event() -> None:
    key, committed = bytes(32), commitment("00" * 16, bytes(32))
    cast = (True, {"kind": "ballot_cast", "seat": 1})
    marked = (False, {"kind": "ballot_marked", "seat": 1, "vote": "ja"})
    before = list(chain_of("00" * 16, committed, key, [cast]))
    assert list(chain_of("00" * 16, committed, key, [cast, marked])) == before


def chi_square(counts: Iterable[int], expected: Iterable[float]) -> float:
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def limit(freedom: int) -> float:
    """The chi-square that chance exceeds once in a thousand times (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    spread: float = part**0.5
    return freedom * (1 - part + 3.0902 * spread) ** 3


@pytest.mark.long
@pytest.mark.parametrize("players", [5, 7, 10])
def test_cards_and_roles_are_anywhere_equally_often(players: int) -> None:
    deals, rules = 200_000, standard_ruleset(players)
    liberal_at, roles_at = Counter[int](), Counter[tuple[int, Role]]()
    for number in range(deals):
        dealt = provable_deal(rules, number.to_bytes(32))
        liberal_at.update(at for at, card in enumerate(dealt.draw_pile) if card is Policy.LIBERAL)
        roles_at.update(enumerate(dealt.roles))
    # The cards of a deck are drawn without putting back, as are the roles; the factors allow for that.
    places = chi_square((liberal_at[at] for at in range(17)), [deals * 6 / 17] * 17)
    assert places * 16 / 11 < limit(16)
    of_box = Counter(rules.roles)
    cells = [(seat, role) for seat in range(players) for role in of_box]
    seats = chi_square(
        (roles_at[cell] for cell in cells),
        (deals * of_box[role] / players for _seat, role in cells),
    )
    assert seats * (players - 1) / players < limit((players - 1) * (len(of_box) - 1))
