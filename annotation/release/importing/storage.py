"""Store a batch of a data set in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from types import MappingProxyType

from django.db import transaction
from django.utils import timezone

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.claims.near_duplicates import store_signatures
from annotation.evidence.snapshotting import Pinned
from annotation.evidence.storage import Look, PinnedWork
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.sampling.models import QaSample
from annotation.release.importing.evidence_pins import UNKNOWN
from annotation.release.importing.logs import log_of
from annotation.release.importing.parsed import (
    ByHand,
    ParsedClaim,
    ParsedEvidence,
    ParsedOrigin,
    ParsedVerification,
    PassagePin,
)
from annotation.release.importing.people import PseudonymousAccounts
from annotation.release.record import EvidenceSetRecord
from annotation.work.models import Assignment, Submission, Task
from annotation.work.past_work import PastWork, bulk_submit, date_back, past_assignment
from annotation.workflows.models import Highlight, Verification, VerificationItem

Pins = Mapping[str, Pinned]


@transaction.atomic
def store_batch(
    project: Project,
    coming: Sequence[ParsedClaim],
    pins: Pins,
    people: PseudonymousAccounts,
    *,
    reannotate: bool,
) -> None:
    """Make these claims with what was said of them; with `reannotate` the claims alone, to be verified anew.

    `people` knows whoever wrote them or said something of them.
    """
    claims = _claims(project, coming, people.known, reannotate=reannotate)
    times = [0 if reannotate else len({said.annotator for said in one.verifications}) for one in coming]
    tasks = VerificationItem.objects.create_tasks(project, claims, times)
    if not reannotate:
        now = timezone.now()
        past = [
            each
            for task, one in zip(tasks, coming, strict=True)
            for revisions in _by_annotator(one.verifications)
            for each in _past(task, one, revisions, people.known[revisions[0].annotator], now, pins)
        ]
        past.sort(key=lambda each: each.work.release_id or 0)  # the order in which they were submitted
        stored: list[Verification] = bulk_submit(tasks[0].kind, past) if past else []
        date_back(Assignment.objects.filter(pk__in=[one.assignment.pk for one in past]))
        _date_revisions(coming, stored)
        _qa_samples(tasks, coming, stored)
    bump(project.pk)


def _pinned(
    each: EvidenceSetRecord, pins: Pins, evidence: ParsedEvidence, by_hand: Mapping[str, ByHand]
) -> list[Pinned]:
    """Pin the elements of a set, with the context of the data set if it has any.

    Where the data set knows what was read, that counts: words that read otherwise here are no longer what was chosen.
    """
    found = []
    for element_id in each.content:
        pin = pins[element_id]
        if evidence.has_context or not pin.context:
            added, joined = by_hand.get(element_id, ByHand())
            pin = replace(pin, context=list(each.context[element_id]), added=added, joined=joined)
        if element_id in evidence.hashes and (pin.content_hash != UNKNOWN or evidence.keeps_hashes):
            pin = replace(pin, content_hash=evidence.hashes[element_id])
        if element_id in evidence.page_revisions:
            pin = replace(pin, page_revision=evidence.page_revisions[element_id])
        found.append(pin)
    return found


def pinned_sets(evidence: ParsedEvidence, pins: Pins) -> list[list[Pinned]]:
    """All sets of the evidence, pinned."""
    by_hand = evidence.by_hand or (MappingProxyType[str, ByHand]({}),) * len(evidence.sets)
    return [_pinned(each, pins, evidence, changed) for each, changed in zip(evidence.sets, by_hand, strict=True)]


def _claims(
    project: Project, coming: Sequence[ParsedClaim], people: Mapping[str, User], *, reannotate: bool
) -> list[Claim]:
    """What a row's verifiers found is not what its writer meant, and is stored as theirs alone. Of a claim that is to
    be verified yet it is what there is to compare with, unless the data set knows what its writer meant."""
    highlights = _highlights(project, [one.origin for one in coming if one.origin is not None])
    claims = []
    for one in coming:
        origin = one.origin or ParsedOrigin()
        compared = reannotate or not one.verifications
        claims.append(
            Claim(
                project=project,
                text=one.text,
                author=people[origin.writer] if origin.writer and not reannotate else None,
                highlight=None if origin.highlight is None else highlights[origin.highlight.number],
                claim_type=origin.claim_type,
                mutation=origin.mutation,
                intended_label=origin.intended_label or (one.label if compared else ""),
                expected_challenge=origin.expected_challenge or (one.challenge if compared else ""),
                release_id=one.id,
                release_split=one.split,
                release_mutated_claim=origin.mutated_claim,
            )
        )
    rows = Claim.objects.bulk_create(claims)
    store_signatures(rows)
    return rows


def _highlights(project: Project, origins: Iterable[ParsedOrigin]) -> dict[int, Highlight]:
    """The highlights of these claims by their numbers; those that are not there yet are made."""
    wanted = {one.highlight.number: one.highlight for one in origins if one.highlight is not None}
    if not wanted:
        return {}
    there = Highlight.objects.filter(project=project, release_id__in=wanted)
    found = {one.release_id: one for one in there if one.release_id is not None}
    new = [one for number, one in sorted(wanted.items()) if number not in found]
    made = Highlight.objects.bulk_create(
        Highlight(
            project=project,
            kind=one.kind,
            page_title=one.page,
            element_ids=list(one.elements),
            release_id=one.number,
        )
        for one in new
    )
    return found | {one.number: row for one, row in zip(new, made, strict=True)}


def _by_annotator(verifications: Sequence[ParsedVerification]) -> list[list[ParsedVerification]]:
    """The revisions of each annotator in their order."""
    ordered = sorted(verifications, key=lambda said: (said.annotator, said.revision))
    return [list(revisions) for _name, revisions in groupby(ordered, key=lambda said: said.annotator)]


def _past(
    task: Task,
    one: ParsedClaim,
    revisions: Sequence[ParsedVerification],
    person: User,
    now: datetime,
    pins: Pins,
) -> list[PastWork[PinnedWork]]:
    """One person's work on a claim: an assignment, and a submission for each revision."""
    first = revisions[0]
    ended = now if first.handed_in is None else first.handed_in + timedelta(microseconds=first.turn)
    row = past_assignment(task, person.pk, ended)
    place = {"file": one.place.file.name, "line": one.place.line}
    log = log_of(row, revisions, place, [ended, *(max(ended, said.submitted or ended) for said in revisions[1:])])
    row.leased_until = min(log[0].received_at, ended)  # when it began, until `date_back` has set that
    return [
        PastWork(
            row,
            uuid.uuid4(),
            _work(said, pins, with_labels=task.project.labels_sets),
            [] if number else log,
            said.revision,
            said.is_current,
        )
        for number, said in enumerate(revisions)
    ]


def _work(said: ParsedVerification, pins: Pins, *, with_labels: bool) -> PinnedWork:
    sets = pinned_sets(said.evidence, pins)
    looks: list[Look] = [{}] * len(sets)
    if with_labels and said.set_labels:
        looks = [{"label": label} for label in said.set_labels]
    pairs = [(_passage(one, pins), _passage(other, pins)) for one, other in said.contradictions]
    return PinnedWork(said.verdict, said.challenge, sets, looks, said.unsure, pairs, release_id=said.number)


def _passage(passage: PassagePin, pins: Pins) -> Pinned:
    """Pin a passage to the words that were read, where the data set knows them."""
    pin = pins[passage.element]
    if passage.content_hash:
        pin = replace(pin, content_hash=passage.content_hash)
    return pin if passage.page_revision is None else replace(pin, page_revision=passage.page_revision)


def _date_revisions(coming: Sequence[ParsedClaim], stored: Sequence[Verification]) -> None:
    """Set when later revisions were submitted; `date_back` has dated them as the first."""
    days = {said.number: said.submitted for one in coming for said in one.verifications if said.revision > 1}
    later = []
    for verification in stored:
        day = days.get(verification.release_id)
        if day is not None and verification.submission.revision > 1:
            submission = verification.submission
            ended = submission.assignment.ended_at or day
            submission.created_at = max(ended, day) + timedelta(microseconds=submission.revision)
            later.append(submission)
    Submission.objects.bulk_update(later, ["created_at"])


def _qa_samples(tasks: Sequence[Task], coming: Sequence[ParsedClaim], stored: Sequence[Verification]) -> None:
    """Mark the claims that were drawn for quality assurance. In how many ways is not known: by as many as did it."""
    first: dict[int, Verification] = {}
    for verification in stored:
        first.setdefault(verification.submission.assignment.task_id, verification)
    QaSample.objects.bulk_create(
        QaSample(task=task, of=first[task.pk], ways=3 if task.required_annotations > 2 else 2)
        for task, one in zip(tasks, coming, strict=True)
        if one.is_qa_sample and task.pk in first
    )
