"""Draw claims of a split at random and have people rate what every submission that counts says of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.averitec.submissions import Shape, as_shape, pairs_of, shape_of, strings_of
from annotation.errors import AnnotationError
from annotation.shared_tasks.files import gold_path, predictions_path, rows_in
from annotation.shared_tasks.models import Stage, TaskFormat, TaskSplit, TeamSubmission
from annotation.shared_tasks.submitting import counting
from annotation.work.registry import workflows_of
from annotation.workflows.claim_items import Added
from annotation.workflows.evidence_rating.importing import add_items
from annotation.workflows.evidence_rating.models import SLUG
from baseline.scoring.hosted.check import check
from baseline.scoring.hosted.gold import public_row
from frontend.views.shared_tasks.scoring_job import hosted_of

Row = dict[str, Any]


def can_be_rated(split: TaskSplit) -> bool:
    """Whether the evidence of the split's submissions can be given to raters of the project."""
    is_over = split.stage() in (Stage.CLOSED, Stage.ANNOUNCED)
    return split.task.format == TaskFormat.AVERITEC and is_over and SLUG in workflows_of(split.task.project)


def draw_items(split: TaskSplit, count: int, seed: int, by: User) -> Added:
    """Make a rating item of each drawn claim and submission that counts. The same seed draws the same claims.

    Raters see no system; the name that managers see is the number of the system in this task, which renaming does not
    change. Nobody rates what their own team submitted. Raises AnnotationError `no_submissions`.
    """
    gold = rows_in(gold_path(split))
    drawn = sorted(Random(seed).sample(range(len(gold)), min(count, len(gold))))
    submissions = list(counting(split).select_related("split__task", "system__team"))
    if not submissions:
        raise AnnotationError("no_submissions", _("No submission was scored."), 409)
    claims = [public_row(row, split.task.format) for row in gold]
    with transaction.atomic():
        added = add_items(split.task.project, _rows(submissions, gold, claims, drawn), by)
        about = {"claims": len(drawn), "seed": seed, "systems": len(submissions), "items": added.created}
        record(Act.SHARED_TASK_RATED, by=by, project=split.task.project, about=split, after=about)
    return added


def _rows(submissions: list[TeamSubmission], gold: list[Row], claims: list[Row], drawn: list[int]) -> Iterator[Row]:
    for submission in submissions:
        task, system = submission.split.task, submission.system
        predicted = check(predictions_path(submission), submission.file_name, claims, hosted_of(task))
        people = [*system.team.members.values_list("user__username", flat=True)]
        for place in drawn:
            known = {name: claims[place].get(name) for name in ("claim_id", "claim", "speaker", "claim_date")}
            yield known | {
                "label": gold[place]["label"],
                "system": f"{task.slug}-{system.pk}"[-80:],
                "evidence": [*_pairs(predicted[place][1])],
                "reference": [*pairs_of(gold[place])],
                "excluded_users": people,
            }


def _pairs(row: Row) -> Iterator[Row]:
    """Questions with answers of a prediction of any shape. A string is parted behind its first question mark."""
    if shape_of(row) is not Shape.EVALAI:
        yield from as_shape(row, Shape.TASK_2024, 0)["evidence"]
        return
    for text in strings_of(row):
        question, mark, answer = text.partition("?")
        yield {"question": question + mark if mark else "", "answer": answer.strip() if mark else text}
