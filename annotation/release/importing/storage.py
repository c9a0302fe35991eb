"""Store a batch of a data set in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from annotation.accounts.models import User
from annotation.claims.claim_importer import queue_position
from annotation.claims.models import Claim
from annotation.claims.near_duplicates import store_signatures
from annotation.evidence.models import Evidence, EvidenceSet
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.release.importing.evidence_pins import UNKNOWN, Pin
from annotation.release.importing.logs import log_of
from annotation.release.importing.parsed import ParsedAdjudication, ParsedClaim, ParsedVerification
from annotation.release.importing.people import PseudonymousAccounts
from annotation.release.record import EvidenceSetRecord
from annotation.vocabulary.tasks import TaskKind
from annotation.work.models import Assignment, AssignmentState, Operation, Task
from annotation.workflows.claim_verification.models import Verification

ROWS = 1000


@dataclass(frozen=True, slots=True)
class Stored:
    """What of a batch is in the database now."""

    claims: int
    verifications: int
    unknown_evidence: int


@transaction.atomic
def store_batch(
    project: Project,
    coming: Sequence[ParsedClaim],
    pins: dict[str, Pin],
    people: PseudonymousAccounts,
    *,
    reannotate: bool,
) -> Stored:
    """Make these claims with what was said of them; with `reannotate` the claims alone, to be verified anew.

    `people` knows whoever said something of them.
    """
    claims = _claims(project, coming, reannotate=reannotate)
    said = [[] if reannotate else list(one.verifications) for one in coming]
    tasks = _tasks(project, claims, [len(some) for some in said])
    work = [(task, one, each) for task, one, some in zip(tasks, coming, said, strict=True) for each in some]
    decided = [] if reannotate else [one.adjudication for one in coming if one.adjudication is not None]
    accounts = people.known
    verifications = _verifications(work, accounts)
    unknown = _evidence([(row, each) for row, (_t, _o, each) in zip(verifications, work, strict=True)], pins)
    if decided:
        unknown += _adjudications(claims, coming, verifications, accounts, pins)
    bump(project.pk)
    return Stored(len(claims), len(verifications), unknown)


def _claims(project: Project, coming: Sequence[ParsedClaim], *, reannotate: bool) -> list[Claim]:
    """What a row's verifiers found is not what its writer meant, and is stored as theirs alone. Of a claim that is to
    be verified yet it is what there is to compare with."""
    rows = Claim.objects.bulk_create(
        Claim(
            project=project,
            text=one.text,
            intended_label="" if one.verifications and not reannotate else one.label,
            expected_challenge="" if one.verifications and not reannotate else one.challenge,
            release_id=one.id,
            release_split=one.split,
        )
        for one in coming
    )
    store_signatures(rows)
    return rows


def _tasks(project: Project, claims: Sequence[Claim], done: Sequence[int]) -> list[Task]:
    """One a claim: finished as often as it was verified, or open where nobody verified it."""
    return Task.objects.bulk_create(
        Task(
            project=project,
            kind=TaskKind.CLAIM_VERIFICATION,
            claim=claim,
            required_annotations=times or project.verifications_per_claim,
            assigned_count=times,
            position=queue_position(project, claim.text),
        )
        for claim, times in zip(claims, done, strict=True)
    )


def _verifications(
    work: Sequence[tuple[Task, ParsedClaim, ParsedVerification]], accounts: dict[str, User]
) -> list[Verification]:
    now = timezone.now()
    assignments, logs = [], []
    for task, one, said in work:
        row, log = _assignment(task, one, said, accounts[said.annotator], said.handed_in or now)
        assignments.append(row)
        logs.append(log)
    Assignment.objects.bulk_create(assignments, batch_size=ROWS)
    verifications = Verification.objects.bulk_create(
        (
            Verification(
                assignment=row,
                claim_id=task.claim_id or 0,  # the database holds it: task_subject_fits_kind
                client_id=uuid.uuid4(),
                verdict=said.verdict,
                challenge=said.challenge,
            )
            for row, (task, _one, said) in zip(assignments, work, strict=True)
        ),
        batch_size=ROWS,
    )
    Operation.objects.bulk_create((row for log in logs for row in log), batch_size=ROWS)
    _date_back(assignments)
    return verifications


def _assignment(
    task: Task, one: ParsedClaim, said: ParsedVerification, person: User, ended: datetime
) -> tuple[Assignment, list[Operation]]:
    row = Assignment(
        task=task,
        project=task.project,
        kind=task.kind,
        person=person,
        state=AssignmentState.SUBMITTED,
        leased_until=ended,
        ended_at=ended,
        public_id=uuid.uuid4(),
    )
    origin: dict[str, Any] = {"file": one.place.file.name, "line": one.place.line, **said.origin}
    log = log_of(row, said, origin, ended)
    row.log_head = log[-1].chain
    row.leased_until = min(log[0].received_at, ended)  # when it began, until `_date_back` has set that
    return row, log


def _date_back(assignments: Sequence[Assignment]) -> None:
    """Set when things came about: Django writes the present into such columns, whatever is asked for."""
    mine = Assignment.objects.filter(pk__in=[row.pk for row in assignments])
    mine.update(created_at=F("leased_until"))
    ended = Subquery(Assignment.objects.filter(pk=OuterRef("assignment")).values("ended_at")[:1])
    Verification.objects.filter(assignment__in=[row.pk for row in assignments]).update(created_at=ended)


def _evidence(said: Sequence[tuple[Verification, ParsedVerification]], pins: dict[str, Pin]) -> int:
    """Store the sets; returns how many pieces the corpus does not have."""
    of_set = [
        (EvidenceSet(verification=row, position=position), one, each)
        for row, one in said
        for position, each in enumerate(one.sets)
    ]
    EvidenceSet.objects.bulk_create((row for row, _one, _set in of_set), batch_size=ROWS)
    rows = [
        Evidence(evidence_set=row, position=position, **piece)
        for row, one, each in of_set
        for position, piece in enumerate(_pinned(each, pins, one.hashes, has_context=one.has_context))
    ]
    Evidence.objects.bulk_create(rows, batch_size=ROWS)
    return sum(row.content_hash == UNKNOWN for row in rows)


def _pinned(
    each: EvidenceSetRecord, pins: dict[str, Pin], hashes: Mapping[str, str], *, has_context: bool
) -> Iterator[dict[str, Any]]:
    """The pieces of a set as they are pinned, with the context of the data set if it has any.

    Where the data set knows what was read, that counts: words that read otherwise here are no longer what was chosen.
    """
    for element_id in each.content:
        pin = pins[element_id]
        context = each.context[element_id] if has_context or not pin.context else pin.context
        yield {
            "element_id": element_id,
            "context": list(context),
            "dropped": [],
            "page_title": pin.page_title,
            "page_revision": pin.page_revision,
            "content_hash": UNKNOWN if pin.content_hash == UNKNOWN else hashes.get(element_id, pin.content_hash),
        }


def _adjudications(
    claims: Sequence[Claim],
    coming: Sequence[ParsedClaim],
    verifications: Sequence[Verification],
    accounts: dict[str, User],
    pins: dict[str, Pin],
) -> int:
    of_claim: dict[int, list[Verification]] = {}
    for verification in verifications:
        of_claim.setdefault(verification.claim_id, []).append(verification)
    decided = [(claim, one.adjudication) for claim, one in zip(claims, coming, strict=True) if one.adjudication]
    rows = [_adjudication(claim, each, of_claim.get(claim.pk, []), accounts, pins) for claim, each in decided]
    Adjudication.objects.bulk_create(rows)
    for row, (_claim, each) in zip(rows, decided, strict=True):
        if each.decided is not None:
            Adjudication.objects.filter(pk=row.pk).update(created_at=each.decided)
    pieces = [piece for row in rows for one in row.evidence_sets for piece in one]
    return sum(piece["content_hash"] == UNKNOWN for piece in pieces)


def _adjudication(
    claim: Claim,
    decided: ParsedAdjudication,
    verifications: Sequence[Verification],
    accounts: dict[str, User],
    pins: dict[str, Pin],
) -> Adjudication:
    chosen = None if decided.chosen is None else verifications[decided.chosen]
    hashes: dict[str, str] = {}  # of adjudications a release does not say them
    return Adjudication(
        claim=claim,
        adjudicator=accounts[decided.adjudicator],
        kind=decided.kind,
        chosen=chosen,
        verdict=decided.verdict,
        challenge=decided.challenge,
        evidence_sets=[list(_pinned(each, pins, hashes, has_context=True)) for each in decided.sets],
        error_type=decided.error_type,
        note=decided.note,
    )
