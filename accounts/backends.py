"""The person of a session; logging in itself is allauth's."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class PeopleBackend(AuthenticationBackend):
    """Named in settings."""

    def get_user(self, user_id: int) -> User | None:
        """Read the preferences along: every page asks for them."""
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
