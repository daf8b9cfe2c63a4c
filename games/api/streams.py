"""Streams: lines of JSON without an end, of a table as one viewer knows it, and of what concerns oneself.

A line is written only when its viewer would see a change, so its time tells nothing either. Each stream begins with
everything as it is now, so whoever connects again has missed nothing. Each line has a version of what it tells; whoever
connects again with the last ones is not told the same again. It looks once a second whether something is new, and ends
when its token does, or when its reader may not watch any more.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from time import monotonic
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import translation
from ninja import Router

from accounts.network import network_of
from accounts.notice_reading import notices_of
from games.api.answering import LIVE, caller
from games.api.by_token import Token
from games.api.lines import (
    NDJSON,
    HeartbeatSchema,
    NoticesLineSchema,
    PlacesLineSchema,
    TableLineSchema,
    lines_of,
)
from games.api.parameters import TableCode, Versions
from games.api.problems import Problem
from games.api.scopes import TokenScope
from games.api.telling import tell_table
from games.api.tokens import ApiCaller, is_valid
from games.selectors.access import find_watchable_game
from games.selectors.lobby import places_of
from games.selectors.seen_table import see_table
from games.transport.shutdown import is_shutting_down
from games.values.refusals import GameError, ServiceReason
from games.views.batches import json_line

HEARTBEAT_SECONDS = 10.0
MOST_STREAMS = 5
"""So many may one token, or one address without a token, have open in a process."""
NOTICES_AT_ONCE = 20
VERSION_LENGTH = 16

router = Router(tags=["streams"])
OF_TABLE = lines_of(TableLineSchema, HeartbeatSchema)
Look = Callable[[], dict[str, Any]]
"""Returns what a viewer sees now, by the type of a line."""
_open: Counter[str] = Counter()


@router.get("games/{code}/stream", url_name="game_stream", response=Any, openapi_extra=OF_TABLE)
def game_stream(
    request: HttpRequest, code: TableCode, versions: Versions = ""
) -> StreamingHttpResponse:
    """Stream a table as a spectator sees it: lines with `table`, and `heartbeat` every ten seconds."""
    asking = caller(request)
    reader = asking.user.pk if asking is not None and asking.reads_own_games else None
    find_watchable_game(code, reader)

    def look() -> dict[str, Any]:
        return _table(find_watchable_game(code, reader), None)

    return _streamed(request, look, _key(request, asking), versions)


@router.get(
    "games/{code}/seat/stream",
    url_name="seat_stream",
    auth=Token(TokenScope.TABLE_PLAY),
    response=Any,
    openapi_extra=OF_TABLE,
)
def seat_stream(
    request: HttpRequest, code: TableCode, versions: Versions = ""
) -> StreamingHttpResponse:
    """Stream a table as my seat there knows it."""
    asking = caller(request)
    reader = None if asking is None else asking.user.pk
    game_id = find_watchable_game(code, reader)
    if see_table(game_id, reader).viewer is None:
        raise GameError(ServiceReason.NOT_SEATED)

    def look() -> dict[str, Any]:
        return _table(find_watchable_game(code, reader), reader)

    return _streamed(request, look, _key(request, asking), versions)


@router.get(
    "me/stream",
    url_name="my_stream",
    auth=Token(TokenScope.NOTICES_READ),
    response=Any,
    openapi_extra=lines_of(PlacesLineSchema, NoticesLineSchema, HeartbeatSchema),
)
def my_stream(request: HttpRequest, versions: Versions = "") -> StreamingHttpResponse:
    """Stream what concerns me: lines with `places`, and with the latest `notices`."""
    asking = caller(request)
    assert asking is not None
    user = asking.user

    def look() -> dict[str, Any]:
        return {
            "places": [
                {"kind": each.kind.value, "code": each.code, "name": each.name}
                for each in places_of(user.pk)
            ],
            "notices": [
                {"id": each.pk, "kind": each.kind, "text": each.text, "at": each.at.isoformat()}
                for each in notices_of(user)[:NOTICES_AT_ONCE]
            ],
        }

    return _streamed(request, look, _key(request, asking), versions)


def _table(game_id: int, reader: int | None) -> dict[str, Any]:
    return {"table": tell_table(see_table(game_id, reader)).model_dump(mode="json")}


def _key(request: HttpRequest, asking: ApiCaller | None) -> str:
    return network_of(request) if asking is None else f"token {asking.token_id}"


def _streamed(request: HttpRequest, look: Look, key: str, versions: str) -> StreamingHttpResponse:
    """Return the stream of what this look finds. Raises Problem for one too many."""
    if _open[key] >= MOST_STREAMS:
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, "too_many_streams")
    asking = caller(request)
    token_id = None if asking is None else asking.token_id
    lines = _lines(look, token_id, translation.get_language(), frozenset(versions.split(",")))
    response = StreamingHttpResponse(_Counted(lines, key), content_type=NDJSON)
    setattr(response, LIVE, True)
    return response


class _Counted:
    """Lines of a stream that counts as open from its first line until Django closes the answer."""

    def __init__(self, lines: AsyncIterator[str], key: str) -> None:
        self._lines = lines
        self._key = key
        self._is_open = False

    def __aiter__(self) -> "_Counted":
        return self

    async def __anext__(self) -> str:
        if not self._is_open:
            self._is_open = True
            _open[self._key] += 1
        return await anext(self._lines)

    def close(self) -> None:
        """Count it no longer. Called by Django at the end, however that came."""
        if self._is_open:
            self._is_open = False
            _open[self._key] -= 1
            if not _open[self._key]:
                del _open[self._key]


def _version(name: str, value: Any) -> str:
    """Return the version of what a line tells: the same for the same, and of what its viewer sees alone."""
    told = json_line([name, value]).encode()
    return hashlib.sha256(told).hexdigest()[:VERSION_LENGTH]


async def _lines(
    look: Look, token_id: int | None, language: str | None, known: frozenset[str]
) -> AsyncIterator[str]:
    def seen() -> dict[str, Any] | None:
        # Streamed after the view has returned, so the language must be activated again.
        try:
            with translation.override(language):
                return look() if token_id is None or is_valid(token_id) else None
        except GameError:
            # Whoever reads may not watch any more.
            return None
        finally:
            # A stream keeps no connection to the database between its looks.
            connection.close()

    shown: dict[str, Any] = {}
    last_line = monotonic()
    while not is_shutting_down() and (now := await sync_to_async(seen)()) is not None:
        for name, value in now.items():
            if name in shown and shown[name] == value:
                continue
            version = _version(name, value)
            # Known is what the reader had when connecting, so it holds for the first look alone.
            if shown or version not in known:
                yield json_line({"type": name, "version": version, name: value})
                last_line = monotonic()
        shown = now
        if monotonic() - last_line >= HEARTBEAT_SECONDS:
            yield json_line({"type": "heartbeat"})
            last_line = monotonic()
        await asyncio.sleep(settings.API_LOOK_SECONDS)
