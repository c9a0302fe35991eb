"""Messages that explain an empty queue to the person who asked for a task."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase, TaskKind
from annotation.work import extension_points
from annotation.work.models import KEPT, Assignment, Task
from annotation.work.queue import limit_reached, open_tasks, postponed_count, previously_assigned


def empty_queue_reason(*, person: User, project: Project, kind: str) -> str:
    """Explain why `assign_next` returned None, in terms of highlights to writers and of claims to verifiers.

    Postponed tasks are mentioned first: the person can resume them.
    """
    aside = postponed_count(person=person, project=project, kind=kind)
    calibrating = extension_points.policy.empty_reason(person=person, project=project, kind=kind)
    if calibrating:
        return f"{_put_aside(aside, kind)} {calibrating}" if aside else calibrating
    limit = limit_reached(person=person, project=project, kind=kind)
    if aside and limit is not None:
        all_of_it = _("With that you have %(count)d, which is all this project wants of one person.")
        return f"{_put_aside(aside, kind)} {all_of_it % {'count': limit}}"
    reason = _for_writer(person, project) if kind == TaskKind.CLAIM_GENERATION else _for_verifier(person, project)
    return f"{_put_aside(aside, kind)} {reason}" if aside else reason


def _put_aside(number: int, kind: str) -> str:
    if kind == TaskKind.CLAIM_GENERATION:
        words = ngettext("You have put %(count)d highlight aside.", "You have put %(count)d highlights aside.", number)
    else:
        words = ngettext("You have put %(count)d claim aside.", "You have put %(count)d claims aside.", number)
    return words % {"count": number}


def _for_writer(person: User, project: Project) -> str:
    kind = TaskKind.CLAIM_GENERATION
    limit = limit_reached(person=person, project=project, kind=kind)
    if limit is not None:
        return _("You have written for %(count)d highlights: that is this project’s limit per person.") % {
            "count": limit
        }
    if not Task.objects.filter(project=project, kind=kind, phase=Phase.PRODUCTION).exists():
        return _("This project has no highlights yet. Your manager can draw some.")
    free = open_tasks(project, kind).filter(phase=Phase.PRODUCTION)
    if free.exclude(previously_assigned(person)).filter(extension_points.exclusions[kind](person, project)).exists():
        return _("You have verified claims from the highlights that are left: others write from them.")
    if free.exists():
        return _("You have had every highlight that is left. Others will write from them.")
    if _others_hold(person, project, kind):
        return _("Others are writing from the last highlights. Look again later: one may come back.")
    if _withdrawn(project, kind):
        return _("The highlights that are left were skipped for a reason, and wait for your manager.")
    return _("There are claims from every highlight of this project. Your manager can draw more.")


def _for_verifier(person: User, project: Project) -> str:
    kind = TaskKind.CLAIM_VERIFICATION
    limit = limit_reached(person=person, project=project, kind=kind)
    if limit is not None:
        return _("You have verified %(count)d claims: that is this project’s limit per person.") % {"count": limit}
    if not Task.objects.filter(project=project, kind=kind, phase=Phase.PRODUCTION).exists():
        return _("This project has no claims to verify yet.")
    free = open_tasks(project, kind).filter(phase=Phase.PRODUCTION)
    if free.exclude(previously_assigned(person)).filter(extension_points.exclusions[kind](person, project)).exists():
        return _("The claims that are left were written by you or from a highlight you wrote for: others verify them.")
    if free.exists():
        return _("You have had every claim that is left. Others will verify them.")
    if _others_hold(person, project, kind):
        return _("Others are working on the last claims. Look again later: one may come back.")
    if _withdrawn(project, kind):
        return _("The claims that are left were reported or skipped, and wait for your manager.")
    return _("Every claim of this project has been verified.")


def _others_hold(person: User, project: Project, kind: str) -> bool:
    kept = Assignment.objects.filter(project=project, kind=kind, state__in=KEPT, task__phase=Phase.PRODUCTION)
    return kept.exclude(person=person).exists()


def _withdrawn(project: Project, kind: str) -> bool:
    """Check for tasks that were withdrawn before they had all required annotations."""
    undone = Task.objects.filter(
        project=project, kind=kind, phase=Phase.PRODUCTION, assigned_count__lt=F("required_annotations")
    )
    return undone.filter(withdrawn_at__isnull=False).exists()
