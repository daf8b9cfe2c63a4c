"""A person's own games to download: as records, one JSON object a line, and as a table.

Both are streamed a batch at a time, so a long history needs no more memory than a short one.
"""

import csv
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from io import StringIO

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.selectors.export import ExportCursor, GameLine, names_of, own_games, records_of
from games.views.batches import json_line, stream_batches
from games.views.people import too_many

Writer = Callable[[list[GameLine]], str]
COLUMNS = [field.name for field in fields(GameLine) if field.name != "game_id"]


@never_cache
@login_required
@require_GET
def export_records(request: HttpRequest) -> HttpResponseBase:
    """Stream every own game as a record, with its effect on the own rating."""
    return _download(request, "games.jsonl", "application/x-ndjson", _records)


@never_cache
@login_required
@require_GET
def export_csv(request: HttpRequest) -> HttpResponseBase:
    """Stream every own game as a row of a table."""
    return _download(request, "games.csv", "text/csv; charset=utf-8", _table, _csv([COLUMNS]))


def _download(
    request: HttpRequest, name: str, content_type: str, write: Writer, head: str = ""
) -> HttpResponseBase:
    refused: HttpResponse | None = too_many(request, action="export")
    if refused:
        return refused
    user_id = request.user.pk or 0

    def next_batch(after: ExportCursor | None) -> tuple[ExportCursor | None, str]:
        games = own_games(user_id, after)
        if not games:
            return None, ""
        return ExportCursor(games[-1].ended_at, games[-1].game_id), write(games)

    lines = stream_batches(next_batch, head=head)
    response = StreamingHttpResponse(lines, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _records(games: list[GameLine]) -> str:
    ids = [game.game_id for game in games]
    metas = {game.game_id: _meta(game) for game in games}
    records = records_of(ids, names_of(ids), metas)
    return "".join(json_line(records[game_id]) for game_id in ids)


def _meta(game: GameLine) -> dict[str, object]:
    values = asdict(game)
    values["id"] = values.pop("code")
    values["ended_at"] = game.ended_at.isoformat()
    # The record has these already.
    for name in ("game_id", "edition", "board", "size", "role", "team", "winner", "victory"):
        del values[name]
    return values


def _table(games: list[GameLine]) -> str:
    rows = []
    for game in games:
        values = asdict(game) | {"ended_at": game.ended_at.isoformat()}
        rows.append([_cell(values[column]) for column in COLUMNS])
    return _csv(rows)


def _cell(value: object) -> object:
    """Return a text that no spreadsheet takes for a formula, as it would with some names."""
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") else value


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
