"""Records whose deal is not written as it must be: each of the three checks refuses them, and says where."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.fair_deals import a_provable_game, record_at
from tests.games.records.deal_checks import (
    NODE,
    Record,
    part,
    verdict_of_command,
    verdict_of_file,
    verdict_of_script,
)


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
