"""Submitting a verification, exactly once."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import partial

from annotation.evidence.rules import Dropped, EvidenceSets
from annotation.work.models import Assignment, AssignmentState
from annotation.work.operations import PROGRAM, NewOperation, closing_tail, record
from annotation.work.submission import submit_once
from annotation.workflows.claim_verification import extension_points
from annotation.workflows.claim_verification.log_reconciliation import missing_operations
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.claim_verification.storage import Look, PinnedWork, already, pinned_work, store


def submit(
    *,
    assignment: Assignment,
    client_id: uuid.UUID,
    verdict: str,
    challenge: str,
    evidence_sets: EvidenceSets,
    dropped_context: Sequence[Dropped] = (),
    looks: Sequence[Look] = (),
    operations: Sequence[NewOperation] = (),
    browser: str = PROGRAM,
) -> tuple[Verification, bool]:
    """Store the verification, write `finish`, close the assignment. Returns it and whether this call stored it.

    The input has passed `rules.problems`; `dropped_context` and `looks` run beside the sets. The same `client_id` finds
    the first answer, whenever and however often it is sent. Raises Invalid (elements that the corpus does not have,
    dropped context that is none), LeaseLost, AssignmentClosed and AnnotationError `client_id_taken`; the draft and the
    operations stay in every case.
    """
    if assignment.state != AssignmentState.HELD:  # it may have arrived before; `_store` looks again
        known = already(assignment, client_id)
        if known is not None:
            return known, False
    work = pinned_work(
        project=assignment.project,
        verdict=verdict,
        challenge=challenge,
        evidence_sets=evidence_sets,
        dropped_context=dropped_context,
        looks=looks,
    )
    return submit_once(
        assignment,
        known=lambda: already(assignment, client_id),
        tail=lambda: closing_tail(assignment, operations, browser, gap=partial(missing_operations, work=work)),
        store=lambda: _store(assignment, client_id, work),
        keep_operations=lambda: record(assignment=assignment, operations=operations, browser=browser),
    )


def _store(assignment: Assignment, client_id: uuid.UUID, work: PinnedWork) -> Verification:
    verification = store(assignment=assignment, client_id=client_id, work=work)
    for function in extension_points.after_submission:
        function(verification)
    return verification
