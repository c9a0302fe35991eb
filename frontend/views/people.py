"""People of a project: roles, accounts, and amount of work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext

from annotation.accounts.invitations import invite_again, invited
from annotation.accounts.models import User
from annotation.dashboard.people import members_of
from annotation.projects.models import Membership, Project, Role
from annotation.projects.setup import add_people
from annotation.quality.calibration.guided_progress import guided_progress
from annotation.work import assignment as work
from annotation.work.models import KEPT, Assignment, AssignmentState
from annotation.work.presence import active_now
from annotation.work.registry import workflows, workflows_of
from frontend.page_sections import sections_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.dossier import dossier
from frontend.views.inbox import shown_inbox
from frontend.views.new_people_form import NewPeopleForm, RolesForm, role_choices
from frontend.views.people_list import columns_of, file_rows, people_list, rows_of
from frontend.views.quality.access import QualityAccess


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
def people(request: PersonRequest, project: Project) -> HttpResponseBase:
    """Everyone in the project, as a page or a file. A POST adds people, and leads to the links of new accounts."""
    form = NewPeopleForm(request.POST or None, request.FILES or None, project=project)
    if request.method == "POST" and form.is_valid():
        added = add_people(project=project, people=form.cleaned_data["people"])
        count = len({name for names in form.cleaned_data["people"].values() for name in names})
        many = ngettext("%(count)d person", "%(count)d people", count) % {"count": count}
        words = many if len(added.added) > SHOWN_NAMES else ", ".join(added.added) or gettext("nobody new")
        messages.success(request, gettext("Added: %(people)s.") % {"people": words})
        return redirect("manage-invitations" if added.invited else "manage-people", slug=project.slug)
    listed = people_list(request, project)
    if request.GET.get(FILE) == "people.csv":
        return csv_answer(f"{project.slug}-people.csv", *file_rows(listed))
    return render(
        request,
        "people/people.html",
        {
            "project": project,
            "listed": listed,
            "page": listed.page,
            "period_choices": listed.choices,
            "at_work": listed.at_work,
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
        row=rows_of(project, members_of(project, member), columns_of(project))[0],
        may_change_account=may_change_account(request.user, member),
        roles=role_choices(project, member),
        work=work_by_kind(project, member),
        inbox=inbox,
        dossier=dossier(access, member) if inbox.is_computed else [],
    )


def at_work(project: Project) -> list[tuple[str, int]]:
    """Each kind of work that somebody is at now, with how many people."""
    return sorted(Counter(active_now(project).values()).items())


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
