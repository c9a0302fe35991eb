"""Open invitations to a project and links to choose a new password; the page that the latter open."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext

from annotation.accounts.identity import provider_is_on, provider_label
from annotation.accounts.invitations import invitation_path, invitation_tokens
from annotation.accounts.models import User
from annotation.accounts.provider_links import password_lets_in
from annotation.accounts.throttling import TooSoon
from annotation.figures.figure import unarmed
from annotation.projects.access import invitation_to_manage
from annotation.projects.invitation_models import ProjectInvitation
from annotation.projects.joining import ask_again, join_path, unaccepted, withdraw
from annotation.projects.models import Project
from frontend.views.access import PersonRequest, manager_view
from frontend.views.account.departures import lead_to_provider
from frontend.views.account.entering import enter, wait_page
from frontend.views.joining import link_turn
from frontend.views.people import open_invitations

DAY = 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody who has a link: to join the project, or (`account`) to choose a password as a member of it.

    `link`: absolute; "" where it holds no more, because it was declined or has expired.
    """

    name: str
    roles: list[str]
    link: str
    account: User | None = None
    asked: ProjectInvitation | None = None

    @property
    def asked_at(self) -> datetime | None:
        """When they were asked to join."""
        return self.asked.asked_at if self.asked else None


@manager_view("GET", "HEAD", "POST", fresh=True)
def invitations(request: PersonRequest, project: Project) -> HttpResponseBase:
    """The links of a project. A POST asks one name again, with a new link, or withdraws the invitation."""
    if request.method == "POST":
        asked = invitation_to_manage(project, _number(request.POST.get("invitation")))
        if request.POST.get("action") == "withdraw":
            withdraw(asked, request.user)
            messages.success(request, gettext("Invitation of %(name)s withdrawn.") % {"name": asked.name})
        elif request.POST.get("action") == "again":
            ask_again(asked, request.user)
            messages.success(request, gettext("%(name)s has a new link.") % {"name": asked.name})
        return redirect("manage-invitations", slug=project.slug)
    shown = {"project": project, "invitations": invitations_of(request, project)}
    shown["days"] = settings.PASSWORD_RESET_TIMEOUT // DAY
    return render(request, "people/invitations.html", shown)


@manager_view("GET", "HEAD", fresh=True)
def invitations_file(request: PersonRequest, project: Project) -> HttpResponse:
    """The links that hold, as a CSV file with the columns name, roles and link."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-invitations.csv"'
    rows = csv.writer(answer)
    rows.writerow(("name", "roles", "link"))
    for one in invitations_of(request, project):
        if one.link:
            rows.writerow((unarmed(one.name), ";".join(one.roles), one.link))
    return answer


def invitations_of(request: PersonRequest, project: Project) -> list[Invitation]:
    """Who was asked to join and has not accepted, and members who have to choose a password; by name."""
    roles: dict[int, list[str]] = {}
    for user, role in project.memberships.order_by("role").values_list("user", "role"):
        roles.setdefault(user, []).append(role)
    members = [
        Invitation(one.username, roles[one.pk], request.build_absolute_uri(invitation_path(one)), account=one)
        for one in open_invitations(project, request.user)
    ]
    asked = [
        Invitation(one.name, one.roles, request.build_absolute_uri(join_path(one)) if one.is_open() else "", asked=one)
        for one in unaccepted(project)
    ]
    return sorted([*members, *asked], key=lambda one: one.name)


class ChoosePassword(PasswordResetConfirmView):
    """Django's page to choose a password by a link. Wrong links are limited; a second factor is asked for after it.

    Where there is a provider, one's identity there can be linked instead.
    """

    template_name = "login/invitation.html"
    token_generator = invitation_tokens
    reset_url_token = "choose"  # nosec B105 # part of an address
    success_url = reverse_lazy("my-work")

    def dispatch(self, request: HttpRequest, *args: Any, **given: Any) -> HttpResponseBase:
        try:
            turn = link_turn(request)
        except TooSoon as error:
            return wait_page(request, error)
        answer: HttpResponseBase = super().dispatch(request, *args, **given)
        if self.validlink or answer.status_code == 302:
            turn.succeeded()
        return answer

    def post(self, request: HttpRequest, *args: Any, **given: Any) -> HttpResponse:
        """Choose the password; or go to the provider, which is the only way where a password lets nobody in."""
        assert self.user is not None  # the link is valid
        if "provider" in request.POST and provider_is_on():
            token = request.session[INTERNAL_RESET_SESSION_TOKEN]
            return lead_to_provider(request, {"what": "invitation", "person": self.user.pk, "token": token})
        if not password_lets_in(self.user):
            return self.get(request, *args, **given)
        return super().post(request, *args, **given)

    def get_context_data(self, **given: Any) -> dict[str, Any]:
        shown = {"provider": provider_label(), "by_password": self.user is not None and password_lets_in(self.user)}
        return super().get_context_data(**given) | shown

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        """Choose it, and go in."""
        super().form_valid(form)
        return enter(self.request, form.user, "my-work")


invitation = ChoosePassword.as_view()


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else 0
