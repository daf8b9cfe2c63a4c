"""Sessions in the database, which note their own end for the sockets.

Named by SESSION_ENGINE. A session that only gets a new key goes on, so nothing is noted. A session
already written in a transaction is not written again, as the database may be away by then.
"""

from copy import deepcopy
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, OperationalError, transaction

from accounts.models import UserSession
from accounts.sign_outs import note_session_end


class SessionStore(db.SessionStore):
    """Django's database store, which also notes the end of a session."""

    written: tuple[str | None, dict[str, Any]] | None = None
    """The key and content that this request wrote last."""

    def save(self, must_create: bool = False) -> None:
        """Write the session, unless the database already has it in this form.

        Raises UpdateError when the session has ended meanwhile, and the database's own error when
        it is away: Django takes the second for the first and would ask people to sign in again.
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
        """End the session: after signing out, signing in as another person, or a changed password."""
        person = self.get(SESSION_KEY)
        with transaction.atomic():
            if person is not None and self.session_key:
                note_session_end(person=int(person), session_key=self.session_key)
                UserSession.objects.filter(session_key=self.session_key).delete()
            super().flush()

    def cycle_key(self) -> None:
        """Get a new key, after a login or a changed password; the list of sessions follows."""
        former = self.session_key
        with transaction.atomic():
            super().cycle_key()
            if former:
                rows = UserSession.objects.filter(session_key=former)
                rows.update(session_key=self.session_key)

    async def aflush(self) -> None:
        await sync_to_async(self.flush)()
