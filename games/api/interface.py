"""The interface as a whole: all operations, what they raise, and the schema that tells of them."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser

from games.api import acting, games, meetings, players, streams
from games.api.lines import schemas_of_lines
from games.api.problems import (
    CONTENT_TYPE,
    Problem,
    ProblemSchema,
    WrongValues,
    of_refusal,
    problem_answer,
)
from games.values.refusals import GameError, ServiceReason

NAMESPACE = "api"
_PROBLEM = "ProblemSchema"


class _ObjectParser(Parser):
    """Reads bodies; one that is no JSON object is refused, where ninja would take it for an empty one."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        body = super().parse_body(request)
        if not isinstance(body, dict):
            raise TypeError
        return body


api = NinjaAPI(
    title="Secret Hitler",
    version="1",
    description="Play Secret Hitler, and read what is public about it.",
    urls_namespace=NAMESPACE,
    parser=_ObjectParser(),
    docs_url=None,
    openapi_url=None,
)
api.add_router("", players.router)
api.add_router("", games.router)
api.add_router("", meetings.router)
api.add_router("", acting.router)
api.add_router("", streams.router)


@api.exception_handler(Problem)
def _on_problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    # Outside, answering counts wrong codes.
    raise problem


@api.exception_handler(Exception)
def _on_other(request: HttpRequest, error: Exception) -> HttpResponse:
    raise error


@api.exception_handler(ValidationError)
def _on_wrong_values(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return _wrong(
        {"at": [str(part) for part in each["loc"]], "type": each["type"]} for each in error.errors
    )


@api.exception_handler(WrongValues)
def _on_refused_form(request: HttpRequest, error: WrongValues) -> HttpResponse:
    return _wrong(error.errors)


@api.exception_handler(HttpError)
def _on_unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    return problem_answer(Problem(HTTPStatus(error.status_code), "malformed", _malformed()))


def _wrong(errors: Iterable[Mapping[str, Any]]) -> HttpResponse:
    problem = Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "malformed", _malformed())
    return problem_answer(problem, errors=list(errors))


def _malformed() -> str:
    return of_refusal(GameError(ServiceReason.MALFORMED)).detail


@cache
def openapi() -> dict[str, Any]:
    """Return the schema of all operations (OpenAPI 3.1), with the problem that any of them may answer."""
    schema: dict[str, Any] = api.get_openapi_schema(path_prefix="/api/v1/")
    components = schema.setdefault("components", {}).setdefault("schemas", {})
    problem = ProblemSchema.model_json_schema(ref_template="#/components/schemas/{model}")
    components |= {_PROBLEM: problem, **problem.pop("$defs"), **schemas_of_lines()}
    refused = {
        "description": "A problem (RFC 9457).",
        "content": {CONTENT_TYPE: {"schema": {"$ref": f"#/components/schemas/{_PROBLEM}"}}},
    }
    for path in schema["paths"].values():
        for operation in path.values():
            operation["responses"]["default"] = refused
    # As a reader gets it, with texts for keys.
    as_read: dict[str, Any] = json.loads(json.dumps(schema))
    return as_read
