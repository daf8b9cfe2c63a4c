"""Programs that use the interface, for its tests."""

from typing import Any

from django.test import Client

from accounts.models import User
from games.api.scopes import TokenScope
from games.api.tokens import make_token

V1 = "/api/v1"


def get(path: str, token: str = "", **headers: str) -> Any:
    """Ask for an address below /api/v1."""
    return Client().get(f"{V1}{path}", headers=with_token(token, headers))


def post(path: str, token: str = "", **fields: Any) -> Any:
    """Send these fields as JSON to an address below /api/v1."""
    return Client().post(
        f"{V1}{path}",
        fields,
        content_type="application/json",
        headers=with_token(token, {}),
    )


def with_token(token: str, headers: dict[str, str]) -> dict[str, str]:
    """Return these headers and that of a token."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return named | ({"Authorization": f"Bearer {token}"} if token else {})


def a_token(user: User, *scopes: TokenScope) -> str:
    """Return a token of this person."""
    return make_token(user=user, name="test", scopes=scopes)


def assert_problem(answer: Any, status: int, reason: str) -> None:
    """Check that this is the problem with this word."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    document = answer.json()
    assert (document["status"], document["reason"]) == (status, reason)
    assert document["title"]
