"""Accept a submission that was checked, once a day for a system and split, and store what it scored."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.shared_tasks.files import predictions_path
from annotation.shared_tasks.models import (
    Stage,
    SubmissionScore,
    SubmissionState,
    TaskSplit,
    TeamSubmission,
    TeamSystem,
)
from jobs.enqueue import enqueue

KIND = "score_submission"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of predictions that was checked. `gold_sha256`: of the split when it was."""

    path: Path
    name: str
    sha256: str
    gold_sha256: str


def refuse_untimely(split: TaskSplit, system: TeamSystem, now: datetime) -> None:
    """Raise AnnotationError where the split takes no submission of the system at this time."""
    stage = split.stage(now)
    if stage == Stage.COMING:
        raise AnnotationError("not_open", _("This split is not open for submissions yet."), 409)
    if stage != Stage.OPEN:
        when = split.closes_at.astimezone(split.task.zone)
        message = _("The deadline was %(when)s (%(zone)s): nothing is accepted any more.")
        at = {"when": f"{when:%Y-%m-%d %H:%M}", "zone": split.task.time_zone}
        raise AnnotationError("deadline_passed", message % at, 409)
    if not split.claims:
        raise AnnotationError("no_claims", _("The organisers have not published the claims of this split yet."), 409)
    day = now.astimezone(split.task.zone).date()
    used = TeamSubmission.objects.filter(split=split, system=system, day=day).exclude(state=SubmissionState.FAILED)
    if used.exists():
        raise _day_is_used(split, system)


def _day_is_used(split: TaskSplit, system: TeamSystem) -> AnnotationError:
    message = _("“%(system)s” has submitted today already. The next day begins at midnight (%(zone)s).")
    named = {"system": system.name, "zone": split.task.time_zone}
    return AnnotationError("day_used", message % named, 409)


@transaction.atomic
def accept(split: TaskSplit, system: TeamSystem, by: User, upload: Upload, now: datetime) -> TeamSubmission:
    """Store a submission that came at `now`, and have it scored. Raises AnnotationError as `refuse_untimely`.

    Of two at once the database takes one.
    """
    locked = TaskSplit.objects.select_for_update(of=("self",)).select_related("task").get(pk=split.pk)
    refuse_untimely(locked, system, now)
    if locked.gold_sha256 != upload.gold_sha256:
        raise AnnotationError("claims_changed", _("The claims were replaced just now. Download and predict them."), 409)
    try:
        with transaction.atomic():
            made = TeamSubmission.objects.create(
                split=locked,
                system=system,
                submitted_by=by,
                submitted_at=now,
                day=now.astimezone(locked.task.zone).date(),
                file_name=upload.name[:200],
                size=upload.path.stat().st_size,
                sha256=upload.sha256,
            )
    except IntegrityError as error:
        raise _day_is_used(locked, system) from error
    made.job = enqueue(KIND, project=locked.task.project, arguments={"submission": made.pk}, asked_by=by)
    made.save(update_fields=["job"])
    os.replace(upload.path, predictions_path(made))
    return made


def store_score(submission: TeamSubmission, **values: Any) -> None:
    """Store what a submission scored. What an earlier attempt of its job stored stays."""
    SubmissionScore.objects.get_or_create(submission=submission, defaults=values)
    _finish(submission, SubmissionState.SCORED)


def store_failure(submission: TeamSubmission, reason: str, detail: str) -> None:
    """Say that a submission cannot be scored: the day is free again. `reason` is for the team, `detail` is not."""
    _finish(submission, SubmissionState.FAILED, reason=reason, detail=detail)


def _finish(submission: TeamSubmission, state: SubmissionState, **values: str) -> None:
    waiting = TeamSubmission.objects.filter(pk=submission.pk, state=SubmissionState.ACCEPTED)
    waiting.update(state=state, **values)
    submission.refresh_from_db()


def counting(split: TaskSplit) -> QuerySet[TeamSubmission]:
    """The submissions that count: the last one of each system that was scored."""
    scored = TeamSubmission.objects.filter(split=split, state=SubmissionState.SCORED)
    last = scored.order_by().values("system").annotate(last=Max("pk")).values("last")
    return TeamSubmission.objects.filter(pk__in=last).order_by("pk")
