"""Answers of verifiers, as they are scored against gold."""

from __future__ import annotations

from django.db.models import QuerySet

from annotation.evidence.queries import evidence_sets_of_submissions
from annotation.work.gold import Answer
from annotation.work.models import Submission


def answers_with_evidence(submissions: QuerySet[Submission]) -> dict[int, Answer]:
    """Submission -> verdict, challenge and evidence. `submissions` select their verifications; one more query."""
    sets = evidence_sets_of_submissions(pk__in=submissions.order_by().values("pk"))
    said = {row.pk: row.verification for row in submissions}
    return {pk: Answer(one.verdict, one.challenge, sets.get(pk, ())) for pk, one in said.items()}
