"""The people of a project: roles, status, how much they did, and when they were last active."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone

from annotation.accounts.invitations import is_invited
from annotation.accounts.models import User
from annotation.projects.member_settings import paused_members
from annotation.projects.models import Project, Role
from annotation.quality.calibration.models import Calibration
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState, Submission
from annotation.work.period import EVER, Period
from annotation.work.presence import active_now
from annotation.work.registry import workflows, workflows_of


class MemberStatus(StrEnum):
    """What holds of a person; of several, the first is shown first."""

    CLOSED = "closed"
    INVITED = "invited"
    PAUSED = "paused"
    ACTIVE = "active"
    CALIBRATING = "calibrating"


@dataclass(frozen=True, slots=True)
class Member:
    """One person. `held`: tasks neither submitted nor given back, postponed ones apart. `last_active`: when they last
    took, saved, gave back, submitted or changed work of the project, calibration included; None: never. `working_on`:
    the kind of work they are at now, "" for none.
    """

    person: User
    roles: tuple[str, ...]
    statuses: tuple[MemberStatus, ...]
    held: int
    last_active: datetime | None
    working_on: str

    def is_idle(self, days: int, now: datetime) -> bool:
        """Whether they have not been active for so many days, or never."""
        return self.last_active is None or self.last_active < now - timedelta(days=days)


def members_of(project: Project, only: User | None = None) -> list[Member]:
    """Every member by name; with `only`, this person alone, member or not. A constant number of queries."""
    roles: dict[User, set[str]] = {} if only is None else {only: set()}
    rows = project.memberships.select_related("user").order_by("user__username")
    for membership in rows if only is None else rows.filter(user=only):
        roles.setdefault(membership.user, set()).add(membership.role)
    held, last = _activity(project, only)
    now_at, paused, approved = active_now(project), paused_members(project), _decided(project)
    found = []
    for person, theirs in roles.items():
        holds = {
            MemberStatus.CLOSED: not person.is_active,
            MemberStatus.INVITED: is_invited(person),
            MemberStatus.PAUSED: person.pk in paused,
            MemberStatus.ACTIVE: person.pk in now_at,
            MemberStatus.CALIBRATING: person.is_active and _is_calibrating(project, person.pk, theirs, approved),
        }
        found.append(
            Member(
                person=person,
                roles=tuple(role for role in Role.values if role in theirs),
                statuses=tuple(status for status, is_so in holds.items() if is_so),
                held=held.get(person.pk, 0),
                last_active=last.get(person.pk),
                working_on=now_at.get(person.pk, ""),
            )
        )
    return found


def done_by_person(project: Project, kind: str, period: Period = EVER, only: int | None = None) -> dict[int, int]:
    """Person -> tasks of this kind submitted in production, by the day of the first submission; what was set aside
    since is among them: the person did it."""
    done = Assignment.objects.filter(project=project, kind=kind, state=AssignmentState.SUBMITTED)
    done = done.filter(period.condition("ended_at"), task__phase=Phase.PRODUCTION).order_by()
    if only is not None:
        done = done.filter(person=only)
    return dict(done.values_list("person").annotate(count=Count("pk")))


def _activity(project: Project, only: User | None) -> tuple[dict[int, int], dict[int, datetime]]:
    """How much each person holds, and when they were last active. Drafts are read of open assignments alone: reading
    all of them takes seconds."""
    work = Assignment.objects.filter(project=project).order_by()
    edits = Submission.objects.filter(assignment__project=project, revision__gt=1).order_by()
    if only is not None:
        work, edits = work.filter(person=only), edits.filter(assignment__person=only)
    open_ones = work.filter(kind__in=list(workflows()), ended_at__isnull=True).values_list("person")
    held_ones = Q(state=AssignmentState.HELD)
    opened = open_ones.annotate(n=Count("pk", filter=held_ones), at=Max("created_at"), saved=Max("draft__saved_at"))
    held, times = {}, defaultdict[int, list[datetime | None]](list)
    for person, n, at, saved in opened:
        held[person] = n
        times[person] += [at, saved]
    _add(times, work.filter(ended_at__isnull=False).values_list("person").annotate(at=Max("ended_at")))
    _add(times, edits.values_list("assignment__person").annotate(at=Max("created_at")))
    return held, {person: max(at for at in mine if at) for person, mine in times.items()}


def _add(times: Mapping[int, list[datetime | None]], rows: Iterable[Any]) -> None:
    for person, at in rows:
        times[person].append(at)


def _decided(project: Project) -> set[tuple[int, str]]:
    """Person and kind of work of all decisions on candidates."""
    return set(Calibration.objects.filter(project=project).exclude(decision="").values_list("person", "kind"))


def _is_calibrating(project: Project, person: int, roles: Iterable[str], decided: set[tuple[int, str]]) -> bool:
    """Whether they wait for a decision before they may work, in any of their roles."""
    if not project.calibration:
        return False
    return any(
        workflow.calibrated_by is not None and workflow.role in roles and (person, kind) not in decided
        for kind, workflow in workflows_of(project).items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberFilter:
    """Which members a list shows. Empty values select all. `idle_days`: not active for so long, or never."""

    text: str = ""
    role: str = ""
    status: str = ""
    idle_days: int | None = None


def selected(members: Iterable[Member], wanted: MemberFilter, now: datetime | None = None) -> list[Member]:
    """Select the members, in their order. The name is searched without regard to case."""
    moment, text = now or timezone.now(), wanted.text.casefold()
    return [
        one
        for one in members
        if text in one.person.get_username().casefold()
        and (not wanted.role or wanted.role in one.roles)
        and (not wanted.status or wanted.status in one.statuses)
        and (wanted.idle_days is None or one.is_idle(wanted.idle_days, moment))
    ]
