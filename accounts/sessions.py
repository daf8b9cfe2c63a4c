"""Sessions as Django keeps them in the database; one that ends is noted along with it.

Named by SESSION_ENGINE. A session that only gets a new key goes on: nothing is noted. What was written
in a transaction is not written a second time, when the database may be away.
"""

from copy import deepcopy
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, OperationalError, transaction

from accounts.sign_outs import note_session_end


class SessionStore(db.SessionStore):
    """Django's store, which also notes what ends."""

    written: tuple[str | None, dict[str, Any]] | None = None
    """Key and content as this request wrote them last."""

    def save(self, must_create: bool = False) -> None:
        """Write the session, unless it is written as it is.

        Raises UpdateError when it has ended meanwhile, and what the database raises when that is away:
        Django takes the second for the first, and asks people to sign in again.
        """
        content: dict[str, Any] = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        if not must_create and self.written == (self.session_key, content):
            return
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError | InterfaceError):
                raise error.__context__ from None
            raise
        self.written = (self.session_key, deepcopy(content))

    def flush(self) -> None:
        """End the session: signing out, signing in as somebody else, a password that is no longer right."""
        person = self.get(SESSION_KEY)
        with transaction.atomic():
            if person is not None and self.session_key:
                note_session_end(person=int(person), session_key=self.session_key)
            super().flush()

    async def aflush(self) -> None:
        await sync_to_async(self.flush)()
