"""The provable deal: the published vectors, fair chance, and a chain that tells nothing without its key."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from statistics import NormalDist
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
from games.engine.ruleset import ruleset_of, standard_ruleset
from games.engine.vocabulary import Edition, Policy, Role

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


def chance_of(found: float, freedom: int) -> float:
    """Return how often chance alone gives a chi-square of at least this (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return NormalDist().cdf((1 - part - (found / freedom) ** (1 / 3)) / part**0.5)


DEALS = [5_000, pytest.param(200_000, marks=pytest.mark.long)]
BOARDS = [
    (5, "standard"),
    (7, "standard"),
    (10, "standard"),
    # Ten Fascist policies; with six players one of eleven is enacted at the start.
    (6, "rebalanced"),
    (7, "rebalanced"),
    (9, "rebalanced"),
    # Fewer fascists and other policies in the box, of which some are enacted at the start.
    (8, "8-1-nisee-k1-z3-v5-7x14-1x2-c0"),
]


def chances_of_deals(players: int, board: str, deals: int) -> dict[str, float]:
    """Return how often chance alone spreads the cards over places, and the roles over seats, this unevenly."""
    rules = ruleset_of(players, Edition.RETAIL, board)
    liberal_at, roles_at = Counter[int](), Counter[tuple[int, Role]]()
    for number in range(deals):
        dealt = provable_deal(rules, number.to_bytes(32))
        liberal_at.update(at for at, card in enumerate(dealt.draw_pile) if card is Policy.LIBERAL)
        roles_at.update(enumerate(dealt.roles))
    # The cards of a deck are drawn without putting back, as are the roles; the factors allow for that.
    cards, liberals = len(rules.policy_deck), rules.policy_deck.count(Policy.LIBERAL)
    places = chi_square(
        (liberal_at[at] for at in range(cards)), [deals * liberals / cards] * cards
    )
    of_box = Counter(rules.roles)
    cells = [(seat, role) for seat in range(players) for role in of_box]
    seats = chi_square(
        (roles_at[cell] for cell in cells),
        (deals * of_box[role] / players for _seat, role in cells),
    )
    return {
        "cards": chance_of(places * (cards - 1) / (cards - liberals), cards - 1),
        "roles": chance_of(seats * (players - 1) / players, (players - 1) * (len(of_box) - 1)),
    }


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize(("players", "board"), BOARDS)
def test_cards_and_roles_are_anywhere_equally_often(players: int, board: str, deals: int) -> None:
    chances = chances_of_deals(players, board, deals)
    assert min(chances.values()) > 0.001, chances
