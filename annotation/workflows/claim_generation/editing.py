"""Changing claims that were submitted, until somebody has begun to verify them. Every change is a revision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims import extension_points
from annotation.claims.extension_points import run_after_change
from annotation.claims.models import Claim, ClaimRevision
from annotation.claims.near_duplicates import update_signatures
from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, Task
from annotation.work.queue import rest_of
from annotation.workflows.claim_generation.models import ClaimSet
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_generation.storage import Claims, refuse_known
from annotation.workflows.claim_verification.models import VerificationItem
from annotation.workflows.kinds import TaskKind


def edit(
    *, claim_set: ClaimSet, person: User, claims: Claims, base_revisions: Mapping[ClaimType, int]
) -> dict[ClaimType, int]:
    """Give these claims new words or challenges; returns the newest revision number of every claim of the set.

    Those that stay as they are get no revision, and so sending an edit twice changes nothing. All of them are changed,
    or none. The claims have passed `rules.problems`. Raises Invalid (the project has such a claim), and AnnotationError
    `verification_started` and `revision_conflict` (somebody, or another window, changed them since).
    """
    try:
        return _edit(claim_set, person, claims, base_revisions)
    except IntegrityError:
        refuse_known(claim_set.highlight.project, claims, [claim.pk for claim in claim_set.claims.all()])
        raise


def revisions(claim_set: ClaimSet) -> dict[ClaimType, int]:
    """The number of each claim's newest revision."""
    rows = claim_set.claims.values_list("claim_type").annotate(newest=Max("revisions__number"))
    return {ClaimType(kind): newest or 0 for kind, newest in rows}


def editable(claims: Iterable[Claim]) -> dict[int, bool]:
    """Claim id -> whether it may still be changed: nobody has ever held it to verify it, or has graded it."""
    claims = list(claims)
    held = VerificationItem.objects.filter(claim__in=claims).annotate(holders=Count("task__assignments"))
    graded = extension_points.graded_claims(claims)
    ungraded = {claim.pk: claim.pk not in graded for claim in claims if claim.phase != Phase.PRODUCTION}
    return ungraded | {claim: not holders for claim, holders in held.values_list("claim", "holders")}


def rests_until(assignment: Assignment) -> datetime | None:
    """Return when the claims of a submitted assignment are offered to verifiers; None if they are already, or never."""
    rest = rest_of(assignment.project, TaskKind.CLAIM_VERIFICATION)
    if rest is None or assignment.ended_at is None or assignment.task.phase != Phase.PRODUCTION:
        return None
    offered = assignment.ended_at + rest
    return offered if offered > timezone.now() else None


@transaction.atomic
def _edit(
    claim_set: ClaimSet, person: User, claims: Claims, base_revisions: Mapping[ClaimType, int]
) -> dict[ClaimType, int]:
    stored = {ClaimType(claim.claim_type): claim for claim in claim_set.claims.select_for_update()}
    changed = {kind: written for kind, written in claims.items() if _differs(stored[kind], written)}
    newest = revisions(claim_set)
    if any(base_revisions.get(kind) != newest[kind] for kind in changed):
        message = _("These claims were changed in another window. Load them again to go on from there.")
        raise AnnotationError("revision_conflict", message, 409)
    _refuse_begun([stored[kind] for kind in changed])
    if claim_set.assignment.task.phase == Phase.PRODUCTION:
        refuse_known(claim_set.highlight.project, changed, [claim.pk for claim in stored.values()])
    for kind, written in changed.items():
        _change(stored[kind], written, newest[kind] + 1, person)
    if claim_set.assignment.task.phase == Phase.PRODUCTION:
        update_signatures(stored[kind] for kind in changed)
    if changed:
        bump(claim_set.highlight.project_id, person.pk)
        run_after_change(claim_set.highlight.project)
    return revisions(claim_set)


def _differs(claim: Claim, written: WrittenClaim) -> bool:
    return (claim.text, claim.expected_challenge) != (written.text, written.challenge)


def _refuse_begun(claims: list[Claim]) -> None:
    """Taking a task changes its row: whoever takes one of these now waits until the edit is done."""
    list(Task.objects.select_for_update(of=("self",)).filter(verification_item__claim__in=claims).order_by("pk"))
    begun = [claim for claim in claims if not editable([claim]).get(claim.pk, True)]
    if begun:
        fields = {
            f"claims.{claim.claim_type}.text": [_("Somebody is verifying this claim already.")] for claim in begun
        }
        message = _("Verification has begun: what is being verified cannot be changed any more.")
        raise AnnotationError("verification_started", message, 409, fields)


def _change(claim: Claim, written: WrittenClaim, number: int, person: User) -> None:
    claim.text, claim.expected_challenge = written.text, written.challenge
    claim.save(update_fields=["text", "expected_challenge"])
    ClaimRevision.objects.create(
        claim=claim, number=number, text=written.text, expected_challenge=written.challenge, author=person
    )
