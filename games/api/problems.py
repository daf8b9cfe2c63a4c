"""Refusals as problem documents (RFC 9457), in the caller's language; `reason` never changes with it."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.forms import BaseForm
from django.http import HttpResponse
from django.utils.translation import pgettext, pgettext_lazy
from ninja import Schema
from pydantic import Field

from games.engine import IllegalAction
from games.values.http_status import http_status_of
from games.values.refusals import GameError
from games.words.phrases import reason_text

CONTENT_TYPE = "application/problem+json"
_TITLES = {
    HTTPStatus.BAD_REQUEST: pgettext_lazy("problem", "Malformed request"),
    HTTPStatus.UNAUTHORIZED: pgettext_lazy("problem", "A valid token is needed"),
    HTTPStatus.FORBIDDEN: pgettext_lazy("problem", "Not allowed"),
    HTTPStatus.NOT_FOUND: pgettext_lazy("problem", "Not found"),
    HTTPStatus.METHOD_NOT_ALLOWED: pgettext_lazy("problem", "Wrong method"),
    HTTPStatus.CONFLICT: pgettext_lazy("problem", "Not possible now"),
    HTTPStatus.GONE: pgettext_lazy("problem", "No longer there"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: pgettext_lazy("problem", "Too large"),
    HTTPStatus.UNPROCESSABLE_ENTITY: pgettext_lazy("problem", "Malformed request"),
    HTTPStatus.TOO_MANY_REQUESTS: pgettext_lazy("problem", "Too many requests"),
    HTTPStatus.INTERNAL_SERVER_ERROR: pgettext_lazy("problem", "The site has failed"),
    HTTPStatus.SERVICE_UNAVAILABLE: pgettext_lazy("problem", "Not available right now"),
}


class WrongValueSchema(Schema):
    """A value of a request that is refused."""

    at: list[str] = Field(description="The way to it, such as `body`, `chosen`, `name`.")
    type: str = Field(description="A word that never changes with the language.")
    text: str = Field("", description="Why, in the caller's language.")


class ProblemSchema(Schema):
    """A refusal (RFC 9457)."""

    type: str
    title: str = Field(description="In the caller's language.")
    status: int
    detail: str = ""
    reason: str = Field(description="A word that never changes with the language.")
    errors: list[WrongValueSchema] = Field(
        [], description="The values that are wrong, if it is known which."
    )


class Problem(Exception):
    """An operation refuses; nothing has changed."""

    def __init__(
        self,
        status: HTTPStatus,
        reason: str,
        detail: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.detail = detail
        self.headers = headers or {}


class WrongValues(Exception):
    """A form of the pages refuses values of a request; nothing has changed."""

    def __init__(self, form: BaseForm) -> None:
        super().__init__(repr(form.errors))
        self.errors = [
            {
                "at": ["body", "chosen", name],
                "type": each.code or "invalid",
                "text": " ".join(each.messages),
            }
            for name, found in form.errors.as_data().items()
            for each in found
        ]


def not_found() -> Problem:
    """Return the answer to an address that leads nowhere, or nowhere for this caller: both look alike."""
    return Problem(HTTPStatus.NOT_FOUND, "not_found")


def scope_missing(scope: str) -> Problem:
    """Return the answer to a token that does not allow this."""
    text = pgettext("problem", "This token has no scope “%(scope)s”.") % {"scope": scope}
    return Problem(HTTPStatus.FORBIDDEN, "scope_missing", text)


def of_refusal(error: GameError | IllegalAction) -> Problem:
    """Return the refusal of a service or of the rules, in the words of the pages."""
    names = error.names if isinstance(error, GameError) else None
    return Problem(
        http_status_of(error.reason), error.reason.value, reason_text(error.reason, names=names)
    )


def problem_answer(problem: Problem, **members: Any) -> HttpResponse:
    """Return the document of a problem in the active language."""
    status = problem.status
    title = str(_TITLES.get(status, status.phrase))
    document = {
        "type": "about:blank",
        "title": title,
        "status": status.value,
        "detail": problem.detail,
        "reason": problem.reason,
        **members,
    }
    return HttpResponse(
        json.dumps({key: value for key, value in document.items() if value != ""}),
        status=status,
        content_type=CONTENT_TYPE,
        headers={"Cache-Control": "no-store", **problem.headers},
    )
