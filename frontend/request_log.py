"""Give every request an id, write one line of the log for each, and count it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.db import Error
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from observation.correlation import accepted_request_id, request_id
from observation.metrics import DATABASE_ERRORS, REQUEST_SECONDS, REQUESTS

HEADER = "X-Request-ID"
PROBES = {"/healthz": "healthz", "/readyz": "readyz", "/metrics": "metrics"}  # answered before any view
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
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
            seconds, view = time.perf_counter() - began, view_name(request)
            method = request.method if request.method in METHODS else "other"
            REQUESTS.labels(view, method, str(answer.status_code)).inc()
            REQUEST_SECONDS.labels(view).observe(seconds)
            _write(request, view, answer.status_code, seconds)
            return answer
        finally:
            request_id.reset(reset)

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        """Count errors of the database."""
        count_error(error)


def count_error(error: BaseException) -> None:
    """Count an error that a request ended with, if it is of the database."""
    if isinstance(error, Error):
        DATABASE_ERRORS.labels(type(error).__name__).inc()


def view_name(request: HttpRequest) -> str:
    """The name of the address that was asked for; "none" for what is nowhere and for static files."""
    if request.path_info in PROBES:
        return PROBES[request.path_info]
    match = request.resolver_match
    return match.view_name or "unnamed" if match is not None else "none"


def _write(request: HttpRequest, view: str, status: int, seconds: float) -> None:
    is_quiet = request.path_info in PROBES and status < 400  # asked every few seconds
    if is_quiet or not log.isEnabledFor(logging.INFO):
        return
    fields: dict[str, Any] = {
        "view": view,
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
