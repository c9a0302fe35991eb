"""Job that checks a project's evidence against another corpus."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.evidence_drift.comparison import Status
from annotation.quality.evidence_drift.reopening import reopen
from annotation.quality.evidence_drift.report import as_json, totals_json
from annotation.quality.evidence_drift.snapshots import Totals, checked
from corpus.models import Corpus
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job
from jobs.registry import job

KIND = "check_evidence"
CHANGED = tuple(status for status in Status if status is not Status.UNCHANGED)


def ask(*, project: Project, against: Corpus, asked_by: User) -> Job:
    """Enqueue a check, or return the unfinished one for the same corpus."""
    arguments = {"against": against.slug}
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        there = unfinished(KIND, project=project, arguments=arguments)
        return there or enqueue(KIND, project=project, arguments=arguments, asked_by=asked_by)


def list_of(job: Job) -> Path:
    """Path of the list of affected verdicts, one per line as `check_evidence --json` writes them."""
    return Path(settings.ATTEST_DATA_DIR) / "drift" / f"{job.pk}.jsonl"


@job(KIND)
def look(context: JobContext) -> dict[str, Any]:
    """List the verdicts whose evidence changed. The result has the totals of `check_evidence --json`."""
    project = context.job.project
    against = Corpus.objects.filter(slug=context.arguments["against"]).first()
    if project is None or against is None:
        raise AnnotationError("no_corpus", _("This corpus is no longer there."))
    totals, path = Totals(), list_of(context.job)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    with partial.open("w", encoding="utf-8") as file:
        for found in checked(project, against, totals, lambda done, of: context.progress(done, of)):
            if not found.is_unchanged:
                file.write(json.dumps(as_json(found), ensure_ascii=False) + "\n")
    os.replace(partial, path)
    return totals_json(totals) | {"against": against.slug}


def open_project(*, job: Job, project: Project, kinds: frozenset[Status], slug: str) -> Project:
    """The claims on the job’s list with evidence of which one of `kinds` is so, as a project on the other corpus.

    Raises AnnotationError: the short name is taken, or nothing on the list is of these kinds.
    """
    claims = claims_on(list_of(job), kinds)
    against = Corpus.objects.filter(slug=job.arguments["against"]).first()
    if not claims or against is None:
        raise AnnotationError("nothing_to_open", _("No verdict on the list is of this kind."))
    return reopen(project=project, claims=claims, corpus=against, slug=slug)


def claims_on(path: Path, kinds: frozenset[Status]) -> list[int]:
    """The claims of the listed verdicts with evidence of one of these kinds. Raises OSError."""
    found: dict[int, None] = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if kinds_of(row) & kinds:
                found[row["claim"]] = None
    return list(found)


def kinds_of(row: dict[str, Any]) -> set[Status]:
    """What became of the evidence of a listed verdict."""
    return {Status(finding["status"]) for each in row["sets"] for finding in each} - {Status.UNCHANGED}
