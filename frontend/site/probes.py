"""Answers to monitors: /healthz, /readyz and /metrics.

A middleware answers them, before sessions, languages and the check of the host's name: a monitor inside of the network
asks by an address.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from annotation.api.tokens import TokenAuthentication
from annotation.errors import AnnotationError
from frontend.site.gauges import DatabaseGauges
from frontend.site.readiness import failing
from observation.metrics import CONTENT_TYPE_LATEST, exposition

Answer = Callable[[HttpRequest], HttpResponse]


class Probes:
    """Middleware, after `RequestLog` and `Headers`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = ANSWERS.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        found = answer(request) if request.method in {"GET", "HEAD"} else HttpResponse(status=405)
        found["Cache-Control"] = "no-store"
        return found


def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "alive"})


def readyz(_request: HttpRequest) -> HttpResponse:
    """200, or 503 with the names of what fails."""
    names = failing()
    if names:
        return JsonResponse({"status": "not ready", "failing": names}, status=503)
    return JsonResponse({"status": "ready"})


def metrics(request: HttpRequest) -> HttpResponse:
    """All metrics, for an operator's token and for the addresses of ATTEST_METRICS_NETWORKS; 404 for others."""
    if not (_is_from_monitor(request) or _is_operator(request)):
        return HttpResponse(status=404)
    return HttpResponse(exposition([DatabaseGauges()]), content_type=CONTENT_TYPE_LATEST)


def _is_from_monitor(request: HttpRequest) -> bool:
    """By the address of the connection itself. What came through a proxy has the proxy's, and is not let in by it."""
    if "X-Forwarded-For" in request.headers:
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.ATTEST_METRICS_NETWORKS)


def _is_operator(request: HttpRequest) -> bool:
    try:
        found = TokenAuthentication().authenticate(Request(request))
    except (APIException, AnnotationError):
        return False
    return found is not None and found[0].is_superuser


ANSWERS: dict[str, Answer] = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}
