"""Claims as the rule of the release has them, each once, however many people verified it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.db.models.functions import Coalesce

from annotation.projects.models import Project, Undecided
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.audit import extension_points
from annotation.quality.audit.queries import Verified
from annotation.workflows.models import Report, Verification

UNKNOWN = datetime.max.replace(tzinfo=UTC)  # of a claim that only one person verified: nothing is compared


@dataclass(frozen=True, slots=True)
class _Candidate:
    row: Verified
    first_submitted_at: datetime

    @property
    def verdict(self) -> str:
        return self.row.verdict

    @property
    def pk(self) -> int:
        return self.row.verification


def released(project: Project, verified: Sequence[Verified]) -> list[Verified]:
    """One row for each claim that the rule of the release chooses, by claim; evidence is not checked again.

    An adjudicated claim has the adjudicator's verdict, and is the row of the verification that was chosen; else of the
    first with that verdict; where nobody gave it, `verification` is 0 and `person` the adjudicator.
    """
    of_claim: defaultdict[int, list[_Candidate]] = defaultdict(list)
    at = _submitted_at(project)
    for row in verified:
        of_claim[row.claim].append(_Candidate(row, at.get(row.verification, UNKNOWN)))
    decided = {one.claim_id: one for one in Adjudication.objects.filter(claim__project=project, is_current=True)}
    reported = set(Report.objects.standing(project).values_list("claim", flat=True))
    first_counts = project.undecided_claims == Undecided.FIRST
    rows = []
    for claim, candidates in sorted(of_claim.items()):
        adjudicated = decided.get(claim)
        found = extension_points.choose(
            candidates, adjudicated=adjudicated, reported=claim in reported, first_counts=first_counts
        )
        if not isinstance(found, str):
            rows.append(found[0].row if adjudicated is None else _adjudicated(candidates, adjudicated))
    return rows


def _submitted_at(project: Project) -> dict[int, datetime]:
    """Verification -> when it was first submitted, of the claims that several people verified.

    Of all of them: one that was revised or set aside since `verified` was read is still in it.
    """
    several = Verification.objects.filter(claim__project=project, claim__phase=0)
    several = several.filter(submission__assignment__task__assigned_count__gt=1).order_by()
    at = Coalesce("submission__assignment__ended_at", "submission__created_at")
    return dict(several.annotate(at=at).values_list("pk", "at"))


def _adjudicated(candidates: Sequence[_Candidate], decided: Adjudication) -> Verified:
    same = [one.row for one in candidates if one.row.verification == decided.chosen_id]
    same += [one.row for one in candidates if one.verdict == decided.verdict]
    row = same[0] if same else replace(candidates[0].row, verification=0, person=decided.adjudicator_id)
    return replace(row, verdict=decided.verdict, challenge=decided.challenge)
