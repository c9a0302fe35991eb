"""The candidates of a project, for its managers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from annotation.accounts.models import User
from annotation.projects.models import Membership, Project
from annotation.work.registry import roles_in
from annotation.workflows.screening.candidate_status import STATUS_LABELS, CandidateStatus, status_from
from annotation.workflows.screening.grading import shares, submitted, test_of
from annotation.workflows.screening.models import SCREENED, ScreeningDecision, ScreeningText


@dataclass(frozen=True, slots=True)
class Candidate:
    """A member in one role. Shares, in per cent, are None before grading; `decision` is None before there is one."""

    person: User
    status: CandidateStatus
    items: int | None
    written: int | None
    decision: ScreeningDecision | None

    @property
    def status_label(self) -> Promise:
        return STATUS_LABELS[self.status]


def candidates(project: Project) -> dict[str, Any]:
    """What the candidates' page shows. A constant number of queries."""
    answers = {one.assignment.person_id: one for one in submitted(project).select_related("grade")}
    rows = ScreeningDecision.objects.filter(project=project).select_related("decided_by")
    decided = {(row.person_id, row.role): row for row in rows}
    test = test_of(project)
    groups = []
    for role in [role for role in SCREENED if role in roles_in(project)]:
        members = (
            Membership.objects.filter(project=project, role=role).select_related("user").order_by("user__username")
        )
        people = []
        for member in members:
            mine, row = answers.get(member.user_id), decided.get((member.user_id, role))
            graded = mine is not None and hasattr(mine, "grade")
            items, written = shares(mine) if mine is not None and graded else (None, None)
            now = status_from(row.approved if row else None, mine, graded)
            people.append(Candidate(member.user, now, _percent(items), _percent(written), row))
        groups.append((role, test.minimum(role), people))
    return {
        "groups": groups,
        "waiting": sum(not hasattr(one, "grade") for one in answers.values()),
        "has_texts": ScreeningText.objects.filter(task__project=project, task__withdrawn_at__isnull=True).exists(),
    }


def _percent(share: float | None) -> int | None:
    return None if share is None else int(100 * share)  # down: 79.6 does not reach 80
