"""Job that evaluates the claim-only classifiers of a project."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.agreement.result import Result, ends_of, value_of, why
from annotation.quality.audit.classifier import (
    MOST_CLAIMS,
    ClaimOnly,
    Sample,
    evaluate_predictions,
    evaluate_words,
    sample,
)
from annotation.quality.audit.dataset import AuditDataset
from annotation.work.folders import modules_of
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.errors import Interrupted, LeaseLost
from jobs.models import Job, JobState
from jobs.registry import job

KIND = "claim_only"
TARGETS = ("verdict", "evidence")
log = logging.getLogger(__name__)


@transaction.atomic
def ask(project: Project, asked_by: User) -> Job:
    """Ask for it; where it is being done already, that job."""
    locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    return unfinished(KIND, project=locked) or enqueue(KIND, project=locked, asked_by=asked_by)


def latest(project: Project) -> Job | None:
    """The last one that was done."""
    return Job.objects.filter(project=project, kind=KIND, state=JobState.DONE).order_by("-pk").first()


@job(KIND)
def classify(context: JobContext) -> dict[str, Any]:
    """Verdict and type of evidence from the claim alone: {target: `ClaimOnly` as JSON}, and of how many claims."""
    project = context.job.project
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    rows = AuditDataset(project)
    found: dict[str, Any] = {"released": len(rows.released)}
    for done, target in enumerate(TARGETS):
        context.progress(done, len(TARGETS), target)
        chosen = sample_for(target, rows)
        found[target] = claim_only_json(evaluate_words(chosen))
        if settings.ATTEST_CLAIM_ONLY and len(set(chosen.labels)) > 1:
            found[target] |= {"transformer": _by_transformer(chosen, context, target)}
    for name, choose in samples_of_workflows().items():
        if (chosen := choose(project)).texts:
            found[name] = claim_only_json(evaluate_words(chosen))
    return found


def samples_of_workflows() -> dict[str, Callable[[Project], Sample]]:
    """Name -> the claims of a workflow whose verdict is predicted too: `SAMPLES` of its module `audit`."""
    workflows = import_module("annotation.quality.workflows")  # by name: its modules import from this folder
    modules = modules_of(workflows, "audit").values()
    return {name: choose for one in modules for name, choose in getattr(one, "SAMPLES", {}).items()}


def sample_for(target: str, rows: AuditDataset, most: int = MOST_CLAIMS) -> Sample:
    """Choose the released claims to predict one of TARGETS for; those of one highlight are in one fold."""
    texts, groups = [], []
    for row in rows.released:
        texts.append(row.text)
        groups.append(f"claim {row.claim}" if row.highlight is None else f"highlight {row.highlight}")
    if target == "verdict":
        labels = [row.verdict for row in rows.released]
    else:
        labels = [rows.types.get(row.verification, "") for row in rows.released]
    return sample(texts, labels, groups, most=most)


def _by_transformer(chosen: Sample, context: JobContext, target: str) -> dict[str, Any]:
    """What the plug ATTEST_CLAIM_ONLY finds over the same folds; {"error": ...} where it cannot."""
    try:
        plug = import_string(settings.ATTEST_CLAIM_ONLY)
        said = plug(
            chosen.texts, chosen.labels, chosen.folds, partial(context.progress, message=f"{target} (transformer)")
        )
    except (LeaseLost, Interrupted):
        raise
    except Exception as error:  # the words' answer is there, and worth showing without this one
        log.exception("The claim-only transformer failed")
        return {"error": f"{type(error).__name__}: {error}"[:2000]}
    return claim_only_json(evaluate_predictions(chosen, said))


def claim_only_json(found: ClaimOnly) -> dict[str, Any]:
    """Plain values. `confusion` is rows of label, found, claims."""
    return {
        **{name: result_json(getattr(found, name)) for name in ("accuracy", "majority", "gain")},
        "labels": list(found.labels),
        "confusion": [[label, said, count] for (label, said), count in sorted(found.confusion.items())],
        "telling": found.telling,
        "claims": found.claims,
        "of": found.of,
    }


def result_json(result: Result) -> dict[str, Any]:
    """A value with low and high, null where there is none, and `words` that say why."""
    low, high = ends_of(result) or (None, None)
    return {"value": value_of(result), "items": result.items, "low": low, "high": high, "words": why(result)}
