"""Change gold that people have answered: preview the effect on scores, then recompute and store them.

A manager's decision about a candidate stays as it is: people decide, and are told where a score fell below what the
project asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.models import Project
from annotation.quality.calibration.approval import below_marks
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold, make_label_gold
from annotation.quality.calibration.models import Calibration, GoldChange, GoldItem, Rescore
from annotation.quality.calibration.results import gold_of, results_of
from annotation.quality.calibration.scoring import score
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.gold import Gold
from annotation.work.models import Task
from annotation.work.registry import get_workflow

Scores = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """Score of one person's phase before and after. `falls`: it no longer reaches the project's minimum."""

    row: Calibration
    phase: int
    before: Scores
    after: Scores
    falls: bool
    rises: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect of a change of gold on scores.

    `answers`: how many people have answered the item; `judged`: of these, whose answer is worth something else now,
    attention checks included. `scores`: the phases whose score changes, by name.
    """

    answers: int
    judged: int
    scores: tuple[ScoreChange, ...]

    @property
    def falling(self) -> list[ScoreChange]:
        return [one for one in self.scores if one.falls]

    @property
    def mark(self) -> str:
        """Digest of the effect, to confirm that it is the one that was previewed."""
        said = [(one.row.pk, one.phase, sorted(one.after.items())) for one in self.scores]
        return sha256(repr((self.answers, self.judged, said)).encode()).hexdigest()[:16]


def effect(item: GoldItem, right: GoldAnswer) -> Effect:
    """Compute the effect of giving the item this answer, without changing anything. Needs `item.task`."""
    answers, judged, scores = _scored(item, gold_of(right))
    if item.task.phase == Phase.GUIDED:  # it scores nobody
        return Effect(answers, 0, ())
    return Effect(answers, judged, tuple(_changes(item.task, scores)))


@transaction.atomic
def change_gold(*, item: GoldItem, phase: Phase, right: GoldAnswer, by: User) -> GoldChange | None:
    """Change gold and recompute the scores that depend on it; None if its answer is unchanged.

    Raises AnnotationError as `make_gold`.
    """
    item = (
        GoldItem.objects.select_for_update(of=("self",))
        .select_related("task__project", "task__verification_item__claim")
        .get(pk=item.pk)
    )
    before = _plain(item)
    if hasattr(item.task, "verification_item"):
        item = make_gold(claim=item.task.verification_item.claim, phase=phase, right=right, by=by)
    else:
        item = make_label_gold(task=item.task, phase=phase, right=right, by=by)
    after = _plain(item)
    if before == after:
        return None
    change = GoldChange.objects.create(item=item, by=by, before=before, after=after)
    _rescore(change)
    record(Act.GOLD_CHANGED, by=by, project=item.task.project, about=item, after={"change": change.pk})
    return change


def to_see(person: User, project: Project) -> QuerySet[Rescore]:
    """Select recomputed scores that this person has not been shown, latest first."""
    mine = Rescore.objects.filter(calibration__person=person, calibration__project=project, seen_at=None)
    return mine.select_related("calibration", "change")


def see(rescores: Sequence[Rescore]) -> None:
    """Mark recomputed scores as shown."""
    Rescore.objects.filter(pk__in=[one.pk for one in rescores], seen_at=None).update(seen_at=timezone.now())


def _rescore(change: GoldChange) -> None:
    """The rows are locked first: a phase that is being scored at this moment is waited for, and scored again."""
    task = change.item.task
    if task.phase not in CALIBRATING:
        return
    rows = Calibration.objects.select_for_update(of=("self",)).filter(project=task.project_id, kind=task.kind)
    locked = list(rows.order_by("pk"))
    *_counts, scores = _scored(change.item, gold_of(change.item))
    for row, was, now in _changed(locked, task.phase, scores):
        row.scores = row.scores | {str(task.phase): now}
        row.save(update_fields=["scores"])
        Rescore.objects.create(calibration=row, change=change, phase=task.phase, before=was, after=now)


def _scored(item: GoldItem, gold: Gold) -> tuple[int, int, dict[int, Scores]]:
    """Score the answers by this gold of the item: `Effect.answers`, `Effect.judged`, person -> score of the phase."""
    task, answers, judged = item.task, 0, 0
    calibratable = get_workflow(task.kind).calibratable
    if calibratable is None:  # it was when somebody answered
        return 0, 0, {}
    scores: dict[int, Scores] = {}
    for person, of_person in results_of(task.project, task.kind, [Phase(task.phase)]).items():
        items = [calibratable.score(one.answer, gold) if one.item.pk == item.pk else one.score for one in of_person]
        of_item = [(one.score, now) for one, now in zip(of_person, items, strict=True) if one.item.pk == item.pk]
        answers += bool(of_item)
        judged += any(before != now for before, now in of_item)
        found = score(items)
        if of_item and found is not None:
            scores[person] = found.to_json()
    return answers, judged, scores


def _changed(
    rows: Iterable[Calibration], phase: int, scores: dict[int, Scores]
) -> Iterator[tuple[Calibration, Scores, Scores]]:
    """The rows whose score of the phase changes, with it before and after."""
    for row in rows:
        was, now = row.scores.get(str(phase)), scores.get(row.person_id)
        if was is not None and now is not None and was != now:
            yield row, was, now


def _changes(task: Task, scores: dict[int, Scores]) -> list[ScoreChange]:
    project, phase = task.project, task.phase
    if phase not in CALIBRATING:
        return []
    rows = Calibration.objects.filter(project=project, kind=task.kind, person__in=scores)
    found = []
    for row, was, now in _changed(rows.select_related("person").order_by("person__username"), phase, scores):
        enough = _is_enough(project, task.kind, was), _is_enough(project, task.kind, now)
        found.append(ScoreChange(row, phase, was, now, enough == (True, False), enough == (False, True)))
    return found


def _is_enough(project: Project, kind: str, found: Scores) -> bool:
    """Tell whether a score reaches the project's minimums; those that are not set are reached."""
    asked = ((found.get("accuracy"), project.calibration_min_accuracy), (found.get("f1"), project.calibration_min_f1))
    enough = all(share is None or least is None or 100 * share >= least for share, least in asked)
    return enough and not below_marks(project, kind, found)


def _plain(item: GoldItem) -> dict[str, Any]:
    """The answer in canonical order: equal sets in another order are the same gold."""
    gold = gold_of(item)
    return {
        "verdict": gold.verdict,
        "challenges": sorted(gold.challenges),
        "sets": sorted(sorted(ids) for ids in gold.sets),
    }
