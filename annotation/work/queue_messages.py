"""Messages that explain an empty queue to the person who asked for a task."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Min, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.projects.member_settings import is_paused
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work import extension_points
from annotation.work.models import KEPT, Assignment, Task
from annotation.work.prerequisites import unmet_prerequisite
from annotation.work.queue import limit_reached, open_tasks, postponed_count, previously_assigned, rest_of, resting
from annotation.work.registry import get_workflow


def empty_queue_reason(*, person: User, project: Project, kind: str) -> str:
    """Explain why `assign_next` returned None, in the words of the workflow.

    Postponed tasks are mentioned first: the person can resume them.
    """
    aside = postponed_count(person=person, project=project, kind=kind)
    waiting = _("Your manager has paused your work in this project.") if is_paused(project, person) else ""
    waiting = waiting or unmet_prerequisite(person=person, project=project, kind=kind)
    waiting = waiting or extension_points.policy.empty_reason(person=person, project=project, kind=kind)
    if waiting:
        return f"{_put_aside(aside, kind)} {waiting}" if aside else waiting
    limit = limit_reached(person=person, project=project, kind=kind)
    if aside and limit is not None:
        all_of_it = _("With that you have %(count)d, which is all this project wants of one person.")
        return f"{_put_aside(aside, kind)} {all_of_it % {'count': limit}}"
    reason = _reason(person, project, kind, limit)
    return f"{_put_aside(aside, kind)} {reason}" if aside else reason


def _put_aside(number: int, kind: str) -> str:
    return get_workflow(kind).texts.postponed(number)


def _reason(person: User, project: Project, kind: str, limit: int | None) -> str:
    workflow = get_workflow(kind)
    texts = workflow.texts
    if limit is not None:
        return str(texts.limit_reached) % {"count": limit}
    if not Task.objects.filter(project=project, kind=kind, phase=Phase.PRODUCTION).exists():
        return str(texts.nothing_yet)
    free = open_tasks(project, kind).filter(phase=Phase.PRODUCTION)
    if next_at := _rests_until(person, project, kind, free):
        return str(texts.resting) % {"time": date_format(localtime(next_at), "DATETIME_FORMAT")}
    if free.exclude(previously_assigned(person)).filter(workflow.exclude(person, project)).exists():
        return str(texts.excluded)
    if free.exists():
        return str(texts.had_all)
    if _others_hold(person, project, kind):
        return str(texts.held_by_others)
    return str(texts.withdrawn if _withdrawn(project, kind) else texts.all_done)


def _rests_until(person: User, project: Project, kind: str, free: QuerySet[Task]) -> datetime | None:
    """Return when the first of these tasks that is for this person has rested; None if none rests."""
    rest = rest_of(project, kind)
    if rest is None:
        return None
    mine = free.filter(resting(rest)).exclude(previously_assigned(person))
    first = mine.exclude(get_workflow(kind).exclude(person, project)).aggregate(first=Min("created_at"))["first"]
    return None if first is None else first + rest


def _others_hold(person: User, project: Project, kind: str) -> bool:
    kept = Assignment.objects.filter(project=project, kind=kind, state__in=KEPT, task__phase=Phase.PRODUCTION)
    return kept.exclude(person=person).exists()


def _withdrawn(project: Project, kind: str) -> bool:
    """Check for tasks that were withdrawn before they had all required annotations."""
    undone = Task.objects.filter(
        project=project, kind=kind, phase=Phase.PRODUCTION, assigned_count__lt=F("required_annotations")
    )
    return undone.filter(withdrawn_at__isnull=False).exists()
