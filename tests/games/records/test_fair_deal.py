"""Three ways to check a deal agree: `replay --verify`, the file that the page offers, and the page's own script.

Each gives the published vectors, accepts a real game, and names the place in a record that was tampered with.
"""

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.management import call_command

from tests.games.engine.records import finished
from tests.games.engine.test_fair_deal import VECTORS
from tests.games.fair_deals import a_provable_game, record_at

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "static" / "verify" / "verify_deal.py"
SCRIPT = ROOT / "static" / "js" / "verify_deal.js"
NODE = shutil.which("node")
Record = dict[str, Any]


def stand_alone() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_deal", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_node(tmp_path: Path, body: str, given: object) -> Any:
    """Run these lines with everything that the page's script offers; return what they say."""
    if NODE is None:
        pytest.skip("node is not here; tests/browser/test_verify.py runs the script in a browser")
    shutil.copy(SCRIPT, tmp_path / "verify_deal.mjs")
    (tmp_path / "given.json").write_text(json.dumps(given))
    (tmp_path / "run.mjs").write_text(
        'import { readFileSync } from "node:fs";\n'
        'import * as deal from "./verify_deal.mjs";\n'
        f'const given = JSON.parse(readFileSync("{tmp_path}/given.json"));\n'
        'const bytes = (text) => Uint8Array.from(Buffer.from(text, "hex"));\n'
        'const hex = (data) => Buffer.from(data).toString("hex");\n'
        f"const run = async () => {{ {body} }};\n"
        "console.log(JSON.stringify(await run()));\n"
    )
    run = subprocess.run(
        [NODE, str(tmp_path / "run.mjs")], capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


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


def verdict_of_file(record: Record, tmp_path: Path) -> str:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(FILE), str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode == 0) == run.stdout.startswith("It all fits")
    return "fits" if run.returncode == 0 else run.stderr


def verdict_of_command(record: Record, tmp_path: Path) -> str:
    path, out = tmp_path / "record.json", StringIO()
    path.write_text(json.dumps(record))
    try:
        call_command("replay", str(path), verify=True, stdout=out)
    except SystemExit:
        return out.getvalue()
    return "fits" if out.getvalue().strip() == "ok" else out.getvalue()


def verdict_of_script(record: Record, tmp_path: Path) -> str:
    body = """
      try { await deal.verifyDeal(given); return "fits"; }
      catch (error) { return error instanceof deal.Fault ? error.message : String(error.stack); }"""
    found: str = in_node(tmp_path, body, record)
    return found


def part(record: Record) -> Record:
    found: Record = record["meta"]["fair_deal"]
    return found


def event(record: Record, kind: str) -> Record:
    return next(each for _is_public, each in part(record)["events"] if each["kind"] == kind)


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


def seed_in_capitals(record: Record) -> None:
    part(record)["seed"] = part(record)["seed"].upper()


def deal_without_a_name(record: Record) -> None:
    part(record)["deal_id"] = None


def deal_without_fingerprints(record: Record) -> None:
    part(record)["fingerprints"] = None


def deal_without_who_added_nothing(record: Record) -> None:
    del part(record)["added_nothing"]


def event_with_more_beside_it(record: Record) -> None:
    part(record)["events"][3].append("more")


def event_that_is_public_in_other_words(record: Record) -> None:
    part(record)["events"][0][0] = 1


def more_who_joined(record: Record) -> None:
    part(record)["joined"].append(4)


def more_roles(record: Record) -> None:
    record["roles"].append("liberal")


def digest_of_nothing(record: Record) -> None:
    """Of a share that was never opened."""
    next(each for each in part(record)["shares"] if not each["share"])["hash"] = ""


def share_of_a_seat_that_is_not_there(record: Record) -> None:
    next(each for each in part(record)["shares"] if not each["share"])["seat"] = 12


def share_that_is_empty(record: Record) -> None:
    next(each for each in part(record)["shares"] if not each["share"])["share"] = ""


def version_that_is_true(record: Record) -> None:
    part(record)["version"] = True


def other_result(record: Record) -> None:
    record["result"]["reason"] = "no such end"


def other_edition(record: Record) -> None:
    record["edition"] = "original"


def event_of_no_kind(record: Record) -> None:
    del part(record)["events"][7][1]["kind"]


def deck_of_nothing(record: Record) -> None:
    record["deck"] = None


# How each way says where: the command, the file, the script.
MISWRITTEN: dict[Callable[[Record], None], tuple[str, str, str]] = {
    seed_in_capitals: ("see seed", "the seed is written", '"seed"'),
    deal_without_a_name: ("see deal_id", "the name of the deal is written", '"deal_id"'),
    deal_without_fingerprints: ("see fingerprints", "fingerprints: ", '"fingerprints"'),
    deal_without_who_added_nothing: ("see added_nothing", "added_nothing: ", '"added_nothing"'),
    event_with_more_beside_it: ("see events[3]", "events[3]", '"events[3]"'),
    event_that_is_public_in_other_words: ("see events[0]", "events[0]", '"events[0]"'),
    event_of_no_kind: ("see events[7]", "events[7]", '"events[7]"'),
    more_who_joined: ("see joined", "others joined", '"joined'),
    more_roles: ("wrong roles", "too many roles", 'role {"seat":5}'),
    digest_of_nothing: ("see shares[", "]: the digest is", '].hash"'),
    share_of_a_seat_that_is_not_there: ("see shares", "other seats", '].seat"'),
    share_that_is_empty: ("see shares[", "]: the share is", '].share"'),
    version_that_is_true: ("see version", "another version", 'version"'),
    other_result: ("no reason for an end", "another end", '"result"'),
    other_edition: ("edition", "edition", '"edition"'),
    deck_of_nothing: ('"deck"', "deck", '"deck"'),
}


@pytest.mark.django_db
def test_what_is_written_in_another_way_is_refused_by_all_and_each_says_where(
    tmp_path: Path,
) -> None:
    record = record_at(a_provable_game())
    for tamper, (by_command, by_file, by_script) in MISWRITTEN.items():
        changed = json.loads(json.dumps(record))
        tamper(changed)
        verdict = verdict_of_command(changed, tmp_path)
        assert verdict.startswith("record 0: "), tamper.__name__
        assert by_command in verdict, tamper.__name__
        verdict = verdict_of_file(changed, tmp_path)
        assert verdict.startswith(("DOES NOT FIT", "This cannot be checked")), tamper.__name__
        assert by_file in verdict, tamper.__name__
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
