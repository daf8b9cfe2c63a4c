"""Reading games: one record, a month of records, running games as a spectator sees them."""

from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from ninja import Path, Query, Router

from games.api import schemas
from games.api.answering import caller
from games.api.limits import count_whole_month
from games.api.lines import NDJSON, lines_of
from games.api.parameters import TableCode
from games.api.problems import not_found
from games.api.telling import tell_table
from games.models import GameResult
from games.selectors.access import find_watchable_game
from games.selectors.export import (
    ExportCursor,
    place_of,
    public_games_between,
    records_of,
    told_names_of,
)
from games.selectors.public_games import read_public_games
from games.selectors.replay import find_ended, record_of_recording, with_claims
from games.selectors.seen_table import see_table
from games.views.batches import json_line, stream_batches

router = Router(tags=["games"])
Month = Annotated[str, Path(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])$")]
After = Annotated[
    str,
    Query(
        pattern=r"^[A-Za-z0-9_-]{0,32}$",
        description="The `meta.id` of the last record that arrived: goes on behind it.",
    ),
]


@router.get("games/running", url_name="running", response=list[schemas.RunningGameSchema])
def running(request: HttpRequest) -> list[schemas.RunningGameSchema]:
    """List running games of public tables, first those that most people watch."""
    return [
        schemas.RunningGameSchema(
            code=each.code,
            name=each.name,
            round=each.round,
            pace=each.pace,
            is_ranked=each.is_ranked,
            seats=len(each.faces),
            watching=each.watching,
            policies=list(each.policies),
        )
        for each in read_public_games(timezone.now(), ended=0).running
    ]


@router.get("games/{code}", url_name="game", response=schemas.TableSchema)
def game(request: HttpRequest, code: TableCode) -> schemas.TableSchema:
    """Show a table as a spectator sees it; once the game is over, with all roles."""
    return tell_table(see_table(_find(request, code), None))


@router.get("games/{code}/record", url_name="record", response=dict[str, Any])
def record(request: HttpRequest, code: TableCode) -> dict[str, Any]:
    """Return the record of a game that has ended, the same as `record.json` on the site."""
    ended = find_ended(_find(request, code))
    if ended is None:
        raise not_found()
    return record_of_recording(with_claims(ended))


@router.get("months/{month}/games", url_name="month", response=Any, openapi_extra=lines_of())
def month_games(request: HttpRequest, month: Month, after: After = "") -> StreamingHttpResponse:
    """Stream the records of all public games that ended in a month, the oldest first, one in each line.

    For a player who hides the list of games there is the number of the seat in place of the name.
    """
    begin = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    end = datetime(begin.year + begin.month // 12, begin.month % 12 + 1, 1, tzinfo=UTC)
    place = place_of(after) if after else None
    if after and place is None:
        raise not_found()
    count_whole_month(request)

    def next_batch(last: ExportCursor | None) -> tuple[ExportCursor | None, str]:
        games = public_games_between(begin, end, last)
        if not games:
            return None, ""
        return ExportCursor(games[-1].ended_at, games[-1].pk), _lines(games)

    return StreamingHttpResponse(stream_batches(next_batch, after=place), content_type=NDJSON)


def _lines(results: list[GameResult]) -> str:
    ids = [each.pk for each in results]
    metas = {
        each.pk: {
            "id": each.game.code,
            "name": each.game.name,
            "ended_at": each.ended_at.isoformat(),
            "kind": each.kind,
            "seconds": each.seconds,
            "rounds": each.rounds,
            "void": each.void,
        }
        for each in results
    }
    records = records_of(ids, told_names_of(ids), metas)
    return "".join(json_line(records[game_id]) for game_id in ids)


def _find(request: HttpRequest, code: str) -> int:
    """Return the id of a game that this caller may watch. Raises GameError."""
    asking = caller(request)
    reader = asking.user.pk if asking is not None and asking.reads_own_games else None
    return find_watchable_game(code, reader)
