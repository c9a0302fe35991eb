"""A third verifier where two differ: asked for at the second submission, in its transaction, once a claim.

Nobody can tell: payloads do not say by how many people a claim is wanted, and its place in the queue stays the same.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import F
from django.utils import timezone

from annotation.actions.rules.log import log_row
from annotation.actions.rules.models import QualityRules, Rule, ThirdVerifier
from annotation.dashboard.adjudication import measured
from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.adjudication.queue import ENOUGH, Wanted
from annotation.quality.adjudication.rules import disagreement
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import COUNTED, counted
from annotation.work.models import SubmittedWork, Task
from annotation.workflows.models import Verification
from corpus.batching import batched

TWO = 2


def third_verifier(stored: SubmittedWork) -> bool:
    """Ask for a third verification if this is the second one and differs from the first. Returns whether it did.

    Call it in the transaction that stores a first submission.
    """
    if not isinstance(stored, Verification) or stored.assignment.task.phase != Phase.PRODUCTION:
        return False
    project = stored.assignment.project_id
    rules: QualityRules | None = getattr(stored.assignment.project, "quality_rules", None)
    if rules is None or rules.third_verifier == ThirdVerifier.OFF:
        return False
    # Whoever submits the same claim now waits here, and then sees this verification.
    task = Task.objects.select_for_update(no_key=True).get(pk=stored.assignment.task_id)
    if task.required_annotations != TWO or task.third_requested_at is not None:
        return False
    if not _differ(stored.claim_id, with_evidence=rules.third_verifier == ThirdVerifier.EVIDENCE):
        return False
    now = timezone.now()
    Task.objects.filter(pk=task.pk).update(required_annotations=F("required_annotations") + 1, third_requested_at=now)
    log_row(project=project, rule=Rule.THIRD_VERIFIER, kind="verify_again", verification=stored.pk)
    return True


def _differ(claim: int, *, with_evidence: bool) -> bool:
    said = dict(Verification.objects.filter(counted("submission__"), claim=claim).values_list("pk", "verdict"))
    if len(said) != TWO:
        return False
    if len(set(said.values())) > 1:
        return True
    if not with_evidence:
        return False
    evidence = evidence_sets(**COUNTED, verification__claim=claim)
    overlap = disagreement([(verdict, evidence.get(pk, ())) for pk, verdict in said.items()]).evidence
    return overlap is not None and overlap < ENOUGH


def undecided(project: Project, claims: Collection[int]) -> list[int]:
    """Those of the claims that nobody has adjudicated, in order."""
    done = Adjudication.objects.filter(claim__project=project, is_current=True).values_list("claim", flat=True)
    return sorted(set(claims) - set(done))


def open_disagreements(project: Project, when: str) -> list[int]:
    """The claims that have two differing verifications today, and would have got a third; their ids, in order."""
    if when == ThirdVerifier.OFF:
        return []
    claims = set(measured(project, Wanted.VERDICTS))
    if when == ThirdVerifier.EVIDENCE:
        claims |= set(measured(project, Wanted.EVIDENCE))
    found: list[int] = []
    for some in batched(sorted(claims), 500):
        tasks = Task.objects.filter(
            project=project,
            required_annotations=TWO,
            third_requested_at=None,
            withdrawn_at=None,
            verification_item__claim__in=some,
        )
        found += tasks.order_by("verification_item__claim").values_list("verification_item__claim", flat=True)
    return found
