"""A revision of a verification with its evidence: written by the first submission and by every edit, never changed."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.evidence.models import Evidence, EvidenceSet
from annotation.evidence.rules import Dropped, EvidenceSets
from annotation.evidence.snapshotting import Pinned, pin
from annotation.projects.models import Project
from annotation.work.models import Assignment, Operation
from annotation.workflows.claim_verification.models import Verification

ROWS = 1_000  # of one INSERT
Look = Mapping[str, str]  # of a set: {"name": "...", "colour": "..."}


@dataclass(frozen=True, slots=True)
class PinnedWork:
    """A verdict with its evidence, found to be in the corpus. `looks` run beside the sets."""

    verdict: str
    challenge: str
    sets: list[list[Pinned]]
    looks: list[Look]


def pinned_work(
    *,
    project: Project,
    verdict: str,
    challenge: str,
    evidence_sets: EvidenceSets,
    dropped_context: Sequence[Dropped] = (),
    looks: Sequence[Look] = (),
) -> PinnedWork:
    """Resolve a submission to what will be stored; it has passed `rules.problems`. Raises Invalid as `pin`."""
    sets = pin(project.corpus_id, evidence_sets, dropped_context)
    return PinnedWork(verdict, challenge, sets, [*looks[: len(sets)], *[{}] * (len(sets) - len(looks))])


def already(assignment: Assignment, client_id: uuid.UUID) -> Verification | None:
    """The verification that this client id made. Raises AnnotationError if it was made for another assignment."""
    known = Verification.objects.filter(client_id=client_id).first()
    if known is not None and known.assignment_id != assignment.pk:
        raise AnnotationError("client_id_taken", _("This submission id was used before. Submit again."), 409)
    return known


def store(*, assignment: Assignment, client_id: uuid.UUID, work: PinnedWork, revision: int = 1) -> Verification:
    """Write the rows of one revision, as the current one. Call it in a transaction that holds the assignment."""
    claim_id = assignment.task.claim_id
    assert claim_id is not None  # the database holds it: task_subject_fits_kind
    verification = Verification.objects.create(
        assignment=assignment,
        claim_id=claim_id,
        client_id=client_id,
        revision=revision,
        verdict=work.verdict,
        challenge=work.challenge,
    )
    _store_sets([(verification, work)])
    return verification


@dataclass(frozen=True, slots=True)
class PastVerification:
    """A verification that ended in the past. None of its rows is stored; `log` is chained, its head on `assignment`."""

    assignment: Assignment
    client_id: uuid.UUID
    work: PinnedWork
    log: Sequence[Operation]


def bulk_store(done: Sequence[PastVerification]) -> list[Verification]:
    """Insert many verifications with their assignments and logs; their tasks are stored already."""
    Assignment.objects.bulk_create((one.assignment for one in done), batch_size=ROWS)
    verifications = Verification.objects.bulk_create(
        (
            Verification(
                assignment=one.assignment,
                claim_id=one.assignment.task.claim_id or 0,  # the database holds it: task_subject_fits_kind
                client_id=one.client_id,
                verdict=one.work.verdict,
                challenge=one.work.challenge,
            )
            for one in done
        ),
        batch_size=ROWS,
    )
    _store_sets([(verification, one.work) for verification, one in zip(verifications, done, strict=True)])
    Operation.objects.bulk_create((row for one in done for row in one.log), batch_size=ROWS)
    return verifications


def date_back(assignments: QuerySet[Assignment]) -> None:
    """Set the times of past work, where Django wrote the present: `leased_until` holds when each assignment began."""
    assignments.update(created_at=F("leased_until"))
    ended = Subquery(Assignment.objects.filter(pk=OuterRef("assignment")).values("ended_at")[:1])
    Verification.objects.filter(assignment__in=assignments).update(created_at=ended)


def _store_sets(works: Sequence[tuple[Verification, PinnedWork]]) -> None:
    sets = EvidenceSet.objects.bulk_create(
        (
            EvidenceSet(
                verification=verification, position=position, name=look.get("name", ""), colour=look.get("colour", "")
            )
            for verification, work in works
            for position, look in enumerate(work.looks)
        ),
        batch_size=ROWS,
    )
    Evidence.objects.bulk_create(
        (
            Evidence(
                evidence_set=evidence_set,
                position=position,
                element_id=pinned.element_id,
                context=pinned.context,
                dropped=list(pinned.dropped),
                page_title=pinned.page_title,
                page_revision=pinned.page_revision,
                content_hash=pinned.content_hash,
            )
            for evidence_set, elements in zip(sets, (each for _v, work in works for each in work.sets), strict=True)
            for position, pinned in enumerate(elements)
        ),
        batch_size=ROWS,
    )
