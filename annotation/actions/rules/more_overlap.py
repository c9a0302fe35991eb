"""Draw claims that one person has verified, to be verified by a second: of a claim type, or of some weeks."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.workflows.models import Verification


def drawn_for_overlap(
    project: Project,
    *,
    share: int,
    claim_type: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[int]:
    """Verifications of claims that one person is to verify and has verified, `share` per cent of them; by id.

    The draw is by a hash of the project's secret seed and the claim: asked again it draws the same claims, and a
    larger share contains a smaller one. `since`, `until`: when it was submitted, the second exclusive.
    """
    rows = Verification.objects.filter(
        counted("submission__"),
        claim__project=project,
        claim__phase=Phase.PRODUCTION,
        submission__assignment__task__required_annotations=1,
        submission__assignment__task__withdrawn_at__isnull=True,
    )
    if claim_type:
        rows = rows.filter(claim__claim_type=claim_type)
    if since is not None:
        rows = rows.filter(submission__assignment__ended_at__gte=since)
    if until is not None:
        rows = rows.filter(submission__assignment__ended_at__lt=until)
    pairs = list(rows.order_by().values_list("pk", "claim"))
    wanted = round(len(pairs) * share / 100)
    in_order = sorted(pairs, key=lambda pair: sha256(f"overlap {project.qa_seed} {pair[1]}".encode()).digest())
    return sorted(pk for pk, _claim in in_order[:wanted])
