"""Show times in the time zone of the reader's browser."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE = "time_zone"  # set by js/page/time-zone.js


class TimeZoneMiddleware:
    """Activate the time zone that the browser named; without a known one, that of the settings."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.COOKIES.get(COOKIE, "")
        with timezone.override(zoneinfo.ZoneInfo(name) if name in _known() else None):
            return self.get_response(request)


@cache
def _known() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())
