"""Store an oracle annotation with its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.evidence.storage import PinnedWork, store_sets
from annotation.work.models import Assignment, Operation, Submission
from annotation.workflows.claim_verification.log_reconciliation import missing_operations
from annotation.workflows.claim_verification.storage import pinned_work
from annotation.workflows.oracle_annotation.models import OracleAnnotation


class OracleStorage:
    """Stores an oracle annotation. Content is that of `serializers.OracleSubmissionIn`."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> PinnedWork:
        """Raises Invalid for elements that the corpus does not have and for dropped context that is none."""
        return pinned_work(project=assignment.project, **content)

    def missing_operations(self, log: Iterable[Operation], work: PinnedWork) -> dict[str, Any] | None:
        return missing_operations(log, work)

    def store(self, submission: Submission, work: PinnedWork) -> OracleAnnotation:
        stored = OracleAnnotation.objects.create(
            submission=submission,
            claim_id=submission.assignment.task.oracle_item.claim_id,
            verdict=work.verdict,
            challenge=work.challenge,
            unsure=work.unsure,
            contradictions=[[one.element_id for one in pair] for pair in work.contradictions],
        )
        store_sets([(submission, work.sets, work.looks)])
        return stored

    def load(self, submission: Submission) -> OracleAnnotation:
        return OracleAnnotation.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: PinnedWork, error: Exception) -> None:
        """Nothing that is submitted can collide with what others submitted."""
