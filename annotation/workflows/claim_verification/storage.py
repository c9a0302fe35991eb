"""A revision of a verification with its evidence: written by the first submission and by every edit, never changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.evidence.rules import EvidenceSets, Refinement
from annotation.evidence.snapshotting import pin
from annotation.evidence.storage import ROWS, Look, PinnedWork, store_sets
from annotation.projects.models import Project
from annotation.work.models import Submission
from annotation.workflows.claim_verification.contradictions import pinned_contradictions, store_contradictions
from annotation.workflows.claim_verification.models import CheckLine, Verification


def pinned_work(
    *,
    project: Project,
    verdict: str,
    challenge: str,
    evidence_sets: EvidenceSets,
    dropped_context: Sequence[Refinement] = (),
    added_context: Sequence[Refinement] = (),
    joined_sentences: Sequence[Refinement] = (),
    looks: Sequence[Look] = (),
    unsure: bool = False,
    contradictions: Sequence[Sequence[str]] = (),
    check: Sequence[Mapping[str, Any]] = (),
) -> PinnedWork:
    """Resolve a submission to what will be stored; it has passed `verdict_rules.problems`. Raises Invalid as `pin`."""
    sets = pin(
        project.corpus_id,
        evidence_sets,
        dropped_context=dropped_context,
        added_context=added_context,
        joined_sentences=joined_sentences,
        kinds=project.evidence_kinds,
    )
    pairs = pinned_contradictions(project.corpus_id, contradictions)
    all_looks = [*looks[: len(sets)], *[{}] * (len(sets) - len(looks))]
    return PinnedWork(verdict, challenge, sets, all_looks, unsure, pairs, check)


def store(submission: Submission, work: PinnedWork) -> Verification:
    """Write the verification of a submission with its evidence."""
    claim_id = submission.assignment.task.verification_item.claim_id
    verification = Verification.objects.create(
        submission=submission,
        claim_id=claim_id,
        verdict=work.verdict,
        challenge=work.challenge,
        unsure=work.unsure,
    )
    store_sets([(submission, work.sets, work.looks)])
    store_contradictions(verification, work.contradictions)
    CheckLine.objects.bulk_create(CheckLine(verification=verification, **line) for line in work.check)
    return verification


def bulk_store(works: Sequence[tuple[Submission, PinnedWork]]) -> list[Verification]:
    """Write the verifications of many submissions with their evidence."""
    verifications = Verification.objects.bulk_create(
        (
            Verification(
                submission=submission,
                claim_id=submission.assignment.task.verification_item.claim_id,
                verdict=work.verdict,
                challenge=work.challenge,
                unsure=work.unsure,
                release_id=work.release_id,
            )
            for submission, work in works
        ),
        batch_size=ROWS,
    )
    store_sets([(submission, work.sets, work.looks) for submission, work in works])
    for verification, (_submission, work) in zip(verifications, works, strict=True):
        store_contradictions(verification, work.contradictions)
    return verifications
