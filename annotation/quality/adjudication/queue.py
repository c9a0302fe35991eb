"""Adjudication queue, lowest agreement first. The number of queries does not depend on its size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Count, QuerySet

from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.adjudication.rules import Disagreement, disagreement
from annotation.quality.adjudication.second import doubled
from annotation.quality.agreement.distances import Sets
from annotation.work.counted import COUNTED, counted
from annotation.workflows.models import Report, RevisionRequest, Verification, VerificationItem


class Wanted(StrEnum):
    """Part of the queue: different verdicts; the same verdict on other evidence; adjudicated claims."""

    VERDICTS = "verdicts"
    EVIDENCE = "evidence"
    DONE = "done"


ALONE = Disagreement(1.0, None)  # of what one person verified
ENOUGH = 0.7  # of overlap between evidence under the same verdict; the paper's "partially overlapping" (section 3.2)


@dataclass(frozen=True, slots=True)
class Entry:
    """Claim in the queue. `waiting`: a revision request for one of its verifications is open."""

    claim: int
    disagreement: Disagreement
    waiting: bool


def queue(
    project: Project,
    wanted: Wanted = Wanted.VERDICTS,
    measured: Mapping[int, Disagreement] | None = None,
    *,
    person: int | None = None,
) -> list[Entry]:
    """List the claims, lowest agreement first (`Disagreement.order`), then by id.

    Of production only, verified by several; without those whose report stands: they are decided elsewhere. `measured`:
    the value of `measure`, if the caller has it; decisions leave it as it is, except for Wanted.DONE. `person`: whose
    queue it is. What waits for a second decision is open to whoever is asked for it, whatever became of the
    disagreement, decided for whoever decided, and in nobody else's queue.
    """
    held = {claim: one for claim, one in doubled(project).items() if one.is_held}
    asked = {claim for claim, one in held.items() if person is not None and one.is_asked(person)}
    own = {claim for claim, one in held.items() if person is not None and one.has_decided(person)}
    current = set(_current(project).values_list("claim", flat=True))
    listed = current | own if wanted is Wanted.DONE else current | (held.keys() - asked)
    left_out = set(Report.objects.standing(project).values_list("claim", flat=True))
    returned = RevisionRequest.objects.filter(assignment__project=project, resolved_at__isnull=True)
    waiting = set(returned.values_list("verification__claim", flat=True))
    measured = measure(project, wanted) if measured is None else measured
    more = own if wanted is Wanted.DONE else asked if wanted is Wanted.VERDICTS else ()
    measured = dict.fromkeys(more, ALONE) | dict(measured)
    entries = [
        Entry(claim, how_far, claim in waiting)
        for claim, how_far in measured.items()
        if claim not in left_out and (claim in listed) == (wanted is Wanted.DONE)
    ]
    return sorted(entries, key=lambda entry: (*entry.disagreement.order, entry.claim))


def measure(project: Project, wanted: Wanted) -> Mapping[int, Disagreement]:
    """Measure the disagreement of every claim in this part of the queue."""
    claims: dict[Wanted, Callable[[Project], QuerySet[Any, Any]]] = {
        Wanted.VERDICTS: disagreeing,
        Wanted.EVIDENCE: several,
        Wanted.DONE: lambda project: _current(project).values("claim"),
    }
    found = {claim: disagreement(said) for claim, said in _ratings(claims[wanted](project)).items() if len(said) > 1}
    if wanted is Wanted.DONE:  # also what one person verified, or nobody whose work counts
        return dict.fromkeys(_current(project).values_list("claim", flat=True), ALONE) | found
    if wanted is Wanted.EVIDENCE:
        return {claim: how_far for claim, how_far in found.items() if _only_evidence_differs(how_far)}
    return found


def several(project: Project) -> QuerySet[VerificationItem, Any]:
    """Select the ids of claims in production that are assigned to more than one person."""
    items = VerificationItem.objects.filter(task__project=project, task__phase=0, task__assigned_count__gt=1)
    return items.values("claim")


def disagreeing(project: Project) -> QuerySet[Verification, Any]:
    """Select the ids of claims in production whose current verifications have different verdicts."""
    current = Verification.objects.order_by().filter(counted("submission__"), claim__in=several(project))
    return (
        current.values("claim")
        .annotate(verdicts=Count("verdict", distinct=True))
        .filter(verdicts__gt=1)
        .values("claim")
    )


def letters(verifications: Iterable[Verification]) -> dict[int, str]:
    """Verification -> "A", "B", ...: pseudonyms of a claim's annotators where names are hidden.

    By the assignment's public id, which is random: the letters tell nothing of who was first, and stay the same after
    every edit. Needs `assignment`.
    """
    in_order = sorted(verifications, key=lambda one: one.assignment.public_id)
    return {one.pk: chr(ord("A") + number) for number, one in enumerate(in_order)}


def _current(project: Project) -> QuerySet[Adjudication]:
    return Adjudication.objects.filter(claim__project=project, is_current=True)


def _only_evidence_differs(how_far: Disagreement) -> bool:
    return how_far.verdicts == 1 and how_far.evidence is not None and how_far.evidence < ENOUGH


def _ratings(claims: QuerySet[Any, Any]) -> Mapping[int, Sequence[tuple[str, Sets]]]:
    """Claim -> (verdict, evidence sets) of each of its annotators."""
    current = Verification.objects.order_by().filter(counted("submission__"), claim__in=claims)
    evidence = evidence_sets(**COUNTED, verification__claim__in=claims)
    found: defaultdict[int, list[tuple[str, Sets]]] = defaultdict(list)
    for claim, pk, verdict in current.values_list("claim", "pk", "verdict"):
        found[claim].append((verdict, evidence.get(pk, ())))
    return found
