"""Submit three claims, exactly once, and open their verification."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from django.db import IntegrityError
from django.utils.translation import gettext as _

from annotation.claims.claim_importer import create_tasks
from annotation.claims.models import Claim, ClaimRevision
from annotation.claims.near_duplicates import store_signatures
from annotation.errors import AnnotationError, Invalid
from annotation.projects.models import Project
from annotation.vocabulary.labels import ClaimType, Verdict
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment
from annotation.work.operations import PROGRAM, NewOperation, closing_tail, record
from annotation.work.submission import submit_once
from annotation.workflows.claim_generation.models import ClaimSet, Highlight
from annotation.workflows.claim_generation.rules import WrittenClaim

Claims = Mapping[ClaimType, WrittenClaim]


def submit(
    *,
    assignment: Assignment,
    client_id: uuid.UUID,
    claims: Claims,
    operations: Sequence[NewOperation] = (),
    browser: str = PROGRAM,
) -> tuple[ClaimSet, bool]:
    """Store one claim of each type, open their verification tasks, write `finish`, close the assignment.

    Returns the set and whether this call stored it. The claims have passed `rules.problems`. The same `client_id` finds
    the first answer, however often it is sent. Raises Invalid (the project has such a claim already), LeaseLost,
    AssignmentClosed and AnnotationError `client_id_taken`; the draft and the operations stay in every case.
    """
    known = _already(assignment, client_id)
    if known is not None:
        return known, False
    try:
        return submit_once(
            assignment,
            known=lambda: _already(assignment, client_id),
            tail=lambda: closing_tail(assignment, operations, browser),
            store=lambda: _store(assignment, client_id, claims),
            keep_operations=lambda: record(assignment=assignment, operations=operations, browser=browser),
        )
    except IntegrityError:
        refuse_known(assignment.project, claims)  # somebody's claim of the same words arrived a moment ago
        raise


def refuse_known(project: Project, claims: Claims, besides: Sequence[int] = ()) -> None:
    """Raises Invalid for texts that the project has as claims, those of the ids `besides` left out."""
    texts = [claim.text for claim in claims.values()]
    others = Claim.objects.filter(project=project, phase=Phase.PRODUCTION, text__in=texts).exclude(pk__in=besides)
    taken = set(others.values_list("text", flat=True))
    fields = {
        f"claims.{kind}.text": [_("The project has this very claim already. Write another one.")]
        for kind, claim in claims.items()
        if claim.text in taken
    }
    if fields:
        raise Invalid(_("The project has such a claim already."), fields)


def _already(assignment: Assignment, client_id: uuid.UUID) -> ClaimSet | None:
    """The set that this client id made. Raises AnnotationError if it was made for another assignment."""
    known = ClaimSet.objects.filter(client_id=client_id).first()
    if known is not None and known.assignment_id != assignment.pk:
        raise AnnotationError("client_id_taken", _("This submission id was used before. Submit again."), 409)
    return known


def _store(assignment: Assignment, client_id: uuid.UUID, claims: Claims) -> ClaimSet:
    if assignment.task.phase == Phase.PRODUCTION:
        refuse_known(assignment.project, claims)
    highlight = assignment.task.highlight
    assert highlight is not None  # the database holds it: task_subject_fits_kind
    claim_set = ClaimSet.objects.create(assignment=assignment, highlight=highlight, client_id=client_id)
    _store_claims(claim_set, highlight, claims)
    return claim_set


def _store_claims(claim_set: ClaimSet, highlight: Highlight, claims: Claims) -> None:
    stored: dict[ClaimType, Claim] = {}
    for kind in ClaimType:  # the mutated claim comes before its mutation
        stored[kind] = _claim(claim_set, highlight, kind, claims[kind], stored)
    ClaimRevision.objects.bulk_create(
        ClaimRevision(
            claim=claim,
            number=1,
            text=claim.text,
            expected_challenge=claim.expected_challenge,
            author=claim_set.assignment.person,
        )
        for claim in stored.values()
    )
    if claim_set.assignment.task.phase != Phase.PRODUCTION:
        return  # written in calibration: graded by a manager, and neither verified nor released
    store_signatures(stored.values())
    create_tasks(project=highlight.project, claims=list(stored.values()))


def _claim(
    claim_set: ClaimSet, highlight: Highlight, kind: ClaimType, written: WrittenClaim, stored: Mapping[ClaimType, Claim]
) -> Claim:
    mutated = highlight.mutated_type if kind is ClaimType.TYPE_III else ""
    return Claim.objects.create(
        project=highlight.project,
        phase=claim_set.assignment.task.phase,
        text=written.text,
        highlight=highlight,
        author=claim_set.assignment.person,
        claim_set=claim_set,
        claim_type=kind.value,
        mutation=highlight.mutation if kind is ClaimType.TYPE_III else "",
        mutated_claim=stored[ClaimType(mutated)] if mutated else None,
        intended_label=_intended(highlight) if kind is ClaimType.TYPE_I else "",
        expected_challenge=written.challenge,
    )


def _intended(highlight: Highlight) -> str:
    """Only the Type I claim has its veracity set (paper, section 3.1.1)."""
    if highlight.type_one_is_true is None:
        return ""
    return (Verdict.SUPPORTS if highlight.type_one_is_true else Verdict.REFUTES).value
