"""The release rule of the fields file: which verdict of a claim is published, and why others are left out.

`outcome` is the rule, without the database. `outcomes` applies it to a project, `counts` counts what it drops.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.apps import apps
from django.utils.translation import gettext_lazy as _

from annotation.averitec.labels import averitec_label
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.workflows.question_answering.access import chain_work
from annotation.workflows.question_answering.fields.model import UNREADABLE, Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import NormalisedClaim
from annotation.workflows.question_answering.phases import LATER, PhaseName
from annotation.workflows.question_answering.routing import majority

IMPORTED = ("imported",)  # the phases of an outcome that came with a data set
Labels = Mapping[str, Sequence[str]]  # phase -> the labels that count, the first one first


class LeftOut(StrEnum):
    """Why a claim is not released, beside the rules by which it left after phase 1 (their names)."""

    WITHDRAWN = "withdrawn"
    NOT_ANSWERED = "not_answered"
    NOT_VALIDATED = "not_validated"
    IN_DISPUTE = "in_dispute"
    NOT_CONTROLLED = "not_controlled"
    UNREADABLE = "unreadable"
    NOT_RELEASED = "verdict_not_released"
    DISAGREEMENT = "disagreement"


REASONS = {
    LeftOut.WITHDRAWN: _("skipped for a reason, and not put back"),
    LeftOut.NOT_ANSWERED: _("not answered yet"),
    LeftOut.NOT_VALIDATED: _("not validated yet"),
    LeftOut.IN_DISPUTE: _("in dispute"),
    LeftOut.NOT_CONTROLLED: _("waiting for post-control"),
    LeftOut.UNREADABLE: _("found to be unreadable"),
    LeftOut.NOT_RELEASED: _("with a verdict that is not released, such as too vague"),
    LeftOut.DISAGREEMENT: _("without a pair of phases that agree"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a claim: its published verdict, or the reason why it has none (LeftOut, or a rule's name).

    `phases`: those whose agreement it is; one where the rule takes the verdict of a phase.
    """

    verdict: str = ""
    phases: tuple[str, ...] = ()
    left_out: str = ""


def outcome(
    fields: Fields, labels: Labels, *, left_by: str = "", opened: Collection[str] = (), withdrawn: bool = False
) -> Outcome:
    """Apply the rule to a claim. `opened`: phases that have a task for it; `withdrawn`: its last one was withdrawn."""
    if left_by:
        return Outcome(left_out=left_by)
    found: dict[str, str | None] = {phase: majority(labels.get(phase, ())) for phase in LATER}
    released = {one.value for one in fields.verdicts if one.released}
    for pair in fields.release.agreement_of:
        first, second = (found[phase] for phase in pair)
        if first is not None and first == second and first in released:
            return Outcome(first, pair)
    if reason := _unfinished(labels, opened):
        return Outcome(left_out=LeftOut.WITHDRAWN if withdrawn else reason)
    last = next((found[phase] for phase in reversed(LATER) if labels.get(phase)), None)
    if last == UNREADABLE:
        return Outcome(left_out=LeftOut.UNREADABLE)
    if last is not None and last not in released:
        return Outcome(left_out=LeftOut.NOT_RELEASED)
    verdict = found.get(fields.release.otherwise)  # no phase is called "leave_out"
    if verdict is not None and verdict in released:
        return Outcome(verdict, (fields.release.otherwise,))
    return Outcome(left_out=LeftOut.DISAGREEMENT)


def _unfinished(labels: Labels, opened: Collection[str]) -> str:
    """The phase that the claim waits for; "" where it has come to its end."""
    if not labels.get(PhaseName.ANSWERING):
        return LeftOut.NOT_ANSWERED
    if not labels.get(PhaseName.VALIDATION):
        return LeftOut.NOT_VALIDATED
    if PhaseName.DISPUTE in opened and not labels.get(PhaseName.DISPUTE):
        return LeftOut.IN_DISPUTE
    if PhaseName.CONTROL in opened and not labels.get(PhaseName.CONTROL):
        return LeftOut.NOT_CONTROLLED
    return ""


def outcomes(
    project: Project,
    fields: Fields | None = None,
    without_people: Collection[int] = (),
    only: Collection[int] | None = None,
) -> Iterator[tuple[int, Outcome]]:
    """Number of each claim of the project, in order, with its outcome. `fields`: another file than the project's.
    `only`: of these claims."""
    fields = fields_of(project) if fields is None else fields
    works = chain_work(without_people).filter(claim__article__project=project, **_about("claim", only))
    labels: defaultdict[int, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    columns = ("claim", "submission__assignment__kind", "label")
    rows = works.order_by("claim", "submission__assignment__ended_at", "pk")
    for claim, kind, label in rows.values_list(*columns).iterator(chunk_size=5_000):
        labels[claim][kind].append(label)
    for claim, kind, label in _decisions(project, only):
        labels[claim][kind] = [label]
    opened, idle = _tasks(project, only)
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True, **_about("pk", only))
    claims = claims.order_by("pk")
    columns_of_claim = ("pk", "left_by", "imported__anew", "imported__row__label")
    for claim, left_by, anew, came in claims.values_list(*columns_of_claim).iterator(chunk_size=5_000):
        of_claim: Labels = labels.get(claim, {})
        if came is not None and not anew:  # its row is released as it came
            yield claim, Outcome(averitec_label(came) or came, IMPORTED)
            continue
        yield (
            claim,
            outcome(fields, of_claim, left_by=left_by, opened=opened.get(claim, ()), withdrawn=claim in idle),
        )


def _about(claim: str, only: Collection[int] | None) -> dict[str, Collection[int]]:
    return {} if only is None else {f"{claim}__in": only}


def _decisions(project: Project, only: Collection[int] | None) -> Iterator[tuple[int, str, str]]:
    """Claim, phase and label of what somebody decided on a task, which stands in the place of its answers."""
    model = apps.get_model("annotation", "TaskDecision")  # of a folder above this one
    rows = model.objects.filter(task__project=project, is_current=True, task__claim_item__in_chain=True)
    rows = rows.filter(**_about("task__claim_item__claim", only))
    columns = ("task__claim_item__claim", "task__kind", "value")
    yield from rows.order_by("pk").values_list(*columns).iterator(chunk_size=5_000)


def _tasks(project: Project, only: Collection[int] | None) -> tuple[dict[int, set[str]], set[int]]:
    """Claim -> phases that have a task for it, not counting those withdrawn before anybody did them; and the claims
    whose task of some phase people's skips withdrew."""
    opened: defaultdict[int, set[str]] = defaultdict(set)
    idle: set[int] = set()
    about = _about("claim_item__claim", only)
    rows = Task.objects.filter(project=project, claim_item__in_chain=True, **about).order_by()
    columns = ("claim_item__claim", "kind", "withdrawn_at", "assigned_count")
    for claim, kind, withdrawn_at, assigned in rows.values_list(*columns).iterator(chunk_size=5_000):
        if withdrawn_at is None or assigned:
            opened[claim].add(kind)
        elif kind in (PhaseName.ANSWERING, PhaseName.VALIDATION):
            idle.add(claim)
    skipped = rows.filter(withdrawn_at__isnull=False, assignments__state="skipped", assigned_count=0)
    for claim, kind in skipped.values_list("claim_item__claim", "kind"):
        opened[claim].add(kind)
        idle.add(claim)
    return opened, idle


@dataclass(frozen=True, slots=True)
class RuleCounts:
    """Of the claims of a project: `released` by verdict, `pairs` by the phases that agree, `left_out` by reason."""

    claims: int
    released: dict[str, int]
    pairs: dict[str, int]
    left_out: dict[str, int]


def counts(project: Project, fields: Fields | None = None) -> RuleCounts:
    """Count what the rule releases and drops. `fields`: another file than the project's, to try it."""
    released, pairs, left_out = Counter[str](), Counter[str](), Counter[str]()
    for _claim, found in outcomes(project, fields):
        if found.left_out:
            left_out[str(found.left_out)] += 1
        else:
            released[found.verdict] += 1
            pairs[" ".join(found.phases)] += 1
    whole = released.total() + left_out.total()
    return RuleCounts(whole, dict(released), dict(pairs), dict(left_out))
