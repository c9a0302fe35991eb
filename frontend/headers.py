"""Headers of every answer that Django and django-csp do not send."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

# What no page of Attest uses, and so no script that got into one may.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "autoplay",
        "browsing-topics",
        "camera",
        "display-capture",
        "encrypted-media",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "publickey-credentials-get",
        "screen-wake-lock",
        "serial",
        "usb",
        "xr-spatial-tracking",
    )
)
# Addresses whose answers browsers may keep: articles and what is found in them, static files, the service worker.
KEPT = {"read", "lines", "lines-find", "lines-dictionary", "wiki", "find", "other-static", "service-worker"}


class Headers:
    """Middleware. No cache keeps a page or an answer of the API, except where they say otherwise and are of `KEPT`;
    static files are served before, with headers of their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        answer.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        match = request.resolver_match  # None for a static file, and for what is nowhere
        has_own = "Cache-Control" in answer.headers
        may_be_kept = has_own and (match is None or match.url_name in KEPT)
        if not may_be_kept and "no-store" not in answer.headers.get("Cache-Control", ""):
            answer.headers["Cache-Control"] = "private, no-store"
        return answer
