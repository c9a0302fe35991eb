"""Candidates in calibration with their status and scores, and drift of annotators in production."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef

from annotation.accounts.models import User
from annotation.projects.models import Membership, Project
from annotation.quality.calibration.drift import Drift, drift
from annotation.quality.calibration.models import Calibration, Decision
from annotation.quality.calibration.results import asked_for, gold_items, results_of
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import get_workflow
from annotation.work.workflow import CalibratedBy


class Status(StrEnum):
    """Status of a candidate: the next step."""

    NO_GOLD = "no_gold"  # the manager has to bring gold in: the candidate waits
    WORKING = "working"
    GRADING = "grading"  # the manager has claims to grade
    READING = "reading"  # the candidate has results to read
    DECISION = "decision"  # the manager decides
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class PhaseOf:
    """Phase of one candidate: `done` of `asked` items; `score` is None until the phase is scored."""

    phase: int
    done: int
    asked: int
    score: dict[str, Any] | None
    is_read: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """Candidate for one kind of work. `row` is None before the first finished phase or decision."""

    person: User
    kind: str
    status: Status
    phase: int
    phases: Sequence[PhaseOf]
    row: Calibration | None


@dataclass(frozen=True, slots=True)
class Drifting:
    """A person's last answers to attention checks."""

    person: User
    answers: int
    drift: Drift


def candidates(project: Project, kind: str, only: int | None = None) -> list[Candidate]:
    """List the members whose role is this kind of work, by name; with `only`, the one with this id. A constant number
    of queries."""
    members = Membership.objects.filter(project=project, role=get_workflow(kind).role).select_related("user")
    rows = {row.person_id: row for row in Calibration.objects.filter(project=project, kind=str(kind))}
    gold = gold_items(project, CALIBRATING, kind)
    submitted = Assignment.objects.filter(state=AssignmentState.SUBMITTED, task__in=gold.values("task"))
    again = Calibration.objects.filter(project=project, kind=str(kind), person=OuterRef("person"))
    submitted = submitted.exclude(Exists(again.filter(since__gt=OuterRef("created_at"))))
    if only is not None:
        members, submitted = members.filter(user=only), submitted.filter(person=only)
    done = Counter(submitted.values_list("person", "task__phase"))
    asked = {phase: asked_for(project, kind, phase) for phase in CALIBRATING}
    return [
        _candidate(member.user, kind, rows.get(member.user_id), done, asked)
        for member in members.order_by("user__username")
    ]


def drifting(project: Project, kind: str) -> list[Drifting]:
    """List everybody who has answered attention checks of this kind of work, those with alerts first, then by name."""
    found = []
    for results in results_of(project, kind, [Phase.SILENT]).values():
        last = drift(
            [result.score for result in results],
            window=project.drift_window,
            min_accuracy=project.drift_min_accuracy / 100,
            min_f1=None if project.calibration_min_f1 is None else project.calibration_min_f1 / 100,
        )
        if last is not None:
            found.append(Drifting(results[0].submission.assignment.person, len(results), last))
    return sorted(found, key=lambda one: (not one.drift.low, one.person.username))


def _candidate(
    person: User, kind: str, row: Calibration | None, done: Counter[tuple[int, int]], asked: dict[Phase, int]
) -> Candidate:
    scores, seen = (row.scores, row.feedback_seen) if row else ({}, {})
    phases = [
        PhaseOf(int(phase), done[person.pk, phase], asked[phase], scores.get(str(int(phase))), str(int(phase)) in seen)
        for phase in CALIBRATING
    ]
    phase = min(row.phase, int(Phase.SECOND)) if row else int(Phase.FIRST)
    return Candidate(person, kind, _status(kind, row, phases[phase - 1]), phase, phases, row)


def _status(kind: str, row: Calibration | None, now: PhaseOf) -> Status:
    if row is not None and row.decision:
        return Status.APPROVED if row.decision == Decision.APPROVED else Status.REJECTED
    if row is not None and row.phase > Phase.SECOND:
        return Status.DECISION
    if now.score is not None:
        return Status.READING
    by_grades = get_workflow(kind).calibrated_by is CalibratedBy.GRADES
    if by_grades and now.asked and now.done >= now.asked:
        return Status.GRADING
    return Status.WORKING if now.asked or now.done else Status.NO_GOLD
