"""Create gold items from a claim, a verification or a highlight, checked against the corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.claims.extension_points import run_after_change
from annotation.claims.models import Claim
from annotation.errors import AnnotationError, Invalid
from annotation.evidence.rules import cleaned
from annotation.evidence.snapshotting import pin
from annotation.evidence.verdict_rules import problems
from annotation.projects.data_version import bump
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.tasks import Phase
from annotation.work.gold import Gold
from annotation.work.models import Task
from annotation.work.registry import get_workflow, labels_of
from annotation.workflows.models import Highlight, Verification, VerificationItem

FOR_EVERYBODY = 32_767  # the most that `wanted` can hold


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """Gold answer for a claim: verdict, accepted challenges, alternative evidence sets of element ids.

    `body`: the whole gold work, where a workflow scores its fields; a change of label leaves it as it is.
    """

    verdict: str
    challenges: Sequence[str]
    sets: Sequence[Sequence[str]]
    comment: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)


def checked(project: Project, right: GoldAnswer) -> GoldAnswer:
    """Validate and normalize a gold answer: ids in NFD, without empty sets.

    Raises Invalid with `fields`: unknown labels, malformed ids, and elements that the corpus does not have.
    """
    labels, sets = label_set_of(project), cleaned(right.sets)
    challenges = [one for one in dict.fromkeys(right.challenges) if one]
    wrong = problems(
        verdict=right.verdict,
        challenge=challenges[0] if challenges else "",
        evidence_sets=sets,
        max_sets=max(project.max_evidence_sets, len(sets)),
        labels=labels,
        asks_challenge=not project.labels_sets,
    )
    unknown = [challenge for challenge in challenges if challenge not in labels.challenge_set.values]
    if unknown:
        wrong["challenge"] = [_("“%(word)s” is not a challenge.") % {"word": unknown[0][:80]}]
    if wrong:
        raise Invalid(next(iter(wrong.values()))[0], wrong)
    pin(project.corpus_id, sets, kinds=project.evidence_kinds)
    return GoldAnswer(right.verdict, challenges, sets, right.comment.strip())


@transaction.atomic
def make_gold(*, claim: Claim, phase: Phase, right: GoldAnswer, by: User | None) -> GoldItem:
    """Make a claim a gold item, or change its answer; `right` is `checked`.

    From then on it is a task of this phase for everybody, and neither released nor counted.

    Its verdicts until now stay in the database. Raises AnnotationError `gold_in_use` when it is to change its phase and
    somebody has been scored by it, or when somebody is verifying it in production now.
    """
    task = verification_task(claim)
    if task.phase != phase:
        _refuse_in_use(task)
    give_to_everybody(task, phase)
    run_after_change(claim.project)
    sets = [list(ids) for ids in right.sets]
    fields = {"verdict": right.verdict, "challenges": list(right.challenges), "comment": right.comment, "sets": sets}
    return _store(task, by, fields)


@transaction.atomic
def make_label_gold(*, task: Task, phase: Phase, right: GoldAnswer, by: User | None) -> GoldItem:
    """Make a task of a workflow whose answers are labels a gold item, or change its answer.

    Raises Invalid for a label that its workflow does not have, and AnnotationError as `make_gold`.
    """
    workflow = get_workflow(task.kind)
    if workflow.calibratable is None or right.verdict not in labels_of(task.project, workflow).values:
        raise Invalid(_("Choose one of the labels."), {"verdict": [_("Choose one of the labels.")]})
    task = Task.objects.select_for_update(of=("self",)).get(pk=task.pk)
    if task.phase != phase:
        _refuse_in_use(task)
    give_to_everybody(task, phase)
    body = {"references": dict(right.body)} if right.body else {}
    return _store(task, by, {"verdict": right.verdict, "comment": right.comment.strip(), **body})


@transaction.atomic
def make_highlight_gold(
    *, highlight: Highlight, phase: Phase, references: Mapping[str, Sequence[str]], comment: str, by: User | None
) -> GoldItem:
    """Make a highlight a calibration task for every writer, with reference claims.

    `references`: claim type -> texts. Raises AnnotationError as `make_gold`; Invalid for attention checks, which would
    have to be graded among the tasks in production.
    """
    if phase == Phase.SILENT:
        raise Invalid(_("Silent gold is for verification."), {"phase": [_("Choose phase 1 or 2.")]})
    task = Task.objects.select_for_update(of=("self",)).get(generation_item__highlight=highlight)
    if task.phase != phase:
        _refuse_in_use(task)
    give_to_everybody(task, phase)
    kept = {kind: [text.strip() for text in texts if text.strip()] for kind, texts in references.items()}
    return _store(task, by, {"references": kept, "comment": comment.strip()})


@transaction.atomic
def return_to_production(item: GoldItem) -> None:
    """Return an unused gold item to production. Raises AnnotationError `gold_in_use`."""
    task = Task.objects.select_for_update(of=("self",)).get(pk=item.task_id)
    if task.assignments.exists():
        raise _in_use()
    withdraw_gold(item, get_workflow(task.kind).annotations_a_task(task.project))


def withdraw_gold(item: GoldItem, required_annotations: int) -> None:
    """Return a gold item to production, for so many people. The caller knows that nobody had it as gold."""
    task = Task.objects.select_for_update(of=("self",)).get(pk=item.task_id)
    task.phase, task.required_annotations = Phase.PRODUCTION, max(required_annotations, task.assigned_count)
    task.save()
    Claim.objects.filter(verification_item__task=task).update(phase=Phase.PRODUCTION)
    item.delete()
    bump(task.project_id)


def gold_answer_of(verification: Verification, comment: str = "") -> GoldAnswer:
    """Build a gold answer from a verification."""
    fitting = [each for each in verification.evidence_sets if each.label in ("", verification.verdict)]
    sets = [[one.element_id for one in each.evidence.all()] for each in fitting]
    return GoldAnswer(verification.verdict, [verification.challenge], sets, comment)


def verification_task(claim: Claim) -> Task:
    """The verification task of a claim, locked; a new one if it has none."""
    task = Task.objects.select_for_update(of=("self",)).filter(verification_item__claim=claim).first()
    return task or VerificationItem.objects.create_tasks(claim.project, [claim])[0]


def give_to_everybody(task: Task, phase: Phase) -> None:
    """Store the task, and its claim, as one of this phase that everybody is to do."""
    task.phase, task.required_annotations, task.withdrawn_at = phase, FOR_EVERYBODY, None
    task.save()
    Claim.objects.filter(verification_item__task=task).update(phase=phase)


def _store(task: Task, by: User | None, fields: dict[str, Any]) -> GoldItem:
    fields["guide_kind"] = guide_kind_of(task, fields)
    # Whoever changes it has not made it: `results_of` leaves out what its maker answered, and nobody else's.
    item, made = GoldItem.objects.update_or_create(task=task, defaults=fields, create_defaults=fields | {"made_by": by})
    bump(task.project_id)
    if made:
        record(Act.GOLD_ADDED, by=by, project=task.project, about=item, after={"phase": int(task.phase)})
    return item


def guide_kind_of(task: Task, fields: Mapping[str, Any]) -> str:
    """Return the kind of a guided example with these fields of `GoldItem`; empty in other phases.

    Raises Invalid if its workflow has no guided examples.
    """
    if task.phase != Phase.GUIDED:
        return ""
    guided = get_workflow(task.kind).guided
    if guided is None:
        message = _("This kind of work has no guided examples.")
        raise Invalid(message, {"phase": [message]})
    return guided.kind_of(task, as_gold(fields))


def as_gold(fields: Mapping[str, Any]) -> Gold:
    """Convert fields of `GoldItem`."""
    sets = tuple(frozenset(ids) for ids in fields.get("sets", ()))
    return Gold(fields.get("verdict", ""), frozenset(fields.get("challenges", ())), sets, fields.get("references", {}))


def _refuse_in_use(task: Task) -> None:
    held = task.assignments.filter(state__in=("held", "parked")).exists()
    if held or (task.phase != Phase.PRODUCTION and task.assignments.exists()):
        raise _in_use()


def _in_use() -> AnnotationError:
    return AnnotationError("gold_in_use", _("Somebody works on this or has done it: it stays where it is."), 409)
