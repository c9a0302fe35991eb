"""What organisers do: make tasks and splits, store gold, announce results. Each act is recorded in the audit log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record, values_of
from annotation.errors import AnnotationError, Invalid
from annotation.projects.models import Project
from annotation.release.models import Release
from annotation.release.shared_task import SEALED
from annotation.shared_tasks.files import claims_path, gold_path, write_whole
from annotation.shared_tasks.models import SharedTask, Stage, SubmissionState, TaskSplit, TeamSubmission
from annotation.shared_tasks.submitting import KIND
from jobs.enqueue import enqueue
from jobs.models import UNFINISHED

FIXED_BY_GOLD, FIXED_BY_SUBMISSIONS = ("format",), ("scorer", "measure", "time_zone")
MOST_RELEASES = 20


@transaction.atomic
def save_task(project: Project, task: SharedTask | None, values: Mapping[str, Any], by: User) -> SharedTask:
    """Make a shared task, or change one. Raises Invalid."""
    if task is None:
        made = SharedTask(project=project, created_by=by, **values)
        _save(made, "slug", _("Another shared task has this address. Choose another one."))
        record(Act.SHARED_TASK_CREATED, by=by, project=project, about=made, after=values_of(made))
        return made
    before, fixed = values_of(task), fixed_fields(task)
    for name in fixed:
        if name in values and values[name] != getattr(task, name):
            words = _("It cannot be changed any more: gold is stored, or a submission was accepted.")
            raise Invalid(words, {name: [words]})
    for name, value in values.items():
        setattr(task, name, value)
    _save(task, "slug", _("Another shared task has this address. Choose another one."))
    record(Act.SHARED_TASK_CHANGED, by=by, project=project, about=task, before=before, after=values_of(task))
    return task


def fixed_fields(task: SharedTask) -> tuple[str, ...]:
    """The settings that cannot be changed any more."""
    by_gold = FIXED_BY_GOLD if task.splits.filter(claims__gt=0).exists() else ()
    return by_gold + (FIXED_BY_SUBMISSIONS if TeamSubmission.objects.filter(split__task=task).exists() else ())


@transaction.atomic
def save_split(task: SharedTask, split: TaskSplit | None, values: Mapping[str, Any], by: User) -> TaskSplit:
    """Add a split, or change one. Raises Invalid.

    A blind one stays so once anybody has submitted. Of an announced one only the date of labels and the link change.
    """
    saved = split or TaskSplit(task=task)
    before = None if split is None else _of_split(split)
    if split is not None:
        _refuse_changes(split, values)
    for name, value in values.items():
        setattr(saved, name, value)
    _save(saved, "name", _("The task has a split of this name. Choose another one."))
    after = _of_split(saved)
    record(Act.SHARED_TASK_CHANGED, by=by, project=task.project, about=saved, before=before, after=after)
    return saved


def _refuse_changes(split: TaskSplit, values: Mapping[str, Any]) -> None:
    is_begun = split.submissions.exists()
    for name, value in values.items():
        if value == getattr(split, name) or name in {"collection_url", "labels_at"}:
            continue
        if split.announced_at is not None or (is_begun and name in {"is_blind", "name"}):
            words = _("It cannot be changed any more: submissions were accepted, or results are announced.")
            raise Invalid(words, {name: [words]})


def _of_split(split: TaskSplit) -> dict[str, Any]:
    return {name: value for name, value in values_of(split).items() if name != "standings"}


def _save(row: SharedTask | TaskSplit, field: str, taken: str) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise Invalid(taken, {field: [taken]}) from error


@transaction.atomic
def store_gold(
    split: TaskSplit, gold: Iterable[str], claims: Iterable[str], *, count: int, name: str, by: User
) -> TaskSplit:
    """Seal the gold of a split and publish its claims, both as JSON lines. Raises AnnotationError `in_use`."""
    locked = TaskSplit.objects.select_for_update().select_related("task__project").get(pk=split.pk)
    if locked.submissions.exists() or locked.announced_at is not None:
        raise AnnotationError("in_use", _("Submissions were accepted already: their scores rest on this gold."), 409)
    before = _of_split(locked)
    sealed = "".join(gold).encode()
    write_whole(gold_path(locked), sealed)
    write_whole(claims_path(locked), "".join(claims).encode())
    digest = sha256(sealed).hexdigest()
    locked.claims, locked.gold_name, locked.gold_sha256 = count, name[:200], digest
    locked.save()
    act, after = Act.SHARED_TASK_GOLD_STORED, _of_split(locked)
    record(act, by=by, project=locked.task.project, about=locked, before=before, after=after)
    return locked


def release_files(project: Project, format: str) -> dict[str, Path]:
    """Name -> file, of the latest releases of the project: what can be the gold of a split of this format."""
    found: dict[str, Path] = {}
    for release in Release.objects.filter(project=project)[:MOST_RELEASES]:
        part = SEALED if release.is_shared_task else ""
        for path in sorted((release.home / part / format).glob("*.json*")):
            if path.stem in {"train", "dev", "test"}:
                found[f"{release.folder}/{part}/{format}/{path.name}".replace("//", "/")] = path
    return found


@transaction.atomic
def announce(split: TaskSplit, by: User) -> None:
    """Publish leaderboard and scores for good. Raises AnnotationError where it is too early."""
    locked = TaskSplit.objects.select_for_update().select_related("task__project").get(pk=split.pk)
    if why := why_not_announced(locked):
        raise AnnotationError("too_early", why, 409)
    locked.announced_at = timezone.now()
    locked.save(update_fields=["announced_at"])
    after = {"systems": len(locked.standings), "gold": locked.gold_sha256}
    record(Act.SHARED_TASK_ANNOUNCED, by=by, project=locked.task.project, about=locked, after=after)


def why_not_announced(split: TaskSplit) -> str:
    """Why results cannot be announced yet; empty where they can."""
    if split.announced_at is not None:
        return _("The results are announced already.")
    if split.stage() != Stage.CLOSED:
        return _("The deadline has not passed.")
    if split.submissions.filter(state=SubmissionState.ACCEPTED).exists():
        return _("Submissions are still being scored.")
    return "" if split.standings else _("No submission was scored.")


@transaction.atomic
def score_again(submission: TeamSubmission, by: User) -> None:
    """Have a submission scored whose job failed, or that could not be scored. Raises AnnotationError `not_now`."""
    failed = submission.state == SubmissionState.FAILED
    if submission.state == SubmissionState.SCORED or (
        submission.job is not None and submission.job.state in UNFINISHED
    ):
        raise AnnotationError("not_now", _("It is scored, or being scored."), 409)
    try:
        with transaction.atomic():
            submission.state, submission.reason, submission.detail = SubmissionState.ACCEPTED, "", ""
            project, asked = submission.split.task.project, {"submission": submission.pk}
            submission.job = enqueue(KIND, project=project, arguments=asked, asked_by=by)
            submission.save()
    except IntegrityError as error:
        raise AnnotationError("not_now", _("The system has submitted another file that day."), 409) from error
    record(Act.SHARED_TASK_RESCORED, by=by, project=project, about=submission, after={"failed": failed})
