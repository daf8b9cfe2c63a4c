"""The person of a session, and who it is that logs in; the rest of logging in is allauth's."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.addresses import owner_of
from accounts.models import User
from accounts.names import name_key


def person_of_login(login: str) -> User | None:
    """The person who has this name, or has confirmed this address; guests have no password."""
    if "@" in login:  # an address; names have no such sign
        return owner_of(login)
    return User.objects.filter(username_key=name_key(login), is_guest=False).first()


class PeopleBackend(AuthenticationBackend):
    """Named in settings."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:  # noqa: ARG002
        """Try the password on one account at most.

        allauth would try every account that claims an address: each costs a hash, and the time tells how
        many there are. Where there is none it hashes once as well.
        """
        login = credentials.get("username") or credentials.get("email") or ""
        found: User | None = self._check_password(person_of_login(login), credentials["password"])
        return found

    def get_user(self, user_id: int) -> User | None:
        """Read the preferences along: every page asks for them."""
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
