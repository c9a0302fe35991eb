"""What a person may have next, and how much of it. Only asks; `annotation.work.assignment` gives it out."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotation.projects.models import Project, User
from annotation.work.models import Assignment, AssignmentState, Task, TaskKind
from annotation.workflows.claim_generation.models import Claim

GIVEN_UP = (AssignmentState.RELEASED, AssignmentState.SKIPPED)
ANYBODY, ANYWHERE = -1, -2  # stand for a person and a project in SQL that is kept


def eligible_tasks(*, person: User, project: Project, kind: str) -> QuerySet[Task]:
    """Tasks with a free place that this person may have, next first.

    Never one they ever had, never a claim they wrote, never a claim of a highlight they write or wrote for, and never a
    highlight of which they know a claim (paper, section 3.1.2: claims are verified by others than their writers).
    """
    free = open_tasks(project, kind).exclude(had_by(person))
    other = free.exclude(own_work(person)) if kind == TaskKind.CLAIM_VERIFICATION else free.exclude(known_to(person))
    return other.order_by("position", "id")


def next_task(*, person: User, project: Project, kind: str) -> Task | None:
    """The first of `eligible_tasks`. Call it in a transaction: on PostgreSQL the row is locked.

    What somebody else is just being given is passed over, unless nothing else is left.
    """
    return _first(person, project, _next_task_sql(kind, skip_locked=True)) or _first(
        person, project, _next_task_sql(kind, skip_locked=False)
    )


def _first(person: User, project: Project, query: tuple[str, tuple[Any, ...]]) -> Task | None:
    sql, values = query
    meant = {ANYBODY: person.pk, ANYWHERE: project.pk}
    return next(iter(Task.objects.raw(sql, [meant.get(value, value) for value in values])), None)


@cache
def _next_task_sql(kind: str, *, skip_locked: bool) -> tuple[str, tuple[Any, ...]]:
    """Written once a process: Django takes ten times as long to write this query as the database to answer it."""
    tasks = eligible_tasks(person=User(pk=ANYBODY), project=Project(pk=ANYWHERE), kind=kind)
    if skip_locked:
        tasks = tasks.select_for_update(skip_locked=True, no_key=True, of=("self",))
    sql, values = tasks[:1].query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return sql, tuple(values)


def open_tasks(project: Project, kind: str) -> QuerySet[Task]:
    """Tasks with a free place, for whomever."""
    return Task.objects.filter(project=project, kind=kind, places_taken__lt=F("wanted"), withdrawn_at__isnull=True)


def had_by(person: User) -> Exists:
    """Tasks that the person holds, did, gave back, skipped or let expire."""
    return Exists(Assignment.objects.filter(task=OuterRef("pk"), person=person))


def own_work(person: User) -> Q:
    """Verification tasks of claims that the person wrote, or of highlights they wrote for or have not given up."""
    same_highlight = Claim.objects.filter(author=person, highlight=OuterRef("claim__highlight"))
    writing = Assignment.objects.filter(person=person, task__highlight=OuterRef("claim__highlight"))
    return Q(claim__author=person) | Q(Exists(same_highlight)) | Q(Exists(writing.exclude(state__in=GIVEN_UP)))


def known_to(person: User) -> Q:
    """Highlights of which the person was given a claim to verify: what they wrote now would be their own work."""
    given = Assignment.objects.filter(person=person, task__claim__highlight=OuterRef("highlight"))
    return Q(Exists(given))


def limit_reached(*, person: User, project: Project, kind: str) -> int | None:
    """How much one person may do of this kind, if this one has done it."""
    writing = kind == TaskKind.CLAIM_GENERATION
    limit = project.claim_sets_per_person if writing else project.verifications_per_person
    if limit is None:
        return None
    done = Assignment.objects.filter(person=person, project=project, kind=kind, state=AssignmentState.SUBMITTED)
    return limit if done.count() >= limit else None
