"""Error responses of the API, all of one shape: `{"error": {"code": ..., "message": ..., "fields": {...}}}`.

`code` is for programs and never changes; `message` is a sentence for people; `fields` tells per part of the input what
is wrong with it, nested parts joined by dots ("operations.0.name").
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import Error
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from annotation.api.unavailable import RETRY_AFTER, unavailable
from annotation.errors import AnnotationError, Fields
from observation.metrics import DATABASE_ERRORS

log = logging.getLogger(__name__)

# DRF's exception -> (code, sentence). What is not listed keeps DRF's own words.
SENTENCES: dict[type[Exception], tuple[str, str]] = {
    exceptions.NotAuthenticated: ("not_authenticated", "You are not logged in. Log in and try again."),
    exceptions.NotFound: ("not_found", "There is nothing here that you can see."),
    exceptions.PermissionDenied: ("not_allowed", "You may not do this."),
    exceptions.ParseError: ("bad_json", "The request is not readable as JSON."),
}


def error_body(code: str, message: str, fields: Fields | None = None) -> dict[str, Any]:
    """The documented shape (tests/contracts/error.json)."""
    return {"error": {"code": code, "message": message, "fields": dict(fields or {})}}


def error_answer(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's exception handler: an answer for whatever went wrong, the unforeseen included."""
    set_rollback()
    if isinstance(error, Error):
        DATABASE_ERRORS.labels(type(error).__name__).inc()
    if isinstance(error, AnnotationError):
        return Response(error_body(error.code, error.message, error.fields), status=error.status)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, RequestDataTooBig):
        return Response(error_body("too_large", _("The request is too large.")), status=413)
    if isinstance(error, SuspiciousOperation):
        return Response(error_body("bad_request", _("The request cannot be read.")), status=400)
    if isinstance(error, exceptions.APIException):
        return _api_answer(error)
    reason = unavailable(error)
    if reason:
        request = context.get("request")
        if request is not None:
            request._request.unavailable = reason  # for the log
        message = _("The server cannot store or read data at the moment. What you did is kept; try again in a moment.")
        return Response(error_body("unavailable", message), status=503, headers={"Retry-After": str(RETRY_AFTER)})
    log.error("unforeseen error in %s", _where(context), exc_info=error)
    message = _("Something went wrong on the server. What you did is kept; try again in a moment.")
    return Response(error_body("server_error", message), status=500)


def _api_answer(error: exceptions.APIException) -> Response:
    status = error.status_code
    code, message = _code_and_message(error)
    fields: dict[str, list[str]] = {}
    headers: dict[str, str] = {}
    if isinstance(error, exceptions.ValidationError):
        fields = _flat(error.detail)
        code, message = "invalid", _first(fields)
    elif isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        status = 401  # DRF turns it into 403 where there is no WWW-Authenticate header to send
        scheme = getattr(error, "auth_header", None)
        headers = {"WWW-Authenticate": scheme} if scheme else {}
    elif isinstance(error, exceptions.Throttled):
        wait = getattr(error, "wait", None)
        headers = {"Retry-After": str(int(wait) + 1)} if wait is not None else {}
    return Response(error_body(code, message, fields), status=status, headers=headers)


def _code_and_message(error: exceptions.APIException) -> tuple[str, str]:
    if isinstance(error, exceptions.PermissionDenied) and "CSRF" in str(error.detail):
        return "csrf_failed", _("This page is too old to be trusted. Load it again, then repeat what you did.")
    if isinstance(error, exceptions.AuthenticationFailed):
        return "not_authenticated", str(error.detail)
    if isinstance(error, exceptions.Throttled):
        return "throttled", _("Too many requests. Wait a moment.")
    known = SENTENCES.get(type(error))
    if known is not None:
        return known[0], _(known[1])
    return str(error.default_code), str(error.detail)


def _flat(detail: Any) -> dict[str, list[str]]:
    """Nested serializer errors as "a.0.b" -> sentences."""
    fields: dict[str, list[str]] = {}
    for path, message in _walk(detail, ""):
        fields.setdefault(path or "body", []).append(message)
    return fields


def _walk(detail: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(detail, dict):
        for key, value in detail.items():
            yield from _walk(value, path if key == "non_field_errors" else f"{path}.{key}".lstrip("."))
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, dict | list)
            yield from _walk(value, f"{path}.{index}".lstrip(".") if nested else path)
    else:
        yield path, str(detail)


def _first(fields: Fields) -> str:
    """The first problem as a sentence; all of them stand in `fields`."""
    name, messages = next(iter(fields.items()), ("body", ["?"]))
    return f"{name}: {messages[0].removesuffix('.')}."


def _where(context: dict[str, Any]) -> str:
    request = context.get("request")
    return f"{request.method} {request.path}" if request is not None else "the API"
