"""The socket of a page that has no other: it keeps the bell of the person who is signed in right."""

from typing import Any

from games.consumers.socket import SiteConsumer

NOBODY = 4404
UNEXPECTED_MESSAGE = 4400


class PersonConsumer(SiteConsumer):
    """Only sends. A person with too many sockets loses these first."""

    is_spare = True

    async def connect(self) -> None:
        """Close the socket of a visitor, who has no bell; live.bell does the rest."""
        if self.person is None:
            await self.close(code=NOBODY)

    async def receive(self, **_message: Any) -> None:
        """Close the socket: our pages send nothing here, so this is not one of them."""
        await self.close(code=UNEXPECTED_MESSAGE)
