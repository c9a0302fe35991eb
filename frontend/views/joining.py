"""The page that an invitation to a project opens."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotation.accounts.addresses import client_address, network_of
from annotation.accounts.identity import provider_is_on, provider_label
from annotation.accounts.models import User
from annotation.accounts.provider_links import password_lets_in
from annotation.accounts.throttling import WRONG_LINKS, TooSoon, Turn, take_turn
from annotation.projects.invitation_models import ProjectInvitation
from annotation.projects.joining import (
    NameTaken,
    NoLongerOpen,
    accept,
    accept_with_new_account,
    decline,
    invitation_of_link,
)
from frontend.views.account.departures import lead_to_provider
from frontend.views.account.entering import log_in, wait_page


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, public_id: uuid.UUID, signature: str) -> HttpResponseBase:
    """Whoever is logged in under the invited name accepts or declines; visitors log in, or choose a password.

    The page is the same for a name with an account and one without.
    """
    try:
        turn = link_turn(request)
    except TooSoon as error:
        return wait_page(request, error)
    invitation = invitation_of_link(public_id, signature)
    if invitation is None:
        return render(request, "login/join.html", {"invitation": None}, status=404)
    person = request.user
    if isinstance(person, User):
        turn.succeeded()
        return _for_person(request, invitation, person)
    if request.method == "POST" and "provider" in request.POST and provider_is_on():
        turn.succeeded()
        return lead_to_provider(request, {"what": "join", "public_id": str(public_id), "signature": signature})
    return _for_visitor(request, invitation, turn)


def link_turn(request: HttpRequest) -> Turn:
    """Count the opening of a link, until it is known to be a valid one. Raises TooSoon."""
    return take_turn((WRONG_LINKS, network_of(client_address(request.META))))


def _for_person(request: HttpRequest, invitation: ProjectInvitation, person: User) -> HttpResponse:
    is_theirs = person.get_username() == invitation.name
    if request.method == "POST" and is_theirs:
        name = {"project": invitation.project.name}
        try:
            if "decline" in request.POST:
                decline(invitation)
                messages.success(request, gettext("Invitation to %(project)s declined.") % name)
            else:
                accept(invitation, person)
                if invitation.roles:
                    messages.success(request, gettext("You are a member of %(project)s now.") % name)
        except NoLongerOpen:
            messages.error(request, gettext("This invitation is no longer open."))
        return redirect("my-work")
    return render(request, "login/join.html", {"invitation": invitation, "person": person, "is_theirs": is_theirs})


def _for_visitor(request: HttpRequest, invitation: ProjectInvitation, turn: Turn) -> HttpResponse:
    """Trying whether a name is taken counts as a wrong link; all else with a valid one does not."""
    new = User(username=invitation.name)
    form: SetPasswordForm[User] = SetPasswordForm(new, request.POST or None)
    if request.method == "POST" and password_lets_in(new) and form.is_valid():
        try:
            person = accept_with_new_account(invitation, form.cleaned_data["new_password1"])
        except NoLongerOpen:
            return redirect(request.path)
        except NameTaken:
            words = gettext(
                "No password can be chosen for this name: if the account is yours, log in and accept. "
                "If not, ask for an invitation under another name."
            )
            form.add_error(None, words)
        else:
            turn.succeeded()
            return log_in(request, person, "my-work")
    else:
        turn.succeeded()
    log_in_first = f"{reverse('login')}?{urlencode({'next': request.path})}"
    shown = {"invitation": invitation, "form": form, "log_in": log_in_first}
    shown |= {"provider": provider_label(), "by_password": password_lets_in(new)}
    return render(request, "login/join.html", shown)
