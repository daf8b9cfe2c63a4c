"""Sessions as Django keeps them in the database; one that ends is noted along with it.

Named by SESSION_ENGINE. A session that only gets a new key goes on: nothing is noted.
"""

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.db import transaction

from accounts.sign_outs import note_session_end


class SessionStore(db.SessionStore):
    """Django's store, which also notes what ends."""

    def flush(self) -> None:
        """End the session: signing out, signing in as somebody else, a password that is no longer right."""
        person = self.get(SESSION_KEY)
        with transaction.atomic():
            if person is not None and self.session_key:
                note_session_end(person=int(person), session_key=self.session_key)
            super().flush()

    async def aflush(self) -> None:
        await sync_to_async(self.flush)()
