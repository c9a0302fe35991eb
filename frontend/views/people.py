"""People of a project: roles, accounts, and amount of work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from annotation.accounts.invitations import invite_again, invited
from annotation.accounts.models import User
from annotation.projects.models import Membership, Project, Role
from annotation.projects.setup import add_people
from annotation.quality.calibration.guided_progress import guided_progress
from annotation.vocabulary.tasks import Phase
from annotation.work import assignment as work
from annotation.work.models import KEPT, Assignment, AssignmentState
from annotation.work.registry import workflows, workflows_of
from annotation.work.workflow import Workflow
from frontend.page_sections import Column, sections_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.dossier import dossier
from frontend.views.inbox import shown_inbox
from frontend.views.new_people_form import NewPeopleForm, RolesForm, role_choices
from frontend.views.quality.access import QualityAccess


@dataclass(frozen=True)
class PersonRow:
    """`done`: heading, number and address of what they submitted in production, a workflow each. `last_active`: when
    they last took, changed, gave back or submitted work of the project, calibration included. `may_change_account`: the
    account belongs to projects of this manager only."""

    person: User
    roles: list[str]
    done: list[tuple[str, int, str | None]]
    held: int
    last_active: datetime | None
    may_change_account: bool


@dataclass(frozen=True)
class KindOfWork:
    """A person's assignments of one kind. `held`: in progress or postponed."""

    kind: str
    held: int
    submitted: int
    skipped: int
    is_registered: bool = field(kw_only=True)


SHOWN_NAMES = 20  # of those added, in the message


@manager_view("GET", "POST", fresh=True)
def people(request: PersonRequest, project: Project) -> HttpResponse:
    """Everyone in the project. A POST adds people, and leads to the links of new accounts."""
    form = NewPeopleForm(request.POST or None, request.FILES or None, project=project)
    if request.method == "POST" and form.is_valid():
        added = add_people(project=project, people=form.cleaned_data["people"])
        count = len({name for names in form.cleaned_data["people"].values() for name in names})
        many = ngettext("%(count)d person", "%(count)d people", count) % {"count": count}
        words = many if len(added.added) > SHOWN_NAMES else ", ".join(added.added) or gettext("nobody new")
        messages.success(request, gettext("Added: %(people)s.") % {"people": words})
        return redirect("manage-invitations" if added.invited else "manage-people", slug=project.slug)
    return render(
        request,
        "people/people.html",
        {
            "project": project,
            "rows": rows_of(project, request.user),
            "columns": columns_of(project),
            "guided": guided_progress(project),
            "are_claims": all(sections_of(slug).column for slug in workflows_of(project)),
            "form": form,
            "open_invitations": len(open_invitations(project, request.user)),
        },
    )


@manager_view("GET", "POST", fresh=True)
def person(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One person: their work, their roles here, and, where one may, their account. A POST changes one of the last two.

    Of somebody who has left the project there is the work alone.
    """
    if request.method == "GET":
        worked = Exists(Assignment.objects.filter(project=project, person=OuterRef("pk")))
        here = Exists(Membership.objects.filter(project=project, user=OuterRef("pk")))
        known = get_object_or_404(User.objects.filter(worked | here), pk=pk)
        return render(request, "people/person.html", _shown_person(request, project, known))
    member = get_object_or_404(User.objects.filter(memberships__project=project).distinct(), pk=pk)
    action = request.POST.get("action")
    if action == "roles":
        _change_roles(request, project, member)
        if not project.memberships.filter(user=request.user, role=Role.MANAGER).exists():
            return redirect("my-work")  # they took it from themselves
    elif not may_change_account(request.user, member):
        messages.error(request, gettext("This account also belongs to projects or people you do not manage."))
    elif action == "invite":
        invite_again(member)
        return redirect("manage-invitations", slug=project.slug)
    elif action in ("close", "open"):
        _set_active(request, member, active=action == "open")
    return redirect("manage-people", slug=project.slug)


def open_invitations(project: Project, manager: User) -> list[User]:
    """Members who have not chosen a password yet, and to whose account this manager may hand out a link."""
    members = User.objects.filter(pk__in=project.memberships.values("user")).order_by("username")
    managed = manager.memberships.filter(role=Role.MANAGER).values("project")
    elsewhere = Membership.objects.exclude(project__in=managed).values("user")
    return list(invited(members).exclude(pk__in=elsewhere).exclude(is_staff=True).exclude(is_superuser=True))


def _shown_person(request: PersonRequest, project: Project, member: User) -> dict[str, Any]:
    """Alerts about the person, their work beside the others', and the forms."""
    access = QualityAccess(project, is_manager=True)
    inbox = shown_inbox(access, member.pk)
    return access.page(
        row=rows_of(project, request.user, member)[0],
        roles=role_choices(project, member),
        work=work_by_kind(project, member),
        inbox=inbox,
        dossier=dossier(access, member) if inbox.is_computed else [],
    )


def may_change_account(manager: User, member: User) -> bool:
    """Only by someone who manages every project the account is part of; nobody's own, no operator's."""
    if manager == member or member.is_superuser or member.is_staff:
        return False
    managed = manager.memberships.filter(role=Role.MANAGER).values("project")
    return not member.memberships.exclude(project__in=managed).exists()


def work_by_kind(project: Project, member: User) -> list[KindOfWork]:
    """Count the person's assignments of each kind of work that they had, also of those that are off or removed."""
    mine = Assignment.objects.filter(project=project, person=member).order_by("kind").values_list("kind")
    counted = mine.annotate(
        in_progress=Count("pk", filter=Q(state__in=KEPT)),
        submitted=Count("pk", filter=Q(state=AssignmentState.SUBMITTED)),
        passed=Count("pk", filter=Q(state=AssignmentState.SKIPPED)),
    )
    return [KindOfWork(*row, is_registered=row[0] in workflows()) for row in counted]


def rows_of(project: Project, manager: User, only: User | None = None) -> list[PersonRow]:
    """A row for every member, by name; with `only`, for this person, member or not."""
    roles: dict[User, set[str]] = {} if only is None else {only: set()}
    members = project.memberships.select_related("user").order_by("user__username")
    for membership in members if only is None else members.filter(user=only):
        roles.setdefault(membership.user, set()).add(membership.role)
    columns = columns_of(project)
    counts = [column.counts(project, None if only is None else only.pk) for column in columns]
    assignments = Assignment.objects.filter(project=project, person__in=roles).order_by().values_list("person")
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
                done=[
                    (str(column.heading), count.get(person.pk, 0), column.address(project, person.pk))
                    for column, count in zip(columns, counts, strict=True)
                ],
                held=held,
                last_active=max((time for time in active if time), default=None),
                may_change_account=may_change_account(manager, person),
            )
        )
    return found


def columns_of(project: Project) -> list[Column]:
    """Return what is counted of each person, a column for each workflow of the project."""
    return [sections_of(slug).column or _submitted(slug, record) for slug, record in workflows_of(project).items()]


def _submitted(slug: str, record: Workflow[Any, Any]) -> Column:
    def counts(project: Project, person: int | None) -> dict[int, int]:
        done = Assignment.objects.filter(project=project, kind=slug, state=AssignmentState.SUBMITTED)
        if person is not None:
            done = done.filter(person=person)
        rows = done.filter(task__phase=Phase.PRODUCTION).order_by().values_list("person")
        return dict(rows.annotate(count=Count("pk")))

    return Column(capfirst(str(record.label)), counts, lambda _project, _person: None)


def _change_roles(request: PersonRequest, project: Project, member: User) -> None:
    form = RolesForm(request.POST, project=project, member=member)
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
        _give_back(member, project, kinds=[slug for slug, one in workflows().items() if not wanted & {*one.roles}])
    name = {"name": member.get_username()}
    messages.success(
        request,
        gettext("Roles of %(name)s saved.") % name
        if wanted
        else gettext("%(name)s has left the project. Submitted work stays.") % name,
    )


def _set_active(request: PersonRequest, member: User, *, active: bool) -> None:
    """A closed account is logged out at once, and what it held goes back to the queue."""
    member.is_active = active
    member.save(update_fields=["is_active"])
    if not active:
        _give_back(member)
    words = gettext("%(name)s can log in again.") if active else gettext("%(name)s can no longer log in.")
    messages.success(request, words % {"name": member.get_username()})


def _give_back(member: User, project: Project | None = None, kinds: Sequence[str] | None = None) -> None:
    """Give back what the person holds: everywhere, or of these kinds of work in one project."""
    held = Assignment.objects.filter(person=member, state=AssignmentState.HELD)
    if kinds is not None:
        held = held.filter(project=project, kind__in=kinds)
    for assignment in held:
        work.release(assignment)
