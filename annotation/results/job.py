"""Computing all that the quality pages of a large project show, beside the website."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.agreement.queries import ALL_GROUPINGS, agreement_report, items_of
from annotation.quality.agreement.scores import label_scores
from annotation.quality.audit.dataset import Raw
from annotation.quality.audit.reports import PARTS
from annotation.results.store import AGREEMENT, ITEMS, keep, text_of
from annotation.results.version import Mark, mark_of
from jobs.context import Turn
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job, JobState

KIND = "quality_numbers"
Say = Callable[[int, int, str], None]


def ask(project: Project, asked_by: User | None = None) -> Job:
    """Ask for the numbers anew; where that is being done already, that job."""
    return unfinished(KIND, project=project) or enqueue(KIND, project=project, asked_by=asked_by)


def renew(turn: Turn) -> dict[str, Any]:
    """Compute and keep everything; a run that was killed has kept nothing, and the old numbers stay."""
    project = turn.job.project
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    made_at = timezone.now()
    texts, mark = computed(project, turn.progress)
    with transaction.atomic():
        turn.hold()
        keep(project, texts, mark, made_at)
    Job.objects.filter(project=project, kind=KIND, state=JobState.DONE).delete()
    return {"parts": len(texts)}


def renew_now(project: Project) -> None:
    """The same without a worker: it takes as long as it takes."""
    made_at = timezone.now()
    texts, mark = computed(project)
    with transaction.atomic():
        keep(project, texts, mark, made_at)


def computed(project: Project, say: Say = lambda _done, _of, _words: None) -> tuple[dict[str, str], Mark]:
    """Part -> its text, and the mark of before the first row was read: what comes in meanwhile makes them stale."""
    mark, raw, of = mark_of(project), Raw(project), len(PARTS) + 2
    say(0, of, ITEMS)
    items = items_of(project)
    texts = {ITEMS: text_of(ITEMS, items)}
    say(1, of, AGREEMENT)
    report = agreement_report(
        project, by=ALL_GROUPINGS, scores=label_scores(project), with_annotators=True, items=items
    )
    texts[AGREEMENT] = text_of(AGREEMENT, replace(report, names={}))  # names change, and are read with the page
    for done, (name, compute) in enumerate(PARTS.items(), start=2):
        say(done, of, name)
        texts[name] = text_of(name, compute(raw))
    return texts, mark
