"""The games for research: all of them, without a name that leads to anybody."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Game, SeatResult
from games.records.record import parse_record
from games.records.replay import replay
from tests.factories import a_person
from tests.games.statistics.stored import a_crowd, random_games

pytestmark = pytest.mark.django_db


def dump(**options: bool) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("dump_games", stdout=out, stderr=StringIO(), **options)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_dump_is_whole_and_anonymous() -> None:
    names = ["Wilhelmina", "Bartholomew", "Anastasia", "Ferdinand", "Genevieve", "Leopoldina"]
    crowd = [a_person(name, is_guest=False) for name in names]
    games = random_games(9, [*crowd, *a_crowd(4)], seed=45)
    Game.objects.filter(pk=games[0][0].pk).update(is_public=False)
    records = dump()
    assert len(records) == 8
    assert len(dump(with_private=True)) == 9
    for record in records:
        assert list(replay(parse_record(record)))
    text = json.dumps(records)
    told = [*names, *Game.objects.values_list("code", flat=True), "Test table", "2026-01-0"]
    assert not [each for each in told if each in text]
    # A person has one name in all games of a dump, and another one in the next dump.
    by_person: dict[int, set[str]] = {}
    seats = SeatResult.objects.filter(result__game__is_public=True).order_by("result_id", "seat")
    players = [record["players"] for record in records]
    ids = sorted({seat.result_id for seat in seats})
    for seat in seats:
        name = players[ids.index(seat.result_id)][seat.seat]
        by_person.setdefault(seat.user_id, set()).add(name)
    assert all(len(each) == 1 for each in by_person.values())
    assert len(set.union(*by_person.values())) == len(by_person)
    assert not set.union(*by_person.values()) & {name for r in dump() for name in r["players"]}
