"""Joining a project by consent: managers ask for names, and people accept.

An invitation is the same whether or not its name has an account, so that asking tells nobody which names exist.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from annotation.accounts.identity import Identity
from annotation.accounts.invitations import OF_NOBODY
from annotation.accounts.models import User
from annotation.accounts.provider_links import ProviderLink, link
from annotation.audit_log.acts import Act
from annotation.audit_log.record import Done, record, record_all
from annotation.projects.invitation_models import ProjectInvitation
from annotation.projects.models import Membership, Project, Role


class NameTaken(Exception):
    """There is an account of this name: its person has to log in."""


class NoLongerOpen(Exception):
    """The invitation was answered, has expired or was withdrawn."""


@dataclass(frozen=True, slots=True)
class Asked:
    """`asked`: names that were invited. `added`: those of members, who have their new roles at once."""

    asked: list[str]
    added: list[str]


@transaction.atomic
def invite(*, project: Project, people: Mapping[Role, Iterable[str]], by: User) -> Asked:
    """Ask these names to join; members of the project get further roles at once."""
    roles: dict[str, list[str]] = {}
    for role, names in people.items():
        for name in names:
            roles.setdefault(User.normalize_username(name), []).append(Role(role).value)
    members = {
        one.username: one for one in User.objects.filter(memberships__project=project, username__in=roles).distinct()
    }
    rows = [Membership(project=project, user=one, role=role) for name, one in members.items() for role in roles[name]]
    had = _roles_of(project, members.values())
    Membership.objects.bulk_create(rows, ignore_conflicts=True)
    asked = sorted(set(roles) - set(members))
    _ask(project, {name: roles[name] for name in asked}, by)
    has = _roles_of(project, members.values())
    done = [
        Done(
            act=Act.ROLES_CHANGED,
            person=one,
            before={"roles": had.get(one.pk, [])},
            after={"roles": has[one.pk]},
            by=by,
            project=project,
        )
        for one in members.values()
    ]
    for invitation in project.invitations.filter(name__in=asked).order_by("pk"):
        offered = {"roles": invitation.roles}
        done.append(Done(act=Act.PERSON_INVITED, by=by, project=project, about=invitation, after=offered))
    record_all(done)
    return Asked(asked=asked, added=sorted(members))


@transaction.atomic
def invite_without_role(project: Project, names: Iterable[str], by: User) -> int:
    """Ask people to make an account, for what a project opens to everybody with one; returns how many are asked.

    Members need none. Names that are asked to join with roles keep those.
    """
    wanted = {User.normalize_username(name) for name in names}
    wanted -= set(
        User.objects.filter(memberships__project=project, username__in=wanted).values_list("username", flat=True)
    )
    _ask(project, {name: [] for name in wanted}, by)
    asked = project.invitations.filter(name__in=wanted).order_by("pk")
    record_all([Done(act=Act.PERSON_INVITED, by=by, project=project, about=one, after={"roles": []}) for one in asked])
    return len(asked)


def _roles_of(project: Project, people: Iterable[User]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for person, role in project.memberships.filter(user__in=people).order_by("role").values_list("user", "role"):
        found.setdefault(person, []).append(role)
    return found


def _ask(project: Project, roles: Mapping[str, list[str]], by: User) -> None:
    now = timezone.now()
    waiting = {one.name: one.roles for one in project.invitations.filter(name__in=roles) if one.is_open(now)}
    new = [
        ProjectInvitation(
            project=project,
            name=name,
            roles=sorted({*wanted, *waiting.get(name, [])}),
            asked_by=by,
            asked_at=now,
            expires_at=_expiry(),
        )
        for name, wanted in roles.items()
    ]
    ProjectInvitation.objects.bulk_create(
        new,
        update_conflicts=True,
        unique_fields=["project", "name"],
        update_fields=["roles", "public_id", "asked_by", "asked_at", "expires_at", "answered_at", "accepted"],
    )


@transaction.atomic
def ask_again(invitation: ProjectInvitation, by: User) -> None:
    """Open it again with a new link, in place of the earlier one."""
    invitation.public_id, invitation.asked_by, invitation.asked_at = uuid.uuid4(), by, timezone.now()
    invitation.expires_at, invitation.answered_at, invitation.accepted = _expiry(), None, False
    invitation.save()
    record(Act.INVITATION_RENEWED, by=by, project=invitation.project, about=invitation)


@transaction.atomic
def withdraw(invitation: ProjectInvitation, by: User) -> None:
    """Delete it: its link holds no more."""
    ProjectInvitation.objects.filter(pk=invitation.pk).delete()
    record(Act.INVITATION_WITHDRAWN, by=by, project=invitation.project, about=invitation)


def unaccepted(project: Project) -> QuerySet[ProjectInvitation]:
    """The invitations that nobody has accepted: open, expired or declined."""
    return project.invitations.filter(accepted=False).select_related("asked_by").order_by("name")


def open_invitations_for(person: User) -> QuerySet[ProjectInvitation]:
    """What this person is asked to join."""
    waiting = Q(name=person.get_username(), answered_at__isnull=True, expires_at__gt=timezone.now())
    return ProjectInvitation.objects.filter(waiting).select_related("project", "asked_by").order_by("asked_at")


def join_path(invitation: ProjectInvitation) -> str:
    """The path of its link. It is computed with SECRET_KEY: the database does not hold it."""
    return reverse("join", kwargs={"public_id": invitation.public_id, "signature": _signature(invitation.public_id)})


def invitation_of_link(public_id: uuid.UUID, signature: str) -> ProjectInvitation | None:
    """The open invitation that a link names; None where the link is not valid."""
    if not constant_time_compare(_signature(public_id), signature):
        return None
    found = ProjectInvitation.objects.filter(public_id=public_id).select_related("project", "asked_by").first()
    return found if found is not None and found.is_open() else None


@transaction.atomic
def accept(invitation: ProjectInvitation, person: User) -> None:
    """Make the person a member with the roles that were offered. Raises NoLongerOpen."""
    _answer(invitation, accepted=True)
    project, roles = invitation.project, {"roles": sorted(invitation.roles)}
    rows = [Membership(project=project, user=person, role=role) for role in invitation.roles]
    Membership.objects.bulk_create(rows, ignore_conflicts=True)
    record(Act.INVITATION_ACCEPTED, by=person, project=project, person=person, about=invitation, after=roles)


def decline(invitation: ProjectInvitation) -> None:
    """Refuse it. Raises NoLongerOpen."""
    _answer(invitation, accepted=False)


@transaction.atomic
def accept_with_new_account(invitation: ProjectInvitation, password: str) -> User:
    """Make the account of the invitation's name, and a member of it. Raises NameTaken, NoLongerOpen."""
    person = User(username=invitation.name, created_by=invitation.asked_by)
    person.set_password(password)
    _save_new(person)
    accept(invitation, person)
    return person


@transaction.atomic
def accept_with_identity(invitation: ProjectInvitation, identity: Identity) -> ProviderLink:
    """As `accept_with_new_account`, for an account without a password that this identity lets in.

    Raises AlreadyLinked too.
    """
    person = User(username=invitation.name, created_by=invitation.asked_by, password=OF_NOBODY)
    _save_new(person)
    made = link(person, identity)
    accept(invitation, person)
    return made


def _save_new(person: User) -> None:
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:
        raise NameTaken from None


def _answer(invitation: ProjectInvitation, *, accepted: bool) -> None:
    now = timezone.now()
    still = ProjectInvitation.objects.filter(
        pk=invitation.pk, public_id=invitation.public_id, answered_at__isnull=True, expires_at__gt=now
    )
    if not still.update(answered_at=now, accepted=accepted):
        raise NoLongerOpen


def _expiry() -> datetime:
    return timezone.now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)


def _signature(public_id: uuid.UUID) -> str:
    return salted_hmac("annotation.projects.joining", str(public_id), algorithm="sha256").hexdigest()[:32]
