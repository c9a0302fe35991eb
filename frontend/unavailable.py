"""Answer 503 where disk or database fail; whatever the browser has not stored stays in its outbox and is sent again."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error

from annotation.api.errors import error_body
from annotation.api.unavailable import RETRY_AFTER, unavailable
from observation.correlation import request_id


class UnavailableMiddleware:
    """503 with Retry-After in place of 500, for errors that views raise. Place it last."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer what may pass; None for all other errors."""
        return _answer(request, unavailable(error))


def handler500(request: HttpRequest) -> HttpResponse:
    """Answer errors outside of views, as in a middleware, in the same way; all others with the id of the request, by
    which they are found in the log."""
    return _answer(request, unavailable(sys.exc_info()[1])) or _error(request)


def _error(request: HttpRequest) -> HttpResponse:
    try:
        return HttpResponse(render_to_string("500.html", {"request_id": request_id.get()}), status=500)
    except Exception:  # a template that fails: Django's own page has none
        return server_error(request)


def _answer(request: HttpRequest, reason: str) -> HttpResponse | None:
    if not reason:
        return None
    request.unavailable = reason  # type: ignore[attr-defined]  # for the log
    answer: HttpResponse
    if request.path_info.startswith("/api/"):
        message = _("The server cannot store or read data at the moment. What you did is kept; try again in a moment.")
        answer = JsonResponse(error_body("unavailable", message), status=503)
    else:
        answer = render(request, "503.html", status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    return answer
