"""Give every request an id, and write one line of the log for each."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from observation.correlation import accepted_request_id, request_id

HEADER = "X-Request-ID"
NOT_LOGGED = {"/healthz", "/readyz", "/metrics"}  # asked every few seconds; logged where they fail
log = logging.getLogger("attest.request")


class RequestLog:
    """Middleware, the first one. The id is the proxy's where that sends a well-formed one, and is in the answer.

    The line names the view and not the address, which may hold words and secrets. It is written where ATTEST_LOG_FORMAT
    is "json".
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        reset, began = request_id.set(accepted_request_id(request.headers.get(HEADER, ""))), time.perf_counter()
        try:
            answer = self.get_response(request)
            answer[HEADER] = request_id.get()
            _write(request, answer.status_code, time.perf_counter() - began)
            return answer
        finally:
            request_id.reset(reset)


def view_name(request: HttpRequest) -> str:
    """The name of the address that was asked for; "none" for what is nowhere and for static files."""
    match = request.resolver_match
    return match.view_name or "unnamed" if match is not None else "none"


def _write(request: HttpRequest, status: int, seconds: float) -> None:
    if not log.isEnabledFor(logging.INFO) or (request.path_info in NOT_LOGGED and status < 400):
        return
    fields: dict[str, Any] = {
        "view": view_name(request),
        "method": request.method,
        "status": status,
        "duration_ms": round(seconds * 1000, 1),
        "person": _person(request),
    }
    log.log(logging.ERROR if status >= 500 else logging.INFO, "request", extra=fields)


def _person(request: HttpRequest) -> int | None:
    """The number of who asks, by token or session, as far as that was read for the answer: the log asks nothing."""
    user = getattr(request, "user", None)
    if user is not None and type(user) is not SimpleLazyObject:
        number: int | None = user.pk
        return number
    session = getattr(request, "session", None)
    if session is None or not session.accessed:
        return None
    key = session.get(SESSION_KEY)
    return None if key is None else int(key)
