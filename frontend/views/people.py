"""People of a project: roles, accounts, and amount of work."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Max, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Membership, Project, Role
from annotation.projects.setup import add_people, readable_password
from annotation.vocabulary.tasks import Phase
from annotation.work import assignment as work
from annotation.work.models import Assignment, AssignmentState
from frontend.views.access import PersonRequest, manager_view
from frontend.views.projects import NamesField
from frontend.views.rows import current_verifications


@dataclass(frozen=True)
class PersonRow:
    """`written`, `verified`: claims and verifications of production, as the lists behind them. `last_active`: when they
    last took, changed, gave back or submitted work of the project, calibration included. `may_change_account`: the
    account belongs to projects of this manager only."""

    person: User
    roles: list[str]
    written: int
    verified: int
    held: int
    last_active: datetime | None
    may_change_account: bool


class RolesForm(forms.Form):
    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=Role.choices, widget=forms.CheckboxSelectMultiple, required=False
    )


class NewPeopleForm(RolesForm):
    names = NamesField(label=_("Names"))
    field_order = ("names", "roles")

    def clean(self) -> dict[str, object]:
        cleaned = self.cleaned_data
        if not cleaned.get("names") and "names" not in self.errors:
            self.add_error("names", gettext("Enter at least one name."))
        if not cleaned.get("roles") and "roles" not in self.errors:
            self.add_error("roles", gettext("Choose at least one role."))
        return cleaned


@manager_view("GET", "POST", fresh=True)
def people(request: PersonRequest, project: Project) -> HttpResponse:
    """Everyone in the project. A POST adds people, and shows the passwords of new accounts this once."""
    form = NewPeopleForm(request.POST or None)
    passwords: dict[str, str] = {}
    if request.method == "POST" and form.is_valid():
        roles = [Role(role) for role in form.cleaned_data["roles"]]
        added = add_people(project=project, people=dict.fromkeys(roles, form.cleaned_data["names"]))
        passwords = added.passwords
        if not passwords:
            words = ", ".join(added.added) or gettext("nobody new")
            messages.success(request, gettext("Added: %(people)s.") % {"people": words})
            return redirect("manage-people", slug=project.slug)
        form = NewPeopleForm()
    shown = {"project": project, "rows": rows_of(project, request.user), "form": form, "passwords": passwords}
    return render(request, "people/people.html", shown | {"roles": Role.choices})


@manager_view("GET", "POST", fresh=True)
def person(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One person: their roles here, and, where one may, their account. A POST changes one of the two."""
    member = get_object_or_404(User.objects.filter(memberships__project=project).distinct(), pk=pk)
    if request.method == "GET":
        row = next(row for row in rows_of(project, request.user) if row.person == member)
        return render(request, "people/person.html", {"project": project, "row": row, "roles": Role.choices})
    action = request.POST.get("action")
    if action == "roles":
        _change_roles(request, project, member)
        if not project.memberships.filter(user=request.user, role=Role.MANAGER).exists():
            return redirect("my-work")  # they took it from themselves
    elif not may_change_account(request.user, member):
        messages.error(request, gettext("This account also belongs to projects or people you do not manage."))
    elif action == "password":
        return _new_password(request, project, member)
    elif action in ("close", "open"):
        _set_active(request, member, active=action == "open")
    return redirect("manage-people", slug=project.slug)


def may_change_account(manager: User, member: User) -> bool:
    """Only by someone who manages every project the account is part of; nobody's own, no operator's."""
    if manager == member or member.is_superuser or member.is_staff:
        return False
    managed = manager.memberships.filter(role=Role.MANAGER).values("project")
    return not member.memberships.exclude(project__in=managed).exists()


def rows_of(project: Project, manager: User) -> list[PersonRow]:
    roles: dict[User, set[str]] = {}
    for membership in project.memberships.select_related("user").order_by("user__username"):
        roles.setdefault(membership.user, set()).add(membership.role)
    verifications = current_verifications(project).order_by().values_list("assignment__person")
    verified = dict(verifications.annotate(count=Count("pk")))
    claims = project.claims.filter(phase=Phase.PRODUCTION, author__isnull=False).order_by().values_list("author")
    written = dict(claims.annotate(count=Count("pk")))
    assignments = Assignment.objects.filter(project=project).order_by().values_list("person")
    counted = assignments.annotate(
        holding=Count("pk", filter=Q(state=AssignmentState.HELD)),
        taken=Max("created_at"),
        ended=Max("ended_at"),
        saved=Max("draft__saved_at"),
    )
    worked = {person: rest for person, *rest in counted}
    found = []
    for person, theirs in roles.items():
        held, *active = worked.get(person.pk, [0])
        found.append(
            PersonRow(
                person=person,
                roles=[role for role in Role.values if role in theirs],
                written=written.get(person.pk, 0),
                verified=verified.get(person.pk, 0),
                held=held,
                last_active=max((time for time in active if time), default=None),
                may_change_account=may_change_account(manager, person),
            )
        )
    return found


def _change_roles(request: PersonRequest, project: Project, member: User) -> None:
    form = RolesForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Unknown role."))
        return
    wanted = set(form.cleaned_data["roles"])
    others_manage = project.memberships.filter(role=Role.MANAGER, user__is_active=True).exclude(user=member).exists()
    if Role.MANAGER not in wanted and not others_manage:
        messages.error(request, gettext("A project needs at least one manager: assign the role to someone else first."))
        return
    with transaction.atomic():
        project.memberships.filter(user=member).exclude(role__in=wanted).delete()
        for role in wanted:
            Membership.objects.get_or_create(project=project, user=member, role=role)
        if Role.VERIFIER not in wanted:
            _give_back(member, project)
    name = {"name": member.get_username()}
    messages.success(
        request,
        gettext("Roles of %(name)s saved.") % name
        if wanted
        else gettext("%(name)s has left the project. Submitted work stays.") % name,
    )


def _new_password(request: PersonRequest, project: Project, member: User) -> HttpResponse:
    password = readable_password()
    member.set_password(password)
    member.save(update_fields=["password"])
    shown = {
        "project": project,
        "rows": rows_of(project, request.user),
        "form": NewPeopleForm(),
        "passwords": {member.get_username(): password},
    }
    return render(request, "people/people.html", shown | {"roles": Role.choices})


def _set_active(request: PersonRequest, member: User, *, active: bool) -> None:
    """A closed account is logged out at once, and what it held goes back to the queue."""
    member.is_active = active
    member.save(update_fields=["is_active"])
    if not active:
        _give_back(member)
    words = gettext("%(name)s can log in again.") if active else gettext("%(name)s can no longer log in.")
    messages.success(request, words % {"name": member.get_username()})


def _give_back(member: User, project: Project | None = None) -> None:
    held = Assignment.objects.filter(person=member, state=AssignmentState.HELD)
    for assignment in held.filter(project=project) if project else held:
        work.release(assignment)
