"""What holds of an account on every page: when its session was last used, and the second factor it must have."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from annotation.accounts.models import User
from annotation.accounts.second_factor import must_set_up
from annotation.accounts.sessions import BEGAN, PROVIDER_FACTOR, Session
from annotation.api.errors import error_body

log = logging.getLogger(__name__)
NOTED_EVERY = 300  # seconds
# What somebody needs who has to set up a second factor first.
OPEN_WITHOUT = {"login", "logout", "account", "second-factor", "password", "language", "other-static", "service-worker"}
OPEN_WITHOUT |= {"provider-log-in", "provider-callback", "provider-link"}


class AccountRules:
    """Middleware, after that of sessions and accounts."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        _note_use(request)
        return answer

    def process_view(self, request: HttpRequest, view: Any, given_args: Any, given: Any) -> HttpResponseBase | None:
        """Lead whoever lacks a second factor to its page; programs in their session are refused."""
        match = request.resolver_match
        name = match.url_name if match is not None and not match.namespaces else None
        if not settings.ATTEST_REQUIRE_SECOND_FACTOR or name in OPEN_WITHOUT:
            return None
        person = request.user
        if not isinstance(person, User) or request.session.get(PROVIDER_FACTOR) or not must_set_up(person):
            return None
        return _led(request)


def _led(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        words = gettext("Set up a second factor on your account’s page first.")
        return JsonResponse(error_body("second_factor_required", words), status=403)
    page = reverse("second-factor")
    where = f"{page}?{urlencode({'next': request.get_full_path()})}" if request.method == "GET" else page
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": page})
    return redirect(where)


def _note_use(request: HttpRequest) -> None:
    """Write down that the session was used: every five minutes at most, and never in the way of the answer."""
    session = getattr(request, "session", None)
    if session is None or not session.accessed or not session.session_key:
        return
    began, now = session.get(BEGAN), time.time()
    if not began or now - began < NOTED_EVERY or not cache.add(f"session-used-{session.session_key}", 1, NOTED_EVERY):
        return
    try:
        with transaction.atomic():
            Session.objects.filter(pk=session.session_key).update(last_used_at=timezone.now())
    except DatabaseError as error:
        log.warning("the use of a session is not noted: %s", error)
