"""Completion of a calibration phase: its score, and the feedback that candidates read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.models import Calibration, ClaimGrade
from annotation.quality.calibration.results import asked_for, results_of
from annotation.quality.calibration.scoring import score, writing_score
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.models import KEPT, Assignment, AssignmentState, SubmittedWork
from annotation.work.queue import eligible_tasks
from annotation.work.registry import get_workflow
from annotation.work.workflow import CalibratedBy


@dataclass(frozen=True, slots=True)
class Progress:
    """Item `number` of the `of` items of a phase of calibration."""

    phase: int
    number: int
    of: int


def progress_of(assignment: Assignment) -> Progress | None:
    """Which item of their phase somebody has open or has submitted last; None outside both phases of calibration."""
    phase = assignment.task.phase
    if phase not in CALIBRATING:
        return None
    done = submitted_count(assignment.person, assignment.project, assignment.kind, phase)
    number = done + (assignment.state != AssignmentState.SUBMITTED)
    return Progress(int(phase), number, max(number, asked_for(assignment.project, assignment.kind, phase)))


def score_phase(*, person: User, project: Project, kind: str) -> bool:
    """Score the person's current phase if it is complete; True if this call scored it.

    Doing it again changes nothing. A phase is scored with its last item, or with the last grade (`CalibratedBy`).
    From then on the score changes only with gold, and then is kept as it was, too (`rescoring`).
    """
    if not project.calibration:
        return False  # nobody is in a phase that is scored
    eligibility = eligibility_of(person=person, project=project, kind=kind)
    if eligibility.phase not in CALIBRATING or eligibility.waiting:
        return False
    return _score_phase(person, project, kind, eligibility.phase)


@transaction.atomic
def _score_phase(person: User, project: Project, kind: str, phase: Phase) -> bool:
    row, _made = Calibration.objects.get_or_create(person=person, project=project, kind=str(kind))
    row = Calibration.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if row.phase != phase or str(row.phase) in row.scores or not is_done(person, project, kind, row.phase):
        return False
    by_grades = get_workflow(kind).calibrated_by is CalibratedBy.GRADES
    found = _graded(person, project, kind, row.phase) if by_grades else _scored(person, project, kind, row.phase)
    if found is None:
        return False
    row.scores = row.scores | {str(row.phase): found}
    row.phase = row.phase + 1 if row.phase == Phase.SECOND else row.phase
    row.save(update_fields=["scores", "phase"])
    bump(project.pk, person.pk)
    return True


def submitted_count(person: User, project: Project, kind: str, phase: int) -> int:
    """Count the items of a phase that the person has submitted."""
    return _assigned(person, project, kind, phase).filter(state=AssignmentState.SUBMITTED).count()


def _assigned(person: User, project: Project, kind: str, phase: int) -> QuerySet[Assignment]:
    """The person's assignments of a phase in their present calibration."""
    mine = Assignment.objects.filter(person=person, project=project, kind=str(kind), task__phase=phase)
    return mine.filter(_counts_from(_since(person, project, kind)))


def _since(person: User, project: Project, kind: str) -> datetime | None:
    rows = Calibration.objects.filter(person=person, project=project, kind=str(kind))
    return rows.values_list("since", flat=True).first()


def _counts_from(since: datetime | None) -> Q:
    return Q() if since is None else Q(created_at__gte=since)


def is_done(person: User, project: Project, kind: str, phase: int) -> bool:
    """Tell whether a phase is complete: all items submitted, or fewer if skipping left no others."""
    done = submitted_count(person, project, kind, phase)
    if not done or done >= asked_for(project, kind, phase):
        return bool(done)
    mine = _assigned(person, project, kind, phase)
    if mine.filter(Q(state__in=KEPT) | Q(state=AssignmentState.EXPIRED)).exists():
        return False
    return not eligible_tasks(person=person, project=project, kind=kind, phase=Phase(phase)).exists()


def score_phase_of(work: SubmittedWork) -> None:
    """Call `score_phase` for the person who has just submitted this."""
    assignment = work.assignment
    if get_workflow(assignment.kind).calibrated_by is not CalibratedBy.GOLD:
        return
    score_phase(person=assignment.person, project=assignment.project, kind=assignment.kind)


def why_locked(assignment: Assignment) -> str:
    """Explain that the assignment is of a calibration phase that is scored, or a guided example; empty if it may be
    changed."""
    phase = assignment.task.phase
    if phase == Phase.GUIDED:
        return _("A guided example is not changed. You can take it again.")
    row = Calibration.objects.filter(person=assignment.person_id, project=assignment.project_id, kind=assignment.kind)
    states = row.values_list("scores", "since") if phase in CALIBRATING else ()
    if any(str(phase) in scores or (since and assignment.created_at < since) for scores, since in states):
        return _("This phase of your calibration is scored. What you submitted stays as it is.")
    return ""


def read_feedback(*, row: Calibration, item: int) -> None:
    """Record that the candidate opened the feedback of a gold item; with the last one, the phase is read."""
    with transaction.atomic():
        row = Calibration.objects.select_for_update(of=("self",)).get(pk=row.pk)
        if item not in row.items_read:
            row.items_read = [*row.items_read, item]
        for phase in CALIBRATING:
            if str(phase) in row.scores and str(phase) not in row.feedback_seen and not unread(row, phase):
                row.feedback_seen = row.feedback_seen | {str(phase): timezone.now().isoformat()}
                row.phase = max(row.phase, phase + 1)
        row.save(update_fields=["items_read", "feedback_seen", "phase"])


def unread(row: Calibration, phase: int) -> set[int]:
    """Return the ids of submitted gold items of a phase whose feedback the person has not opened."""
    done = Assignment.objects.filter(
        person=row.person_id, project=row.project_id, kind=row.kind, task__phase=phase, state=AssignmentState.SUBMITTED
    )
    done = done.filter(_counts_from(row.since))
    return set(done.filter(task__gold__isnull=False).values_list("task__gold", flat=True)) - set(row.items_read)


def _scored(person: User, project: Project, kind: str, phase: int) -> dict[str, Any] | None:
    """Score a phase against current gold, as a dict of `scoring.Score`; None without answers."""
    results = results_of(project, kind, [Phase(phase)], person).get(person.pk, [])
    found = score([result.score for result in results])
    return found.to_json() if found else None


def _graded(person: User, project: Project, kind: str, phase: int) -> dict[str, Any] | None:
    """Score a writer's phase; None while one of its claims has no grade."""
    claims = Claim.objects.filter(project=project, author=person, phase=phase, claim_set__isnull=False)
    claims = claims.filter(_counts_from(_since(person, project, kind)))
    grades = ClaimGrade.objects.filter(claim__in=claims).values_list("meets_guideline", "challenge_fits")
    if grades.count() < claims.count():
        return None
    found = writing_score(submitted_count(person, project, kind, phase), list(grades))
    return asdict(found) if found else None
