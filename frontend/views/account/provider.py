"""Log in by the provider, and link or unlink one's identity there."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from annotation.accounts.identity import Identity, provider_is_on, provider_label
from annotation.accounts.invitations import accept_by_identity
from annotation.accounts.models import User
from annotation.accounts.provider import Failure, ProviderError, arrive
from annotation.accounts.provider_links import (
    AlreadyLinked,
    ProviderLink,
    link,
    link_of,
    links_of,
    password_lets_in,
    unlink,
)
from annotation.accounts.second_factor import Answer, check, has_second_factor
from annotation.accounts.sessions import end_sessions
from annotation.accounts.throttling import TooSoon
from annotation.accounts.tokens import ApiToken
from annotation.projects.joining import NameTaken, NoLongerOpen, accept_with_identity, invitation_of_link
from frontend.views.access import PersonRequest, person_view
from frontend.views.account.departures import Purpose, arrival_turn, departure_of, lead_to_provider
from frontend.views.account.entering import begin_attempt, enter, wait_page
from frontend.views.account.provider_errors import (
    CLOSED,
    INVITATION,
    NAME_TAKEN,
    OTHER_PERSON,
    STRANGER,
    TAKEN,
    refusal_page,
)
from frontend.views.account.second_factor import ProofForm
from frontend.views.lists import own_path


@never_cache
@require_POST
def log_in_by_provider(request: HttpRequest) -> HttpResponse:
    """Lead to the provider. Whoever is logged in already is asked to log in there anew."""
    if not provider_is_on():
        raise Http404
    to = own_path(request.POST.get("next", "")) or reverse("my-work")
    return lead_to_provider(request, {"what": "log-in", "to": to}, anew=request.user.is_authenticated)


@sensitive_variables()
@never_cache
@require_GET
def callback(request: HttpRequest) -> HttpResponse:
    """Where the provider sends the browser back to."""
    if not provider_is_on():
        raise Http404
    try:
        turn = arrival_turn(request)
    except TooSoon as error:
        return wait_page(request, error, back=reverse("login"))
    begun = departure_of(request, request.GET.get("state", ""))
    if begun is None:
        return refusal_page(request, Failure.STATE.value)
    try:
        identity = arrive(request.GET.dict(), begun[0])
    except ProviderError as error:
        if error.failure in {Failure.DENIED, Failure.AWAY, Failure.SETTINGS}:
            turn.succeeded()
        return refusal_page(request, error.failure.value, error.detail)
    answer = _ARRIVED[begun[1]["what"]](request, identity, begun[1])
    if answer.status_code == 302:
        turn.succeeded()
    return answer


def _log_in(request: HttpRequest, identity: Identity, purpose: Purpose) -> HttpResponse:
    found = link_of(identity)
    return refusal_page(request, STRANGER) if found is None else _enter(request, found, identity, purpose["to"])


def _enter(request: HttpRequest, found: ProviderLink, identity: Identity, to: str) -> HttpResponse:
    if not found.user.is_active:
        return refusal_page(request, CLOSED)
    return enter(request, found.user, to, link=found.pk, has_factor=identity.has_second_factor)


def _accept(request: HttpRequest, identity: Identity, purpose: Purpose) -> HttpResponse:
    """Of an invitation to choose a password: the identity is linked instead."""
    try:
        made = accept_by_identity(purpose["person"], purpose["token"], identity)
    except AlreadyLinked:
        return refusal_page(request, TAKEN)
    if made is None:
        return refusal_page(request, INVITATION)
    return _enter(request, made, identity, reverse("my-work"))


def _join(request: HttpRequest, identity: Identity, purpose: Purpose) -> HttpResponse:
    """Of an invitation to a project. Whoever has an account answers it there, as after a log-in by password."""
    public_id, signature = uuid.UUID(purpose["public_id"]), purpose["signature"]
    found = link_of(identity)
    if found is not None:
        page = reverse("join", kwargs={"public_id": public_id, "signature": signature})
        return _enter(request, found, identity, page)
    invitation = invitation_of_link(public_id, signature)
    try:
        if invitation is None:
            raise NoLongerOpen
        made = accept_with_identity(invitation, identity)
    except NoLongerOpen:
        return refusal_page(request, INVITATION)
    except NameTaken:
        return refusal_page(request, NAME_TAKEN)
    except AlreadyLinked:
        return refusal_page(request, TAKEN)
    return _enter(request, made, identity, reverse("my-work"))


def _link(request: HttpRequest, identity: Identity, purpose: Purpose) -> HttpResponse:
    """Of one's own page: whoever began it must be logged in still."""
    person = request.user
    if not isinstance(person, User) or person.pk != purpose["person"]:
        return refusal_page(request, OTHER_PERSON)
    try:
        link(person, identity)
    except AlreadyLinked:
        return refusal_page(request, TAKEN)
    messages.success(request, gettext("From now on you may log in with %(label)s.") % {"label": provider_label()})
    return redirect("account")


_ARRIVED = {"log-in": _log_in, "invitation": _accept, "join": _join, "link": _link}


class LinkForm(ProofForm):
    """The password, and the code where there is a second factor: an open screen opens no other way in."""

    def __init__(self, data: Any = None, *, person: User) -> None:
        super().__init__(data, person=person)
        if not has_second_factor(person):
            del self.fields["code"]


@sensitive_post_parameters()
@person_view("GET", "HEAD", "POST", fresh=True)
def provider_link(request: PersonRequest) -> HttpResponseBase:
    """Link one's identity at the provider, or take the link with an issuer away; both take one's password."""
    person, links = request.user, links_of(request.user)
    if not provider_is_on() and not links:
        raise Http404
    if request.method != "POST" or not person.has_usable_password():
        return _link_page(request, LinkForm(person=person))
    try:
        turn = begin_attempt(request, person.get_username())
    except TooSoon as error:
        return wait_page(request, error)
    form = LinkForm(request.POST, person=person)
    if not form.is_valid():
        return _link_page(request, form)
    answer = check(person, form.cleaned_data["code"]) if "code" in form.fields else Answer.RIGHT
    if answer is not Answer.RIGHT:
        form.add_answer(answer)
        return _link_page(request, form)
    turn.succeeded()
    if "unlink" in request.POST:
        return _unlinked(request, request.POST["unlink"])
    if not provider_is_on():
        raise Http404
    return lead_to_provider(request, {"what": "link", "person": person.pk})


def _unlinked(request: PersonRequest, issuer: str) -> HttpResponse:
    """As after a new password: all other sessions end, and all tokens."""
    if password_lets_in(request.user) and unlink(request.user, issuer):
        end_sessions(request.user, but=request.session.session_key)
        ApiToken.objects.filter(user=request.user).delete()
        messages.success(
            request, gettext("The link was removed. Other browsers are logged out, and your API tokens ended.")
        )
    return redirect("account")


def _link_page(request: PersonRequest, form: LinkForm) -> HttpResponse:
    return render(request, "account/provider.html", {"form": form} | provider_of_account(request.user))


def provider_of_account(person: User) -> dict[str, Any]:
    """What pages show: the label of the `provider`, its `issuer`, `links`, whether one `can_link`, or `can_unlink`.

    To unlink takes a password that lets in by itself.
    """
    links = links_of(person)
    has_present = any(one.issuer == settings.ATTEST_OIDC_ISSUER for one in links)
    return {
        "provider": provider_label(),
        "issuer": settings.ATTEST_OIDC_ISSUER,
        "links": links,
        "can_link": provider_is_on() and not has_present,
        "has_password": person.has_usable_password(),
        "can_unlink": person.has_usable_password() and password_lets_in(person),
    }
