"""Store a batch of a data set in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.claims.near_duplicates import store_signatures
from annotation.evidence.snapshotting import Pinned
from annotation.evidence.storage import PinnedWork
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.release.importing.evidence_pins import UNKNOWN
from annotation.release.importing.logs import log_of
from annotation.release.importing.parsed import ByHand, ParsedClaim, ParsedVerification, PassagePin
from annotation.release.importing.people import PseudonymousAccounts
from annotation.release.record import EvidenceSetRecord
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.past_work import PastWork, bulk_submit, date_back
from annotation.workflows.models import Verification, VerificationItem


@transaction.atomic
def store_batch(
    project: Project,
    coming: Sequence[ParsedClaim],
    pins: dict[str, Pinned],
    people: PseudonymousAccounts,
    *,
    reannotate: bool,
) -> None:
    """Make these claims with what was said of them; with `reannotate` the claims alone, to be verified anew.

    `people` knows whoever said something of them.
    """
    claims = _claims(project, coming, reannotate=reannotate)
    times = [0 if reannotate else len(one.verifications) for one in coming]
    tasks = VerificationItem.objects.create_tasks(project, claims, times)
    if not reannotate:
        now = timezone.now()
        past = [
            _past(task, one, said, people.known[said.annotator], said.handed_in or now, pins)
            for task, one in zip(tasks, coming, strict=True)
            for said in one.verifications
        ]
        verifications: list[Verification] = bulk_submit(tasks[0].kind, past) if past else []
        date_back(Assignment.objects.filter(pk__in=[one.assignment.pk for one in past]))
        _adjudications(claims, coming, verifications, people.known, pins)
    bump(project.pk)


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


def _past(
    task: Task,
    one: ParsedClaim,
    said: ParsedVerification,
    person: User,
    ended: datetime,
    pins: dict[str, Pinned],
) -> PastWork[PinnedWork]:
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
    row.leased_until = min(log[0].received_at, ended)  # when it began, until `date_back` has set that
    by_hand = said.by_hand or ({},) * len(said.sets)
    sets = [
        _pinned(each, pins, said.hashes, has_context=said.has_context, by_hand=changed)
        for each, changed in zip(said.sets, by_hand, strict=True)
    ]
    pairs = [(_passage(first, pins), _passage(second, pins)) for first, second in said.contradictions]
    work = PinnedWork(said.verdict, said.challenge, sets, [{}] * len(sets), said.unsure, pairs)
    return PastWork(row, uuid.uuid4(), work, log)


def _passage(passage: PassagePin, pins: dict[str, Pinned]) -> Pinned:
    """Pin a passage to the words that were read, where the data set knows them."""
    pin = pins[passage.element]
    is_known = pin.content_hash != UNKNOWN and passage.content_hash
    return replace(pin, content_hash=passage.content_hash) if is_known else pin


def _pinned(
    each: EvidenceSetRecord,
    pins: dict[str, Pinned],
    hashes: Mapping[str, str],
    *,
    has_context: bool,
    by_hand: Mapping[str, ByHand] = MappingProxyType({}),
) -> list[Pinned]:
    """Pin the elements of a set, with the context of the data set if it has any.

    Where the data set knows what was read, that counts: words that read otherwise here are no longer what was chosen.
    """
    found = []
    for element_id in each.content:
        pin = pins[element_id]
        if has_context or not pin.context:
            added, joined = by_hand.get(element_id, ByHand())
            pin = replace(pin, context=list(each.context[element_id]), added=added, joined=joined)
        if pin.content_hash != UNKNOWN and element_id in hashes:
            pin = replace(pin, content_hash=hashes[element_id])
        found.append(pin)
    return found


def _adjudications(
    claims: Sequence[Claim],
    coming: Sequence[ParsedClaim],
    verifications: Sequence[Verification],
    accounts: dict[str, User],
    pins: dict[str, Pinned],
) -> None:
    of_claim: dict[int, list[Verification]] = {}
    for verification in verifications:
        of_claim.setdefault(verification.claim_id, []).append(verification)
    decided = [(claim, one.adjudication) for claim, one in zip(claims, coming, strict=True) if one.adjudication]
    rows = Adjudication.objects.bulk_create(
        Adjudication(
            claim=claim,
            adjudicator=accounts[each.adjudicator],
            kind=each.kind,
            chosen=None if each.chosen is None else of_claim[claim.pk][each.chosen],
            verdict=each.verdict,
            challenge=each.challenge,
            evidence_sets=[
                [asdict(pinned) for pinned in _pinned(one, pins, {}, has_context=True)] for one in each.sets
            ],
            error_type=each.error_type,
            note=each.note,
        )
        for claim, each in decided
    )
    for row, (_claim, each) in zip(rows, decided, strict=True):
        if each.decided is not None:
            Adjudication.objects.filter(pk=row.pk).update(created_at=each.decided)
