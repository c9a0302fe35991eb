"""Claims that several people verified, with their evidence: what agreement on verifications is computed from."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Coalesce, RowNumber

from annotation.claims.models import Claim
from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import COUNTED, counted
from annotation.work.models import Assignment, AssignmentState
from annotation.work.ratings import Item, Rating
from annotation.workflows.claim_verification.models import RevisionRequest, Verification, VerificationItem
from annotation.workflows.kinds import TaskKind

FIRST_FULL_SCALE = 100  # of a person's annotations: those that figure 7b of the paper looks at


def multiply_annotated_candidates(project: Project) -> QuerySet[VerificationItem, Any]:
    """Select the ids of claims assigned to more than one person: a superset of the multiply annotated ones.

    From the tasks alone, which is a fifth of the time that counting verifications takes.
    """
    # Not gold, which everybody does: it is no sample.
    production = VerificationItem.objects.filter(task__project=project, task__phase=Phase.PRODUCTION)
    return production.filter(task__assigned_count__gt=1).values("claim")


def verified_by_several(project: Project, claims: QuerySet[Any, Any] | None = None) -> list[Item]:
    """Every claim that several people verified, by id; of these `claims` (ids) alone, if given. A handful of queries,
    whatever the size.

    People are counted once: an assignment has one current verification, and nobody gets a claim twice. What a manager
    set aside is not counted. Of what was
    sent back to its annotator, as it was before: what they made of it then, somebody asked them to, who had seen all
    answers, and agreement is that of people who decide on their own. A third verification that a rule asked for because
    two differ is left out: such claims alone have it, and they are no sample.
    """
    early = None if claims is not None else _early_assignments(project)
    claims = multiply_annotated_candidates(project) if claims is None else claims
    evidence = evidence_sets(**COUNTED, verification__claim__in=claims)
    rows = _said(counted("submission__"), claim__in=claims)
    before = _before_they_were_returned(claims)
    if before:
        evidence |= evidence_sets(verification__in=list(before.values()))
        earlier = {row[_ASSIGNMENT]: row for row in _said(pk__in=list(before.values()))}
        rows = [earlier.get(row[_ASSIGNMENT], row) for row in rows]
    known, third = _claims(claims), _third_requested(claims)
    items = []
    in_order = sorted(rows, key=itemgetter(0, 6, 1))  # quicker than the database
    for claim, of_claim in groupby(in_order, key=itemgetter(0)):
        ratings = [
            Rating(
                pk, person, verdict, challenge, evidence.get(pk, ()), at, early is None or assignment in early, version
            )
            for _claim, pk, assignment, person, verdict, challenge, at, version in of_claim
            if claim not in third or at <= third[claim]
        ]
        if len(ratings) > 1:
            items.append(Item(claim, tuple(ratings), *known[claim]))
    return items


_ASSIGNMENT = 2  # in _COLUMNS
_COLUMNS = (
    *("claim", "pk", "submission__assignment", "submission__assignment__person", "verdict", "challenge", "at"),
    "submission__guidelines_version",
)


def _said(*conditions: Q, **which: Any) -> list[tuple[Any, ...]]:
    """Read _COLUMNS of these verifications."""
    # One time a row: making datetimes of text is what takes longest here.
    at = Coalesce("submission__assignment__ended_at", "submission__created_at")
    return list(Verification.objects.filter(*conditions, **which).order_by().annotate(at=at).values_list(*_COLUMNS))


def _early_assignments(project: Project) -> set[int]:
    """Each person's first FIRST_FULL_SCALE assignments that they submitted in production."""
    done = Assignment.objects.filter(
        project=project,
        kind=TaskKind.CLAIM_VERIFICATION,
        state=AssignmentState.SUBMITTED,
        task__phase=Phase.PRODUCTION,
    ).order_by()
    place = Window(RowNumber(), partition_by=F("person"), order_by=[F("ended_at").asc(), F("pk").asc()])
    return set(done.annotate(place=place).filter(place__lte=FIRST_FULL_SCALE).values_list("pk", flat=True))


def _before_they_were_returned(claims: QuerySet[Any, Any]) -> dict[int, int]:
    """Assignment -> the revision of its verification for which a revision was first requested."""
    returned = RevisionRequest.objects.filter(assignment__task__verification_item__claim__in=claims).order_by("-pk")
    return dict(returned.values_list("assignment", "verification"))  # the first one last, so that it stays


def _third_requested(claims: QuerySet[Any, Any]) -> dict[int, datetime]:
    """Claim -> when a rule asked for a third verification of it."""
    items = VerificationItem.objects.filter(claim__in=claims, task__third_requested_at__isnull=False).order_by()
    return {claim: at for claim, at in items.values_list("claim", "task__third_requested_at") if at is not None}


def _claims(claims: QuerySet[Any, Any]) -> dict[int, tuple[str, str, str, str]]:
    columns = ("pk", "claim_type", "mutation", "expected_challenge", "highlight__kind")
    rows = Claim.objects.order_by().filter(pk__in=claims).values_list(*columns)
    return {pk: (claim_type, mutation, challenge, kind or "") for pk, claim_type, mutation, challenge, kind in rows}
