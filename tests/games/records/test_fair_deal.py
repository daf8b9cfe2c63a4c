"""Three ways to check a deal agree: `replay --verify`, the file that the page offers, and the page's own script.

Each gives the published vectors, accepts a real game, and names the place in a record that was tampered with.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.engine.records import finished
from tests.games.engine.test_fair_deal import VECTORS
from tests.games.fair_deals import a_provable_game, record_at
from tests.games.records.deal_checks import (
    FILE,
    NODE,
    Record,
    event,
    in_node,
    part,
    stand_alone,
    verdict_of_command,
    verdict_of_file,
    verdict_of_script,
)

# The vectors


def test_file_gives_the_published_vectors() -> None:
    own = stand_alone()
    for vector in VECTORS:
        deal_id, seed = vector["deal_id"], bytes.fromhex(vector["seed"])
        shares = [bytes.fromhex(each) for each in vector["shares"]]
        key = own.derive_key(deal_id, seed, shares)
        committed = own.commitment(deal_id, seed)
        chain = own.chain(deal_id, committed, key, vector["events"])
        renewed = vector["reshuffle"]
        assert {
            **vector,
            "commitment": committed.hex(),
            "share_hashes": [own.share_hash(deal_id, each).hex() for each in shares],
            "seats": own.shuffled(key, "seats", range(vector["players"])),
            "roles": own.roles(key, vector["players"]),
            "first_president": own.below(own.numbers(key, "first president"), vector["players"]),
            "deck": "".join(own.shuffled(key, "deck 0", "F" * 11 + "L" * 6)),
            "reshuffle": {
                **renewed,
                "order": "".join(
                    own.shuffled(key, f"deck {renewed['number']}", sorted(renewed["cards"]))
                ),
            },
            "chain": [each.hex() for each in chain],
            "short": own.short(chain[-1]),
        } == vector


def test_script_gives_the_published_vectors(tmp_path: Path) -> None:
    body = """
      const found = [];
      for (const v of given) {
        const seed = bytes(v.seed), shares = v.shares.map(bytes);
        const key = await deal.keyOf(v.deal_id, seed, shares);
        const committed = await deal.commitment(v.deal_id, seed);
        const hashes = [];
        for (const share of shares) hashes.push(hex(await deal.shareHash(v.deal_id, share)));
        const chain = await deal.chainOf(v.deal_id, committed, key, v.events);
        const order = (await deal.deckOrder(key, v.reshuffle.number, v.reshuffle.cards)).join("");
        found.push({ ...v, commitment: hex(committed), share_hashes: hashes,
          seats: await deal.shuffled(key, "seats", Array(v.players).keys()),
          roles: await deal.shuffled(key, "roles", deal.rolesInTheBox(v.players)),
          first_president: await deal.firstPresident(key, v.players),
          deck: (await deal.deckOrder(key, 0, "F".repeat(11) + "L".repeat(6))).join(""),
          reshuffle: { ...v.reshuffle, order }, chain: chain.map(hex), short: deal.shortForm(chain.at(-1)) });
      }
      return found;"""
    assert in_node(tmp_path, body, VECTORS) == VECTORS


def test_file_is_short_and_needs_nothing_but_python(tmp_path: Path) -> None:
    assert len(FILE.read_text().splitlines()) <= 200
    isolated = [sys.executable, "-I", "-S", str(FILE)]
    run = subprocess.run(isolated, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 1
    assert "This cannot be checked" in run.stderr


# A real game


def other_seed(record: Record) -> None:
    part(record)["seed"] = "00" * 32


def other_share(record: Record) -> None:
    opened = [each for each in part(record)["shares"] if each["share"]]
    opened[0]["share"] = "00" * 16


def withheld_share(record: Record) -> None:
    """As if a share had not come in time."""
    gone = next(each for each in part(record)["shares"] if each["share"])
    gone["share"] = None
    part(record)["added_nothing"] = sorted([*part(record)["added_nothing"], gone["seat"]])


def other_order_of_joining(record: Record) -> None:
    joined = part(record)["joined"]
    joined[0], joined[1] = joined[1], joined[0]


def other_role(record: Record) -> None:
    roles = record["roles"]
    one, other = roles.index("hitler"), roles.index("liberal")
    roles[one], roles[other] = roles[other], roles[one]


def other_first_president(record: Record) -> None:
    record["first_president"] = (record["first_president"] + 1) % 5


def other_deck(record: Record) -> None:
    deck = record["deck"]
    at = deck.index("FL") if "FL" in deck else deck.index("LF")
    record["deck"] = deck[:at] + deck[at + 1] + deck[at] + deck[at + 2 :]


def other_hand(record: Record) -> None:
    hand = event(record, "hand_shown")["policies"]
    hand[0] = "L" if hand[0] == "F" else "F"


def other_ballot(record: Record) -> None:
    ballot = event(record, "ballot_marked")
    ballot["vote"] = "nein" if ballot["vote"] == "ja" else "ja"


def other_order_of_events(record: Record) -> None:
    events = part(record)["events"]
    nominated = next(
        at for at, (_open, each) in enumerate(events) if each["kind"] == "chancellor_nominated"
    )
    events[nominated], events[nominated - 1] = events[nominated - 1], events[nominated]


def other_fingerprint(record: Record) -> None:
    part(record)["fingerprints"][4] = "00000000"


def nonsense_as_first_president(record: Record) -> None:
    event(record, "presidency_passed")["president"] = {}


# What was tampered with, and how each way names it: the command, the file, the script.
TAMPERED: dict[Callable[[Record], None], tuple[str, str, str]] = {
    other_seed: ("the seed does not fit", "the seed does not fit", "seed {}"),
    other_share: ("the share of seat", "the share does not fit its digest", 'share {"seat"'),
    withheld_share: ("should sit at seat", "others should sit there", 'seat {"seat"'),
    other_order_of_joining: ("should sit at seat", "others should sit there", 'seat {"seat"'),
    other_role: ("should have another role", "another role", 'role {"seat"'),
    other_first_president: ("another seat should be the first", "another first", "first {}"),
    nonsense_as_first_president: ("another seat should be the first", "another first", "first {}"),
    other_deck: ("deck 0 should", "deck 0: another order", 'deck {"number":0}'),
    other_hand: ("shows cards that", "its cards do not lie there", 'cards {"number"'),
    other_ballot: ("after public event", "public event", 'fingerprint {"number"'),
    other_order_of_events: ("after public event", "public event", 'fingerprint {"number"'),
    other_fingerprint: ("after public event 5 ", "public event 5:", 'fingerprint {"number":5}'),
}


@pytest.mark.django_db
def test_real_game_fits_and_whatever_is_changed_in_its_record_is_named(tmp_path: Path) -> None:
    record = record_at(a_provable_game(renewals=1))
    assert verdict_of_command(record, tmp_path) == "fits"
    assert verdict_of_file(record, tmp_path) == "fits"
    if NODE is not None:
        assert verdict_of_script(record, tmp_path) == "fits"
    for tamper, (by_command, by_file, by_script) in TAMPERED.items():
        changed = json.loads(json.dumps(record))
        tamper(changed)
        assert changed != record
        assert by_command in verdict_of_command(changed, tmp_path), tamper.__name__
        assert by_file in verdict_of_file(changed, tmp_path), tamper.__name__
        if NODE is not None:
            assert by_script in verdict_of_script(changed, tmp_path), tamper.__name__


CUSTOM = "7-1-nisen-k1-z2-v3-5x9-1x1-c0"
BOARDS = [("rebalanced", 6), ("rebalanced", 7), ("rebalanced", 8), (CUSTOM, 7)]


@pytest.mark.django_db
@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_games_on_other_boards_fit_and_no_other_board_does(
    board: str, players: int, tmp_path: Path
) -> None:
    record = record_at(a_provable_game(players=players, board=board))
    is_standard = (board, players) == ("rebalanced", 8)
    assert record.get("board") == (None if is_standard else board)
    assert record["version"] == (1 if is_standard else 2)
    assert verdict_of_command(record, tmp_path) == "fits"
    assert verdict_of_file(record, tmp_path) == "fits"
    if NODE is not None:
        assert verdict_of_script(record, tmp_path) == "fits"
    # A record may name the standard board; where the rebalanced one is the same, either name does.
    others = {"standard", "rebalanced", CUSTOM.replace("z2", "z3"), CUSTOM.replace("7-", "8-")}
    for other in others - {board, *({"standard"} if is_standard else ())}:
        changed = json.loads(json.dumps(record)) | {"board": other, "version": 2}
        assert verdict_of_command(changed, tmp_path) != "fits"
        assert "board" in verdict_of_file(changed, tmp_path)
        if NODE is not None:
            assert verdict_of_script(changed, tmp_path) == "board {}"


@pytest.mark.django_db
def test_board_that_is_changed_in_record_and_events_shows_in_the_fingerprint(
    tmp_path: Path,
) -> None:
    """The box would be the same, so only the chain of events tells."""
    record = record_at(a_provable_game(players=7, board=CUSTOM))
    other = CUSTOM.replace("v3", "v5")
    record["board"] = event(record, "game_started")["board"] = other
    assert "after public event 1 " in verdict_of_command(record, tmp_path)
    assert "public event 1:" in verdict_of_file(record, tmp_path)
    if NODE is not None:
        assert verdict_of_script(record, tmp_path) == 'fingerprint {"number":1}'


@pytest.mark.django_db
def test_actions_that_are_not_those_of_the_events_are_refused(tmp_path: Path) -> None:
    record = record_at(a_provable_game())
    ballots = next(each for each in record["actions"] if each["type"] == "vote")["ballots"]
    ballots[0], ballots[1] = ballots[1], ballots[0]
    assert '"actions" is not what the events say' in verdict_of_command(record, tmp_path)
    ballots[0], ballots[1] = ballots[1], ballots[0]
    next(each for each in ballots if each[0] == 1)[0] = True
    assert '"actions" is not what the events say' in verdict_of_command(record, tmp_path)


def test_record_without_a_deal_is_refused_in_words(tmp_path: Path) -> None:
    record = finished()
    assert "holds no deal that can be proved" in verdict_of_command(record, tmp_path)
    assert "cannot be checked" in verdict_of_file(record, tmp_path)
