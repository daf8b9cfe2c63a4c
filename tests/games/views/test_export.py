"""Exports of a person's own games."""

import csv
import io
import json
from typing import Any

import pytest
from django.test import AsyncClient
from django.urls import reverse

from accounts.models import User
from games.models import Game, SeatResult
from games.records.record import parse_record
from games.records.replay import replay
from tests.games.visits import browser

pytestmark = pytest.mark.django_db
# A stream is read on another thread, on another connection.
on_threads = pytest.mark.django_db(transaction=True)


async def download(user: User, name: str) -> tuple[Any, str]:
    client = AsyncClient()
    await client.aforce_login(user)
    response: Any = await client.get(reverse(f"games:{name}"))
    parts = [part async for part in response.streaming_content]
    return response, b"".join(parts).decode()


@on_threads
async def test_records_are_whole_games_that_play_again(committed_crowd: list[User]) -> None:
    response, text = await download(committed_crowd[0], "export_records")
    assert response["Content-Disposition"] == 'attachment; filename="games.jsonl"'
    records = [json.loads(line) for line in text.splitlines()]
    codes = [
        code
        async for code in SeatResult.objects.filter(user=committed_crowd[0])
        .order_by("ended_at", "result_id")
        .values_list("result__game__code", flat=True)
    ]
    assert [record["meta"]["id"] for record in records] == codes
    for record in records:
        assert "Ľubica Ž" in record["players"]
        assert list(replay(parse_record(record)))


@on_threads
async def test_table_has_a_line_for_each_game(committed_crowd: list[User]) -> None:
    first = await SeatResult.objects.filter(user=committed_crowd[0]).order_by("ended_at").afirst()
    assert first is not None
    await Game.objects.filter(pk=first.result_id).aupdate(name='=HYPERLINK("x")')
    _response, text = await download(committed_crowd[0], "export_csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == await SeatResult.objects.filter(user=committed_crowd[0]).acount()
    # A spreadsheet must not run names as formulas.
    assert rows[0]["name"] == '\'=HYPERLINK("x")'
    assert {row["outcome"] for row in rows} <= {"won", "lost", "left", "void"}


@on_threads
async def test_batches_join_without_a_gap(
    committed_crowd: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    _response, at_once = await download(committed_crowd[0], "export_csv")
    monkeypatch.setattr("games.selectors.export.A_BATCH", 2)
    _response, in_parts = await download(committed_crowd[0], "export_csv")
    assert in_parts == at_once


def test_export_is_for_people_who_are_signed_in() -> None:
    assert browser().get("/export/games.csv").status_code == 302
