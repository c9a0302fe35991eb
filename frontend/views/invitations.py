"""Invitations: the links of people who have not chosen a password yet, and the page that a link opens."""

from __future__ import annotations

import csv
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy

from annotation.accounts.invitations import invitation_path, invitation_tokens
from annotation.accounts.models import User
from annotation.figures.figure import unarmed
from annotation.projects.models import Project
from frontend.views.access import PersonRequest, manager_view
from frontend.views.people import open_invitations

DAY = 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class Invitation:
    """An account without a password, its roles in the project, and an absolute link."""

    account: User
    roles: list[str]
    link: str


@manager_view("GET", "HEAD", fresh=True)
def invitations(request: PersonRequest, project: Project) -> HttpResponse:
    """The open invitations of a project, each with a link that is valid from now on."""
    shown = {"project": project, "invitations": invitations_of(request, project)}
    shown["days"] = settings.PASSWORD_RESET_TIMEOUT // DAY
    return render(request, "people/invitations.html", shown)


@manager_view("GET", "HEAD", fresh=True)
def invitations_file(request: PersonRequest, project: Project) -> HttpResponse:
    """The same as a CSV file with the columns name, roles and link."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-invitations.csv"'
    rows = csv.writer(answer)
    rows.writerow(("name", "roles", "link"))
    for one in invitations_of(request, project):
        rows.writerow((unarmed(one.account.get_username()), ";".join(one.roles), one.link))
    return answer


def invitations_of(request: PersonRequest, project: Project) -> list[Invitation]:
    """Open invitations, by name."""
    roles: dict[int, list[str]] = {}
    for user, role in project.memberships.order_by("role").values_list("user", "role"):
        roles.setdefault(user, []).append(role)
    return [
        Invitation(account, roles[account.pk], request.build_absolute_uri(invitation_path(account)))
        for account in open_invitations(project, request.user)
    ]


invitation = PasswordResetConfirmView.as_view(
    template_name="login/invitation.html",
    token_generator=invitation_tokens,
    reset_url_token="choose",
    success_url=reverse_lazy("my-work"),
    post_reset_login=True,
    post_reset_login_backend="django.contrib.auth.backends.ModelBackend",
)
