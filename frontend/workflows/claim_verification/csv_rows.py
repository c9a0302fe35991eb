"""Verifications as the rows of a CSV file: what their list shows, with ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Max, QuerySet

from annotation.evidence.models import Evidence, EvidenceSet
from annotation.work.models import Operation
from annotation.workflows.claim_verification.models import Verification
from corpus.batching import batched

AT_ONCE = 900  # below the number of variables that SQLite takes in its oldest versions
COLUMNS = (
    *("verification", "claim", "text", "verdict", "challenge", "unsure", "person", "first_submitted_at"),
    *("submitted_at", "revision", "evidence_sets", "evidence_elements", "seconds", "set_aside"),
)


def verification_rows(found: QuerySet[Verification]) -> Iterator[tuple[Any, ...]]:
    """One row each, in the order of the list. Time from assignment to submission in seconds, breaks included; four
    queries for AT_ONCE rows."""
    columns = (
        *("pk", "claim", "claim__text", "verdict", "challenge", "unsure", "submission__assignment__person__username"),
        *("submission__assignment__ended_at", "submission__created_at", "submission__revision"),
        *("submission", "submission__assignment", "submission__assignment__set_aside"),
    )
    for rows in batched(found.values_list(*columns).iterator(chunk_size=AT_ONCE), AT_ONCE):
        submissions, assignments = [row[10] for row in rows], [row[11] for row in rows]
        sets, elements, seconds = _sets(submissions), _elements(submissions), _seconds(assignments)
        for *shown, submission, assignment, set_aside in rows:
            taken = seconds.get(assignment)
            counts = sets.get(submission, 0), elements.get(submission, 0)
            yield (*shown, *counts, None if taken is None else float(taken), set_aside is not None)


def _sets(submissions: list[int]) -> dict[int, int]:
    sets = EvidenceSet.objects.filter(submission__in=submissions).order_by()
    return dict(sets.values_list("submission").annotate(n=Count("pk")))


def _elements(submissions: list[int]) -> dict[int, int]:
    evidence = Evidence.objects.filter(evidence_set__submission__in=submissions).order_by()
    return dict(evidence.values_list("evidence_set__submission").annotate(n=Count("pk")))


def _seconds(assignments: list[int]) -> dict[int, Any]:
    first = Operation.objects.filter(assignment__in=assignments, sitting=1).order_by()
    return dict(first.values_list("assignment").annotate(last=Max("seconds")))
