"""Database queries of the audit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, TextField
from django.db.models.functions import Cast

from annotation.projects.models import Project
from annotation.quality.audit.durations import Timed
from annotation.vocabulary.operation_names import OperationName
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Assignment, AssignmentState, Operation
from annotation.workflows.models import Verification


@dataclass(frozen=True, slots=True)
class Verified:
    """A current verification beside its claim: what goes with what is looked for in columns of these.

    `writer` is None where nobody is known to have written the claim; empty text: not known.
    """

    verification: int
    claim: int
    text: str
    claim_type: str
    mutation: str
    highlight: int | None
    writer: int | None
    person: int
    verdict: str
    challenge: str


def verified(project: Project, claims: Collection[int] | None = None) -> list[Verified]:
    """Every counted verification of the project in production, by id; with `claims` those of these claims."""
    of_claims = {} if claims is None else {"claim__in": claims}
    rows = (
        Verification.objects.filter(counted("submission__"), submission__assignment__project=project, claim__phase=0)
        .filter(**of_claims)
        .order_by("pk")
        .values_list(
            *("pk", "claim", "claim__text", "claim__claim_type", "claim__mutation", "claim__highlight"),
            *("claim__author", "submission__assignment__person", "verdict", "challenge"),
        )
    )
    known: dict[Any, Any] = {}  # one text of each verdict, and of a claim that several people verified
    found: list[Verified] = []
    for row in rows.iterator(chunk_size=5000):
        values: list[Any] = [known.setdefault(one, one) if isinstance(one, str) else one for one in row]
        found.append(Verified(*values))
    return found


def submitted(
    project: Project, kind: str, phases: Collection[int] = (Phase.PRODUCTION,), *, with_set_aside: bool = False
) -> QuerySet[Assignment]:
    """Select the submitted work of this kind, unordered; what was set aside only on request."""
    done = Assignment.objects.filter(project=project, kind=kind, state=AssignmentState.SUBMITTED)
    if not with_set_aside:
        done = done.filter(set_aside__isnull=True)
    return done.filter(task__phase__in=phases).order_by()


def times(work: QuerySet[Assignment]) -> list[Timed]:
    """How long each finished piece of work took: the active seconds at its first `finish`, all seconds where nobody
    measured active ones. `number` is the assignment's id.
    """
    finishes = Operation.objects.filter(assignment__in=work, name=OperationName.FINISH.value, sitting=1).order_by()
    # As texts: to make decimals of them takes longer than to fetch them.
    texts = (Cast(column, TextField()) for column in ("active_seconds", "seconds"))
    rows = finishes.values_list("assignment__person", "assignment", *texts)
    return [
        Timed(person, number, float(seconds if active is None else active))
        for person, number, active, seconds in rows.iterator(chunk_size=5000)
    ]


def skips(project: Project, kind: str) -> dict[int, tuple[int, int]]:
    """Person -> how much of this kind of work they skipped, of what they were given and have ended."""
    work = Assignment.objects.filter(project=project, kind=kind, task__phase=Phase.PRODUCTION)
    ended = work.filter(ended_at__isnull=False).order_by()
    skipped = Count("pk", filter=Q(state=AssignmentState.SKIPPED))
    counts = ended.values_list("person").annotate(skipped=skipped, of=Count("pk"))
    return {person: (number, of) for person, number, of in counts}


def said(rows: list[Verified], verdict: str) -> Mapping[int, tuple[int, int]]:
    """Person -> how often they gave this verdict, of all their verifications."""
    given: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        given[row.person][row.verdict] += 1
    return {person: (of[verdict], of.total()) for person, of in given.items()}
