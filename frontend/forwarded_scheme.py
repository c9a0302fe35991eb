"""Say in the log that a proxy calls requests plain HTTP although HTTPS=1 says that it speaks TLS."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

log = logging.getLogger(__name__)
_said: set[str] = set()  # one line for each value in each process


class ForwardedScheme:
    """Middleware. Requests that came through no proxy, such as health checks, are left alone.

    A visitor of plain HTTP gets no cookie back, and cannot log in; nothing else would say why.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.HTTPS and "HTTP_X_FORWARDED_FOR" in request.META and not request.is_secure():
            _say(request.headers.get("X-Forwarded-Proto", "nothing"))
        return self.get_response(request)


def _say(scheme: str) -> None:
    if scheme not in _said and len(_said) < 5:
        _said.add(scheme)
        log.error(
            "HTTPS=1, and the proxy says X-Forwarded-Proto: %s. Let it send https where it speaks TLS, and lead http "
            "there, as docker/nginx/site.conf does; people cannot log in without TLS.",
            scheme[:20],
        )
