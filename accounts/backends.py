"""Logging in: by e-mail address, or by name whatever its capitals, in any script."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.names import name_key


class PeopleBackend(AuthenticationBackend):
    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        """Find the stored spelling first: SQLite knows capitals of ASCII letters only."""
        if typed := credentials.get("username"):
            stored = User.objects.filter(username_key=name_key(typed)).only("username").first()
            if stored is not None:
                credentials["username"] = stored.username
        return super().authenticate(request, **credentials)

    def get_user(self, user_id: int) -> User | None:
        """The person of a session, with the preferences every page asks for."""
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
