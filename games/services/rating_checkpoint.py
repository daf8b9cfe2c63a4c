"""How far a rebuild of all ratings has come, kept in the database: one that was killed goes on from there.

Every number is kept bit for bit, so the rebuild comes to the same ratings. It is kept in several rows, as a row of
hundreds of thousands of people takes the process that writes it many times its own size.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from struct import Struct
from typing import Any

from django.db import transaction

from games.engine.vocabulary import BoardKind, Edition
from games.models import RatingCheckpoint
from games.services.many_rows import parts_of
from games.services.rating_chain import Chain, RatedPlayer
from games.statistics.rating import COPIES, Summary, pack, unpack_bias

_FIRST = 2
"""The primary key of the first row; an earlier version kept everything in one row, with key 1."""
_PEOPLE = 10_000
"""People in one row."""
_BELIEFS = 5 * len(COPIES) * 8
_PLAYER = Struct(f"<qqqqq7d{_BELIEFS}s")
"""Id, games, wins, the times of the peak and of the last game, the peak, the summary, the beliefs."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_NEVER = -(2**63)


def rows_to_keep(chain: Chain, number: int, wanted: int) -> list[RatingCheckpoint]:
    """Return what `keep` writes of the chain after the game with this number; the chain may change meanwhile."""
    rows = list(_rows(chain))
    for key, row in enumerate(rows, start=_FIRST):
        row.pk, row.wanted, row.number = key, wanted, number
    return rows


def keep(rows: Sequence[RatingCheckpoint]) -> None:
    """Keep these rows, in place of what was kept before."""
    with transaction.atomic():
        for row in rows:
            # In place of a row with this key: another rebuild may keep its own at the same time.
            RatingCheckpoint.objects.bulk_create(
                [row],
                update_conflicts=True,
                unique_fields=["id"],
                update_fields=["wanted", "number", "head", "players", "seasons"],
            )
        RatingCheckpoint.objects.filter(pk__gt=rows[-1].pk).delete()


def kept(wanted: int) -> tuple[Chain, int]:
    """Return the chain that was kept, and the number of its last game; an empty one if none fits these corrections."""
    chain, number = Chain(), 0
    rows = RatingCheckpoint.objects.filter(pk__gte=_FIRST, wanted=wanted).order_by("pk")
    for row in rows.iterator(chunk_size=1):
        number = row.number
        if row.pk == _FIRST:
            _take_head(chain, json.loads(row.head))
        elif row.players:
            chain.players.update(_unpacked(_PLAYER.iter_unpack(bytes(row.players))))
        else:
            chain.seasons.put(row.head, bytes(row.seasons))
    return chain, number


def forget() -> None:
    """Forget it: the rebuild is done, or the games have other numbers now."""
    RatingCheckpoint.objects.all().delete()


def _rows(chain: Chain) -> Iterator[RatingCheckpoint]:
    """Yield the rows without their keys and numbers: the weights and biases, then the people, then a row for each season."""
    head = {
        "weights": chain.model.weights,
        "biases": [
            [edition.value, board.value, size, pack(bias).hex()]
            for (edition, board, size), bias in chain.model.biases.items()
        ],
    }
    yield RatingCheckpoint(head=json.dumps(head), players=b"", seasons=b"")
    for people in parts_of(_players(chain), _PEOPLE):
        yield RatingCheckpoint(head="", players=b"".join(people), seasons=b"")
    for season, packed in chain.seasons.packed().items():
        yield RatingCheckpoint(head=season, players=b"", seasons=packed)


def _take_head(chain: Chain, head: dict[str, Any]) -> None:
    chain.model.weights = head["weights"]
    for edition, board, size, bias in head["biases"]:
        table = Edition(edition), BoardKind(board), size
        chain.model.biases[table] = unpack_bias(bytes.fromhex(bias))


def _players(chain: Chain) -> Iterator[bytes]:
    for person, each in chain.players.items():
        # A player without a game of their own has beliefs only.
        points = each.points or (0.0,) * len(Summary._fields)
        yield _PLAYER.pack(
            person, each.games, each.wins, _to_number(each.peak_at), _to_number(each.last_ranked_at),
            each.peak or 0.0, *points, each.beliefs,
        )  # fmt: skip


def _unpacked(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, RatedPlayer]]:
    for person, games, wins, peak_at, last_at, peak, *points, beliefs in rows:
        yield (
            person,
            RatedPlayer(
                beliefs=beliefs,
                points=Summary(*points) if games else None,
                games=games,
                wins=wins,
                peak=None if peak_at == _NEVER else peak,
                peak_at=_to_time(peak_at),
                last_ranked_at=_to_time(last_at),
            ),
        )


def _to_number(moment: datetime | None) -> int:
    return _NEVER if moment is None else (moment - _EPOCH) // _MICROSECOND


def _to_time(number: int) -> datetime | None:
    return None if number == _NEVER else _EPOCH + number * _MICROSECOND
