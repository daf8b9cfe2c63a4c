"""The socket of a table: hands a player's actions to the service, and the room's HTML to the page.

Thin: the session says who acts, never the message; the service decides, the room renders. Close
codes: 4404 no such table, or none for this person; 1011 try again.
"""

import json
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import Error
from django.utils import translation

from games.consumers.socket import TOO_MANY_GUESSES, SiteConsumer, TooManyGuessesError
from games.engine import IllegalAction
from games.forms.chat import is_talk, parse_talk
from games.forms.game import (
    MORE_TIME,
    OPEN_LOG,
    RETURN,
    is_agreement,
    parse_action,
    parse_agreement,
    parse_more_time,
)
from games.live.refusal import refusal_notice
from games.live.room import enter, open_log
from games.live.talk import talk_answer
from games.selectors.progress import find_progress
from games.services.agreement import submit_agreement
from games.services.chat import talk
from games.services.game import submit_action, take_seat_back
from games.services.more_time import take_more_time
from games.transport.metrics import ACTIONS, AGREEMENTS, EXTENSIONS, SEAT_RETURNS
from games.transport.socket_query import is_tv, socket_language
from games.values.action_request import ActionRequest
from games.values.refusals import GameError, ServiceReason
from games.words.phrases import reason_text

logger = logging.getLogger(__name__)

NO_SUCH_GAME = 4404
LARGEST_MESSAGE = 4096

# Wrapped once: the wrapper inspects its function, which would take a part of each action.
_SUBMIT = database_sync_to_async(submit_action)


class GameConsumer(SiteConsumer):
    """The socket of one tab at a table, of a player or a spectator."""

    leave_room: Callable[[], None] | None = None
    user_id: int | None = None
    joined_at: datetime | None = None
    language: str = "en"
    is_tv: bool = False
    game_id: int = 0

    async def connect(self) -> None:
        """Enter the table's room, or close with a code on which the page does not reconnect."""
        self.user_id = self.person
        self.joined_at = getattr(self.scope["user"], "date_joined", None)
        self.language = socket_language(self.scope)
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            game_id, newest = await database_sync_to_async(self.look_up)(
                code, find_progress, code, self.user_id
            )
        except TooManyGuessesError:
            await self.close(code=TOO_MANY_GUESSES)
            return
        except GameError:
            await self.close(code=NO_SUCH_GAME)
            return
        self.game_id = game_id
        self.is_tv = is_tv(self.scope)
        if self.is_tv:
            # A TV acts for no one: it shows a spectator's table, whoever owns the screen.
            self.user_id = self.joined_at = None
        self.leave_room = await enter(game_id, self, newest)

    def leave(self) -> None:
        """Leave the room only: the seat belongs to the person, not to the tab."""
        if self.leave_room is not None:
            self.leave_room()

    async def receive(
        self,
        text_data: str | None = None,
        bytes_data: bytes | None = None,  # noqa: ARG002
    ) -> None:
        """Take an action or a message of talk; malformed ones get a clear answer, too."""
        request, counted = None, ACTIONS
        try:
            data = _read(text_data)
            if is_talk(data):
                await self._talk(data)
                return
            if data.get("action") == OPEN_LOG:
                await open_log(self.game_id, self)
                return
            if data.get("action") == RETURN:
                counted = SEAT_RETURNS
                await database_sync_to_async(take_seat_back)(
                    game_id=self.game_id, user_id=self.user_id
                )
            elif data.get("action") == MORE_TIME:
                counted = EXTENSIONS
                await database_sync_to_async(take_more_time)(
                    game_id=self.game_id, user_id=self.user_id, decision=parse_more_time(data)
                )
            elif is_agreement(data):
                counted = AGREEMENTS
                await database_sync_to_async(submit_agreement)(
                    game_id=self.game_id, user_id=self.user_id, request=parse_agreement(data)
                )
            else:
                request = parse_action(data)
                await _SUBMIT(game_id=self.game_id, user_id=self.user_id, request=request)
            counted.labels("taken").inc()
        except (GameError, IllegalAction) as error:
            counted.labels("refused").inc()
            await self._refuse(error, request)
        except Error:
            counted.labels("failed").inc()
            logger.exception("Game %s: the database failed during an action", self.game_id)
            await self._refuse(GameError(ServiceReason.DATABASE_AWAY))

    async def send_html(self, html: str, secret: str = "") -> None:
        """Send a frame of fragments; secrets go in a frame of their own if frames are compressed."""
        if secret and settings.WEBSOCKET_DEFLATE:
            # Secrets first: the rest carries the version that the page then shows.
            await self.base_send({"type": "websocket.send", "text": secret, "is_secret": True})
        elif secret:
            html = f"{html}\n{secret}" if html else secret
        if html:
            await self.base_send({"type": "websocket.send", "text": html})

    async def _talk(self, data: dict[str, Any]) -> None:
        """Say something; the answer appears beside the sender's box."""
        text = accepted = ""
        try:
            request = parse_talk(data)
            await database_sync_to_async(talk)(
                game_id=self.game_id, user_id=self.user_id, request=request
            )
            accepted = getattr(request, "message_id", "")
        except GameError as error:
            with translation.override(self.language):
                text = reason_text(error.reason, names=error.names)
        await self.send_html(talk_answer(text, accepted=accepted))

    async def _refuse(
        self, error: GameError | IllegalAction, request: ActionRequest | None = None
    ) -> None:
        with translation.override(self.language):
            html = refusal_notice(error, self.game_id, request)
        await self.send_html(html)


def _read(text_data: str | None) -> dict[str, Any]:
    if text_data is None:
        raise GameError(ServiceReason.MALFORMED)
    if len(text_data) > LARGEST_MESSAGE:
        raise GameError(ServiceReason.TOO_LARGE)
    try:
        data = json.loads(text_data)
    except (ValueError, RecursionError):
        raise GameError(ServiceReason.MALFORMED) from None
    if not isinstance(data, dict):
        raise GameError(ServiceReason.MALFORMED)
    return data
