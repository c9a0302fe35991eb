"""The way to the provider: what the session keeps until the browser is back, and the page that leads there."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any, TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotation.accounts.addresses import client_address, network_of
from annotation.accounts.identity import provider_label
from annotation.accounts.provider import Departure, ProviderError, depart
from annotation.accounts.throttling import WRONG_ARRIVALS, TooSoon, Turn, take_turn
from frontend.views.account.entering import wait_page
from frontend.views.account.provider_errors import refusal_page

KEY = "provider_departures"  # in the session: state -> what was begun
SECONDS = 600
MOST = 5  # tabs in which one log-in each was begun; a session is not filled with more


class Purpose(TypedDict, total=False):
    """What a log-in by the provider is for. `what`: log-in, invitation, join or link.

    `person` and `token`: of an invitation, or who links; `public_id` and `signature`: of an invitation to a project;
    `to`: the path to go to.
    """

    what: str
    to: str
    person: int
    token: str
    public_id: str
    signature: str


def arrival_turn(request: HttpRequest) -> Turn:
    """Count a way to the provider or back, until it is known to have led somewhere. Raises TooSoon."""
    return take_turn((WRONG_ARRIVALS, network_of(client_address(request.META))))


def lead_to_provider(request: HttpRequest, purpose: Purpose, *, anew: bool = False) -> HttpResponse:
    """Answer a POST with a page that leads on at once.

    Not with a redirect: browsers apply the rule on where forms may be sent (CSP, form-action) to each address that a
    redirect leads to, and the provider's own may lead to any.
    """
    try:
        turn = arrival_turn(request)
    except TooSoon as error:
        return wait_page(request, error)
    turn.succeeded()  # what fails from here on is not the visitor's doing
    try:
        made = depart(request.build_absolute_uri(reverse("provider-callback")), anew=anew)
    except ProviderError as error:
        return refusal_page(request, error.failure.value, error.detail)
    now = time.time()
    begun = {state: one for state, one in _begun(request).items() if one["until"] > now}
    kept = dict(list(begun.items())[-(MOST - 1) :])
    one = asdict(made)
    del one["url"]
    request.session[KEY] = kept | {made.state: one | {"purpose": purpose, "until": now + SECONDS}}
    return render(request, "login/provider_departure.html", {"url": made.url, "provider": provider_label()})


def departure_of(request: HttpRequest, state: str) -> tuple[Departure, Purpose] | None:
    """What was begun with this state, which holds once; None where nothing was, or too long ago."""
    begun = _begun(request)
    one = begun.pop(state, None)
    if one is None:
        return None
    request.session[KEY] = begun
    if one["until"] < time.time():
        return None
    made = Departure("", one["state"], one["nonce"], one["verifier"], one["redirect_uri"])
    return made, one["purpose"]


def _begun(request: HttpRequest) -> dict[str, dict[str, Any]]:
    return dict(request.session.get(KEY) or {})
