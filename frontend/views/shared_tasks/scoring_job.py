"""The job that scores a submission and ranks the systems of its split.

It stands here because it joins `annotation.shared_tasks` and `baseline.scoring`, which do not know each other.
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.shared_tasks.files import (
    claims_path,
    gold_path,
    kept_path,
    parts_path,
    predictions_path,
    rows_in,
    write_whole,
)
from annotation.shared_tasks.models import SharedTask, SubmissionState, TaskSplit, TeamSubmission
from annotation.shared_tasks.submitting import KIND, counting, store_failure, store_score
from baseline.scoring.hosted.check import check
from baseline.scoring.hosted.measures import Hosted
from baseline.scoring.hosted.ranking import standings
from baseline.scoring.hosted.score import Kept, Scored, score
from baseline.scoring.predictions import BadPrediction
from jobs.context import JobContext
from jobs.registry import job


def hosted_of(task: SharedTask) -> Hosted:
    """How the task is scored."""
    return Hosted(task.format, task.scorer, task.measure)


@job(KIND)
def score_submission(context: JobContext) -> dict[str, Any]:
    """Score a submission, from where an attempt that was killed had come to, and rank its split anew."""
    found = TeamSubmission.objects.select_related("split__task").filter(pk=context.arguments["submission"])
    submission = found.first()
    if submission is None:
        return {"state": "gone"}
    if submission.state == SubmissionState.ACCEPTED:
        _score(submission, context)
        kept_path(submission).unlink(missing_ok=True)
    if submission.state == SubmissionState.SCORED:
        rank(submission.split)
    return {"submission": submission.pk, "state": submission.state}


def _score(submission: TeamSubmission, context: JobContext) -> None:
    """Store scores, or why there are none: for the team from the claims alone, for organisers whatever was wrong."""
    split, hosted = submission.split, hosted_of(submission.split.task)
    try:
        rows = check(predictions_path(submission), submission.file_name, rows_in(claims_path(split)), hosted)
    except BadPrediction as error:
        store_failure(submission, str(error), str(error))
        return
    except OSError as error:
        _fail(submission, error)
        return
    scored_by = f"{hosted.name} {hosted.measure} {split.gold_sha256}"
    message = _("Scoring claims")
    try:
        scored = score(
            rows,
            rows_in(gold_path(split)),
            hosted,
            progress=lambda done, total: context.progress(done, total, message),
            begun=_begun(kept_path(submission), scored_by),
            keep=partial(_keep, kept_path(submission), scored_by),
        )
    except (ValueError, OSError) as error:
        _fail(submission, error)
        return
    _write(parts_path(submission), scored)
    with transaction.atomic():
        context.renew_lease()
        store_score(
            submission,
            scorer=hosted.name,
            measure=hosted.measure,
            gold_sha256=split.gold_sha256,
            value=scored.measure.value,
            low=scored.measure.low,
            high=scored.measure.high,
            tables=scored.tables,
        )


def _fail(submission: TeamSubmission, error: Exception) -> None:
    """The team reads no words of an error that may quote gold."""
    reason = _("The scorer stopped. Your file passed all checks: the organisers see the error and can score it again.")
    store_failure(submission, reason, f"{type(error).__name__}: {error}")


def _begun(path: Path, scored_by: str) -> Kept:
    """What an attempt that was killed has scored, by the same scorer and gold."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return list(kept["claims"]) if kept["scored_by"] == scored_by else []


def _keep(path: Path, scored_by: str, kept: Kept) -> None:
    write_whole(path, json.dumps({"scored_by": scored_by, "claims": kept}).encode())


def _write(path: Path, scored: Scored) -> None:
    data = io.BytesIO()
    np.save(data, scored.parts)
    write_whole(path, data.getvalue())


def rank(split: TaskSplit) -> None:
    """Rank the submissions that count and store it, unless the results are announced."""
    with transaction.atomic():
        locked = TaskSplit.objects.select_for_update(of=("self",)).select_related("task").get(pk=split.pk)
        if locked.announced_at is not None:
            return
        parts = {one.pk: np.load(parts_path(one)) for one in counting(locked).select_related("split")}
        found = [asdict(one) for one in standings(parts)]
        locked.standings = [{"submission": one.pop("key")} | one for one in found]
        locked.save(update_fields=["standings"])
