"""A revision of a verification with its evidence: written by the first submission and by every edit, never changed."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.evidence.rules import EvidenceSets, Refinement
from annotation.evidence.snapshotting import pin
from annotation.evidence.storage import ROWS, Look, PinnedWork, store_sets
from annotation.projects.models import Project
from annotation.work.models import Submission
from annotation.workflows.claim_verification.models import Verification


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
    return PinnedWork(verdict, challenge, sets, [*looks[: len(sets)], *[{}] * (len(sets) - len(looks))], unsure)


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
            )
            for submission, work in works
        ),
        batch_size=ROWS,
    )
    store_sets([(submission, work.sets, work.looks) for submission, work in works])
    return verifications
