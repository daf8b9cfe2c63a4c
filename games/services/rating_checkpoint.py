"""How far a rebuild of all ratings has come, kept in the database: one that was killed goes on from there.

Every number is kept bit for bit, so the rebuild comes to the same ratings.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from struct import Struct
from typing import Any

from games.engine.vocabulary import BoardKind, Edition
from games.models import RatingCheckpoint
from games.services.rating_chain import Chain, RatedPlayer, SeasonTally
from games.statistics.rating import COPIES, Summary, pack, unpack_beliefs, unpack_bias

CHECKPOINT = 1
"""The primary key of the one RatingCheckpoint."""
_BELIEFS = 5 * len(COPIES) * 8
_PLAYER = Struct(f"<qqqqq7d{_BELIEFS}s")
"""Id, games, wins, the times of the peak and of the last game, the peak, the summary, the beliefs."""
_SEASON = Struct("<7sqqqd")
"""Season, person, games, wins, expected wins."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_NEVER = -(2**63)


def keep(chain: Chain, number: int, wanted: int) -> None:
    """Keep the chain after the game with this number, in place of what was kept before."""
    head = {
        "weights": chain.model.weights,
        "biases": [
            [edition.value, board.value, size, pack(bias).hex()]
            for (edition, board, size), bias in chain.model.biases.items()
        ],
    }
    RatingCheckpoint.objects.update_or_create(
        pk=CHECKPOINT,
        defaults={
            "wanted": wanted,
            "number": number,
            "head": json.dumps(head),
            "players": b"".join(_players(chain)),
            "seasons": b"".join(
                _SEASON.pack(season.encode(), person, each.games, each.wins, each.expected)
                for (season, person), each in chain.seasons.items()
            ),
        },
    )


def kept(wanted: int) -> tuple[Chain, int]:
    """Return the chain that was kept, and the number of its last game; an empty one if none fits these corrections."""
    row = RatingCheckpoint.objects.filter(pk=CHECKPOINT, wanted=wanted).first()
    chain = Chain()
    if row is None:
        return chain, 0
    head: dict[str, Any] = json.loads(row.head)
    chain.model.weights = head["weights"]
    for edition, board, size, bias in head["biases"]:
        table = Edition(edition), BoardKind(board), size
        chain.model.biases[table] = unpack_bias(bytes.fromhex(bias))
    chain.players = dict(_unpacked(_PLAYER.iter_unpack(bytes(row.players))))
    for season, person, games, wins, expected in _SEASON.iter_unpack(bytes(row.seasons)):
        chain.seasons[season.decode(), person] = SeasonTally(games, wins, expected)
    return chain, row.number


def forget() -> None:
    """Forget it: the rebuild is done, or the games have other numbers now."""
    RatingCheckpoint.objects.all().delete()


def _players(chain: Chain) -> Iterator[bytes]:
    for person, each in chain.players.items():
        # A player without a game of their own has beliefs only.
        points = each.points or (0.0,) * len(Summary._fields)
        yield _PLAYER.pack(
            person, each.games, each.wins, _to_number(each.peak_at), _to_number(each.last_ranked_at),
            each.peak or 0.0, *points, pack(each.beliefs),
        )  # fmt: skip


def _unpacked(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, RatedPlayer]]:
    for person, games, wins, peak_at, last_at, peak, *points, beliefs in rows:
        yield (
            person,
            RatedPlayer(
                beliefs=unpack_beliefs(beliefs),
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
