"""Names the process of an answer."""

import os
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase


def name_process(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add a header with the process id."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response["X-Process"] = str(os.getpid())
        return response

    return answer
