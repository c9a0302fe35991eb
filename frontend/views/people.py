"""People of a project: roles, accounts, and amount of work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from annotation.accounts.invitations import invitation_path, invite_again, invited
from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.dashboard.people import members_of
from annotation.projects.access import person_to_reset
from annotation.projects.joining import invite, unaccepted
from annotation.projects.models import Membership, Project, Role
from annotation.quality.calibration.guided_progress import guided_progress
from annotation.work import assignment as work
from annotation.work.access import person_of
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
    """Everyone in the project, as a page or a file. A POST asks people to join, and leads to their links."""
    form = NewPeopleForm(request.POST or None, request.FILES or None, project=project)
    if request.method == "POST" and form.is_valid():
        done = invite(project=project, people=form.cleaned_data["people"], by=request.user)
        for sentence, names in (
            (gettext("Invited: %(people)s."), done.asked),
            (gettext("Roles added: %(people)s."), done.added),
        ):
            if names:
                messages.success(request, sentence % {"people": _shown_names(names)})
        return redirect("manage-invitations" if done.asked else "manage-people", slug=project.slug)
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
            "asked": unaccepted(project).count(),
        },
    )


@manager_view("GET", "POST", fresh=True)
def person(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One person: their work, their roles here, and, where one may, their account. A POST changes one of the last two.

    Of somebody who has left the project there is the work alone.
    """
    if request.method == "GET":
        return render(request, "people/person.html", _shown_person(request, project, person_of(project, pk)))
    # Whoever made an account that has left all projects may reset it, by the page of its work here.
    member = person_to_reset(project, pk, request.user)
    action = request.POST.get("action")
    if action == "roles" and project.memberships.filter(user=member).exists():
        _change_roles(request, project, member)
        if not project.memberships.filter(user=request.user, role=Role.MANAGER).exists():
            return redirect("my-work")  # they took it from themselves
    elif not may_change_account(request.user, member):
        messages.error(request, gettext("This account also belongs to projects or people you do not manage."))
    elif action == "invite":
        return _invited_again(request, project, member)
    elif action in ("close", "open"):
        _set_active(request, project, member, active=action == "open")
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
        tokens=member.api_tokens.all(),
        roles=role_choices(project, member),
        work=work_by_kind(project, member),
        inbox=inbox,
        dossier=dossier(access, member) if inbox.is_computed else [],
    )


def at_work(project: Project) -> list[tuple[str, int]]:
    """Each kind of work that somebody is at now, with how many people."""
    return sorted(Counter(active_now(project).values()).items())


def may_change_account(manager: User, member: User) -> bool:
    """By an operator, or by a manager of every project that the account is in, which is at least one; an account in no
    project by whoever made it. Nobody's own, no operator's.

    Who made an account loses this when it joins a project that they do not manage: what it may do there is not theirs.
    """
    if manager == member or member.is_superuser or member.is_staff:
        return False
    if manager.is_superuser:
        return True
    managed = manager.memberships.filter(role=Role.MANAGER).values("project")
    if member.memberships.exclude(project__in=managed).exists():
        return False
    return member.memberships.exists() or member.created_by_id == manager.pk


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
        before = sorted(project.memberships.filter(user=member).values_list("role", flat=True))
        project.memberships.filter(user=member).exclude(role__in=wanted).delete()
        for role in wanted:
            Membership.objects.get_or_create(project=project, user=member, role=role)
        _give_back(member, project, kinds=[slug for slug, one in workflows().items() if not wanted & {*one.roles}])
        had, has = {"roles": before}, {"roles": sorted(wanted)}
        record(Act.ROLES_CHANGED, by=request.user, project=project, person=member, before=had, after=has)
    name = {"name": member.get_username()}
    messages.success(
        request,
        gettext("Roles of %(name)s saved.") % name
        if wanted
        else gettext("%(name)s has left the project. Submitted work stays.") % name,
    )


def _invited_again(request: PersonRequest, project: Project, member: User) -> HttpResponse:
    """End the password. The link is in the list of invitations, or in a message for somebody who is no member."""
    with transaction.atomic():
        invite_again(member)
        record(Act.PASSWORD_RESET, by=request.user, project=project, person=member)
    if not project.memberships.filter(user=member).exists():
        link = request.build_absolute_uri(invitation_path(member))
        words = gettext("Link of %(name)s, to choose a password: %(link)s")
        messages.success(request, words % {"name": member.get_username(), "link": link})
    return redirect("manage-invitations", slug=project.slug)


def _shown_names(names: Sequence[str]) -> str:
    if len(names) <= SHOWN_NAMES:
        return ", ".join(names)
    return ngettext("%(count)d person", "%(count)d people", len(names)) % {"count": len(names)}


def _set_active(request: PersonRequest, project: Project, member: User, *, active: bool) -> None:
    """A closed account is logged out at once, and what it held goes back to the queue."""
    with transaction.atomic():
        member.is_active = active
        member.save(update_fields=["is_active"])
        if not active:
            _give_back(member)
        act = Act.ACCOUNT_OPENED if active else Act.ACCOUNT_CLOSED
        record(act, by=request.user, project=project, person=member)
    words = gettext("%(name)s can log in again.") if active else gettext("%(name)s can no longer log in.")
    messages.success(request, words % {"name": member.get_username()})


def _give_back(member: User, project: Project | None = None, kinds: Sequence[str] | None = None) -> None:
    """Give back what the person holds: everywhere, or of these kinds of work in one project."""
    held = Assignment.objects.filter(person=member, state=AssignmentState.HELD)
    if kinds is not None:
        held = held.filter(project=project, kind__in=kinds)
    for assignment in held:
        work.release(assignment)
