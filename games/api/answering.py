"""What is around every operation: token, limit, language, refusals as problems, ETag, gzip, answers for other sites.

Cookies count for nothing here, or a page of another site could act for its visitor.
"""

import logging
import zlib
from collections.abc import AsyncIterator, Callable
from functools import wraps
from http import HTTPMethod, HTTPStatus
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.middleware.http import ConditionalGetMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from games.api.limits import count_request
from games.api.problems import Problem, not_found, of_refusal, problem_answer
from games.api.tokens import ApiCaller, caller_of
from games.engine import IllegalAction
from games.services.guesses import count_wrong_code, has_guessed_too_often
from games.values.refusals import GameError, ServiceReason
from games.views.access import DATABASE_IS_AWAY

logger = logging.getLogger(__name__)

_View = Callable[..., HttpResponseBase]
CALLER = "api_caller"
"""The attribute of a request that has whoever asks."""
LIVE = "is_live"
"""The attribute of an answer without an end, of which every line has to arrive at once."""
_AS_GZIP = 31
"""What zlib calls a window of the largest size, with the head of gzip."""
_FOR_OTHER_SITES = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, RateLimit, RateLimit-Policy, Retry-After",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match, Accept-Language",
    "Access-Control-Max-Age": "86400",
}


def answered(view: _View) -> _View:
    """Return a view of the interface with all that is around it."""

    @wraps(view)
    def answer(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        visitor, request.user = request.user, AnonymousUser()
        is_head = request.method == HTTPMethod.HEAD
        if is_head:
            request.method = HTTPMethod.GET.value
        try:
            response = _answer(view, request, *arguments, **named)
        finally:
            request.user = visitor
            if is_head:
                request.method = HTTPMethod.HEAD.value
        if is_head and isinstance(response, StreamingHttpResponse):
            response = _without_lines(response)
        for name, value in _FOR_OTHER_SITES.items():
            response.headers[name] = value
        return response

    answer.csrf_exempt = True  # type: ignore[attr-defined]
    return answer


def _without_lines(response: StreamingHttpResponse) -> HttpResponse:
    """Return the headers of a stream, of which nothing is read."""
    headers = dict(response.headers)
    response.close()
    return HttpResponse(status=response.status_code, headers=headers)


def caller(request: HttpRequest) -> ApiCaller | None:
    """Return whose token a request has; None without one."""
    found: ApiCaller | None = getattr(request, CALLER, None)
    return found


def _answer(view: _View, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
    if request.method == HTTPMethod.OPTIONS:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=_PREFLIGHT)
    headers: dict[str, str] = {}
    with translation.override(_asked_language(request) or "en"):
        try:
            try:
                asking = caller_of(request.headers.get("Authorization"))
            except Problem:
                # Trying tokens counts too.
                headers = count_request(request, None)
                raise
            setattr(request, CALLER, asking)
            headers = (
                count_request(request, None)
                if asking is None
                else count_request(request, asking.token_id, is_bot=asking.is_bot)
            )
            if asking is not None:
                request.user = asking.user
                if not _asked_language(request) and asking.language:
                    translation.activate(asking.language)
            response = _by_code(view, request, *arguments, **named)
            if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                problem = Problem(HTTPStatus.METHOD_NOT_ALLOWED, "wrong_method")
                problem.headers = {"Allow": _with_head(response.headers.get("Allow", ""))}
                response = problem_answer(problem)
        except Problem as problem:
            response = problem_answer(problem)
        except (GameError, IllegalAction) as refused:
            response = problem_answer(of_refusal(refused))
        except DATABASE_IS_AWAY:
            response = problem_answer(of_refusal(GameError(ServiceReason.DATABASE_AWAY)))
        except Exception:
            # Django's own answer would be a page.
            got_request_exception.send(sender=None, request=request)
            logger.exception("An operation of the interface failed: %s", request.path)
            failed = Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "failed")
            response = problem_answer(failed)
        response.headers["Content-Language"] = translation.get_language()
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    return _finished(request, response)


def _with_head(allowed: str) -> str:
    names = {each.strip() for each in allowed.split(",")}
    return ", ".join(sorted(names | {"HEAD"} if "GET" in names else names))


def _by_code(view: _View, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
    """Answer, and count wrong codes as the pages do. Raises Problem."""
    if "\0" in request.path_info:
        raise Problem(HTTPStatus.BAD_REQUEST, "malformed")
    code = str(named.get("code", ""))
    if code and has_guessed_too_often(request, code, request.user.pk):
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS, "too_many_guesses", headers={"Retry-After": "60"}
        )
    try:
        return view(request, *arguments, **named)
    except (Http404, GameError, Problem) as error:
        problem = _problem_of(error)
        if code and problem.status == HTTPStatus.NOT_FOUND:
            count_wrong_code(request)
        raise problem from None


def _problem_of(error: Http404 | GameError | Problem) -> Problem:
    if isinstance(error, Problem):
        return error
    return of_refusal(error) if isinstance(error, GameError) else not_found()


def _asked_language(request: HttpRequest) -> str:
    """Return the first language of ours that the request asks for."""
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def _finished(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add an ETag, answer 304 to whoever has it, and compress."""
    if getattr(response, LIVE, False):
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = (
            "no-cache" if caller(request) is None else "private, no-cache"
        )
    if isinstance(response, StreamingHttpResponse):
        return _packed(request, response)
    whole: HttpResponseBase = ConditionalGetMiddleware(lambda _request: response)(request)  # type: ignore[assignment]
    compressed: HttpResponseBase = GZipMiddleware(lambda _request: whole)(request)  # type: ignore[assignment]
    return compressed


def _packed(request: HttpRequest, response: StreamingHttpResponse) -> HttpResponseBase:
    """Compress a long answer as one whole: Django's middleware begins anew with every part, and many programs read the first alone."""
    patch_vary_headers(response, ("Accept-Encoding",))
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.streaming_content = _packed_parts(response.streaming_content)  # type: ignore[arg-type]
        response.headers["Content-Encoding"] = "gzip"
    return response


async def _packed_parts(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(wbits=_AS_GZIP)
    async for part in parts:
        yield packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
