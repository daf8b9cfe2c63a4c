"""The sockets of the home page, of lobby pages and of the list of friends. They only send: people act there with forms.

live.lobby_board decides what is sent. The session says who looks, never a message.
"""

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async

from games.consumers.socket import TOO_MANY_GUESSES, SiteConsumer, TooManyGuessesError
from games.live.friends_board import enter_friends
from games.live.lobby_board import BoardConnection, LiveGroup, enter_list, enter_lobby
from games.models import Lobby
from games.selectors.lobby import find_lobby
from games.transport.socket_query import is_tv, socket_language
from games.values.table_filter import TableFilter

UNEXPECTED_MESSAGE = 4400
NO_SUCH_LOBBY = 4404


class ListeningConsumer(SiteConsumer):
    """The socket of a page that is kept up to date and sends nothing."""

    board: LiveGroup[Any] | None = None
    connection: BoardConnection

    async def connect(self) -> None:
        """Accept the socket and bring its page up to date."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.connection = BoardConnection(
            send_html=self.send_html,
            user_id=None if is_tv(self.scope) else self.person,
            is_tv=is_tv(self.scope),
            language=socket_language(self.scope),
            seen=query.get("seen", [""])[0],
            was_seated=query.get("seated", [""])[0] == "1",
            is_home=query.get("at", [""])[0] == "home",
            wanted=TableFilter.from_text(query.get("wanted", [""])[0]),
        )
        try:
            self.board = await self.enter()
        except TooManyGuessesError:
            await self.close(code=TOO_MANY_GUESSES)
        except Lobby.DoesNotExist:
            await self.close(code=NO_SUCH_LOBBY)

    async def enter(self) -> LiveGroup[Any]:
        """Join the board that this page shows."""
        raise Lobby.DoesNotExist

    async def receive(self, **_message: Any) -> None:
        """Close the socket: our pages send nothing, so this is not one of them."""
        await self.close(code=UNEXPECTED_MESSAGE)

    def leave(self) -> None:
        """Leave the board."""
        if self.board is not None:
            self.board.leave(self.connection)


class HomeConsumer(ListeningConsumer):
    """Keeps the list of open tables up to date."""

    async def enter(self) -> LiveGroup[Any]:
        """Join the board of the list."""
        return await enter_list(self.connection)


class FriendsConsumer(ListeningConsumer):
    """Keeps the list of one's friends up to date; for members."""

    async def enter(self) -> LiveGroup[Any]:
        """Join the board of this person's friends. Raises Lobby.DoesNotExist for a visitor."""
        if self.person is None:
            return await super().enter()
        return await enter_friends(self.person, self.connection)


class LobbyConsumer(ListeningConsumer):
    """Keeps a lobby page up to date, and leads to the table when the game starts."""

    async def enter(self) -> LiveGroup[Any]:
        """Join the board of the lobby."""
        code = self.scope["url_route"]["kwargs"]["code"]
        lobby = await database_sync_to_async(self.look_up)(code, find_lobby, code, self.person)
        return await enter_lobby(lobby.pk, self.connection)
