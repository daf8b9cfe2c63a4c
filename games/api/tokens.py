"""Tokens: the only writer of them, and who a request's token belongs to.

A token is shown once, when it is made. Whoever reads the database learns no token from it.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.api.models import ApiToken
from games.api.problems import Problem, scope_missing
from games.api.scopes import TokenScope

PREFIX = "shapi_"
"""Marks our tokens, so that scanners for leaked secrets know them."""
MOST_TOKENS = 20
"""So many one person may have at once."""
USE_IS_NOTED_EVERY = timedelta(minutes=10)
PLAYING = frozenset({TokenScope.LOBBIES_WRITE, TokenScope.TABLE_PLAY})
"""What a bot's scope to play stands for."""
UNUSED_FOR = timedelta(days=365)
"""Tokens that nobody has used for so long are forgotten."""


class TooManyTokensError(Exception):
    """The person has as many tokens as one may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiCaller:
    """Whose token a request has, and what it allows."""

    user: User
    token_id: int
    scopes: frozenset[TokenScope]
    language: str
    is_bot: bool = False

    @property
    def reads_own_games(self) -> bool:
        """Whether private tables of the person are there for this token."""
        return TokenScope.GAMES_READ in self.scopes

    def require(self, scope: TokenScope) -> None:
        """Raise Problem unless the token has this scope."""
        as_bot = self.is_bot and TokenScope.BOT_PLAY in self.scopes and scope in PLAYING
        if not as_bot and (scope not in self.scopes or (self.is_bot and scope in PLAYING)):
            raise scope_missing(scope.value)


def make_token(*, user: User, name: str, scopes: Iterable[TokenScope]) -> str:
    """Make a token and return its text, which nobody can read again. Raises TooManyTokensError."""
    if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise TooManyTokensError
    text = PREFIX + secrets.token_urlsafe(32)
    allowed = sorted({scope.value for scope in scopes})
    ApiToken.objects.create(user=user, name=name, digest=_digest(text), scopes=allowed)
    return text


def revoke_token(*, user: User, number: int) -> None:
    """End one of this person's tokens at once; one that is gone already is what was asked for."""
    ApiToken.objects.filter(user=user, pk=number).delete()


def revoke_all(user: User) -> None:
    """End every token of a person whose account is being closed."""
    ApiToken.objects.filter(user=user).delete()


def forget_unused(now: datetime) -> tuple[str, int]:
    """Forget tokens that nobody has used for a year; return the kind of data, and how many."""
    before = now - UNUSED_FOR
    never = ApiToken.objects.filter(last_used_at=None, created_at__lt=before)
    old, _by_model = (ApiToken.objects.filter(last_used_at__lt=before) | never).delete()
    return "tokens", old


def tokens_of(user: User) -> list[ApiToken]:
    """Return a person's tokens, the newest first; one query."""
    return list(ApiToken.objects.filter(user=user))


def is_valid(token_id: int) -> bool:
    """Whether a token is still there, and its owner too."""
    owner = {"user__is_active": True, "user__closed_at": None}
    return ApiToken.objects.filter(pk=token_id, **owner).exists()


def caller_of(header: str | None) -> ApiCaller | None:
    """Return who asks with this Authorization header; None without one. Raises Problem with status 401."""
    if header is None:
        return None
    kind, _blank, text = header.partition(" ")
    if kind.lower() != "bearer":
        raise needs_token()
    found = (
        ApiToken.objects.filter(digest=_digest(text.strip()))
        .select_related("user__preferences", "user__bot_account")
        .first()
    )
    if found is None or not found.user.is_active or found.user.closed_at:
        raise needs_token("invalid_token")
    now = timezone.now()
    if found.last_used_at is None or found.last_used_at < now - USE_IS_NOTED_EVERY:
        ApiToken.objects.filter(pk=found.pk).update(last_used_at=now)
    language = found.user.preferences.language
    return ApiCaller(
        user=found.user,
        token_id=found.pk,
        scopes=frozenset(TokenScope(each) for each in found.scopes if each in set(TokenScope)),
        is_bot=hasattr(found.user, "bot_account"),
        language=language if language in dict(settings.LANGUAGES) else "",
    )


def needs_token(reason: str = "token_missing") -> Problem:
    """Return the answer to a request without a valid token."""
    return Problem(HTTPStatus.UNAUTHORIZED, reason, headers={"WWW-Authenticate": "Bearer"})


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
