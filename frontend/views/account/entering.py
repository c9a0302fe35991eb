"""What every way of logging in has in common: limits on guesses, the second factor, and the browser that is known."""

from __future__ import annotations

import time
from datetime import timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone

from annotation.accounts.addresses import client_address, network_of, shortened
from annotation.accounts.known_devices import COOKIE, MAX_AGE, Device, cookie_with, device_of
from annotation.accounts.models import User
from annotation.accounts.second_factor import has_second_factor
from annotation.accounts.sessions import ADDRESS as SESSION_ADDRESS
from annotation.accounts.sessions import BEGAN, DEVICE, LONGEST_DEVICE, PROVIDER_FACTOR, Session
from annotation.accounts.throttling import (
    ADDRESS,
    KNOWN_DEVICE,
    NAME,
    NAME_AT_ADDRESS,
    TooSoon,
    Turn,
    take_turn,
)
from frontend.views.lists import own_path

BACKEND = "django.contrib.auth.backends.ModelBackend"
PENDING = "second_factor"  # in the session: who has given the password, where to, and until when
PENDING_SECONDS = 600
FRESH_SECONDS = 600  # since the log-in: as good as a password, for those who have none


def begin_attempt(request: HttpRequest, username: str, what: str = "password") -> Turn:
    """Count an attempt to guess `what` of this name. Raises TooSoon."""
    name, where = f"{what} {username.casefold()}", network_of(client_address(request.META))
    device = device_of(request.COOKIES.get(COOKIE))
    if device.knows(username):
        return take_turn((KNOWN_DEVICE, f"{device.number} {name}"))
    return take_turn((NAME_AT_ADDRESS, f"{name} {where}"), (ADDRESS, where), (NAME, name))


def wait_page(request: HttpRequest, error: TooSoon, *, back: str = "") -> HttpResponse:
    """429, with the time from which on one may try again, and a way back: to this page, where none is named."""
    again = timezone.now() + timedelta(seconds=error.seconds)
    following = own_path(request.POST.get("next", ""))
    here = f"{request.path}?{urlencode({'next': following})}" if following else request.get_full_path()
    shown = {"seconds": error.seconds, "again": again, "back": back or here}
    answer = render(request, "login/wait.html", shown, status=429)
    answer["Retry-After"] = str(error.seconds)
    return answer


def enter(
    request: HttpRequest, person: User, to: str, *, link: int | None = None, has_factor: bool = False
) -> HttpResponse:
    """Go on after a right password: to the code of the second factor where there is one, else in.

    `link`: the key of the link of an identity that came instead of a password; `has_factor`: its provider has asked
    for a second factor that counts, so that Attest asks for none.
    """
    if has_second_factor(person) and not has_factor:
        pending = {"person": person.pk, "password": person.get_session_auth_hash(), "to": to, "link": link}
        request.session[PENDING] = pending | {"until": time.time() + PENDING_SECONDS}
        return redirect("login-code")
    return log_in(request, person, to, has_factor=has_factor)


def log_in(request: HttpRequest, person: User, to: str, *, has_factor: bool = False) -> HttpResponse:
    """Begin a session, and remember the browser. `has_factor`: as in `enter`."""
    login(request, person, backend=BACKEND)
    request.session[PROVIDER_FACTOR] = has_factor
    request.session[DEVICE] = request.headers.get("User-Agent", "")[:LONGEST_DEVICE]
    request.session[SESSION_ADDRESS] = shortened(client_address(request.META))
    request.session[BEGAN] = time.time()
    Session.objects.filter(user=person, expire_date__lte=timezone.now()).delete()
    answer = redirect(resolve_url(to))
    remember(answer, device_of(request.COOKIES.get(COOKIE)), person)
    return answer


def is_fresh(request: HttpRequest) -> bool:
    """Whether the log-in was a moment ago: asked of those who have no password to prove that they are there."""
    began: float = request.session.get(BEGAN) or 0.0
    return time.time() - began < FRESH_SECONDS


def remember(answer: HttpResponse, device: Device, person: User) -> None:
    """Set the cookie of a browser that the person has logged in with."""
    answer.set_cookie(
        COOKIE,
        cookie_with(device, person.get_username()),
        max_age=MAX_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
