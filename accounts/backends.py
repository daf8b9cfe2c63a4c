"""Authentication backend: finds the person for a login and for a session; allauth does the rest."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import Permission
from django.db.models import Q
from django.http import HttpRequest

from accounts.addresses import owner_of
from accounts.models import User
from accounts.names import name_key


def person_of_login(login: str) -> User | None:
    """Return the person with this name or this confirmed address; None for guests, who have no password."""
    if "@" in login:  # an address; names have no such sign
        return owner_of(login)
    return User.objects.filter(username_key=name_key(login), is_guest=False).first()


class PeopleBackend(AuthenticationBackend):
    """Authentication against one account at most; named in settings."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:  # noqa: ARG002
        """Check the password against one account at most.

        allauth would try every account that claims an address. Each try costs a hash, so the time
        would tell how many there are. Without an account one hash is computed as well.
        """
        login = credentials.get("username") or credentials.get("email") or ""
        found: User | None = self._check_password(person_of_login(login), credentials["password"])
        return found

    def get_user(self, user_id: int) -> User | None:
        """Return the person of a session, with the preferences that every page needs."""
        try:
            user = User.objects.select_related("preferences").get(pk=user_id)
        except User.DoesNotExist:
            return None
        return user if self.user_can_authenticate(user) else None

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        """Return what this person may do, by themselves or in a group; kept with the person; one query."""
        if obj is not None or not user_obj.is_active or user_obj.is_superuser:
            return set(super().get_all_permissions(user_obj, obj))
        if not hasattr(user_obj, "_perm_cache"):
            own = Permission.objects.filter(Q(user=user_obj) | Q(group__user=user_obj))
            names = own.values_list("content_type__app_label", "codename").order_by()
            user_obj._perm_cache = {f"{app}.{name}" for app, name in names}  # noqa: SLF001
        return set(user_obj._perm_cache)  # noqa: SLF001
