"""Operations that need a token with a scope."""

from django.http import HttpRequest
from ninja.security.base import AuthBase

from games.api.answering import caller
from games.api.scopes import TokenScope
from games.api.tokens import ApiCaller, needs_token


class Token(AuthBase):
    """Lets a request through if its token has this scope; `request.auth` is whose token it is."""

    openapi_type = "http"
    openapi_scheme = "bearer"

    def __init__(self, scope: TokenScope) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> ApiCaller:
        """Return whose token it is. Raises Problem."""
        found = caller(request)
        if found is None:
            raise needs_token()
        found.require(self.scope)
        return found
