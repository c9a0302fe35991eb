"""Grading of candidates' claims by a manager."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.quality.calibration.models import Calibration, ClaimGrade
from annotation.quality.calibration.phase_completion import score_phase
from annotation.work.registry import kinds_calibrated_by
from annotation.work.workflow import CalibratedBy


@transaction.atomic
def grade(*, claim: Claim, by: User, meets_guideline: bool, challenge_fits: bool, comment: str = "") -> ClaimGrade:
    """Store the grade of a claim written in calibration; it may be changed until the phase is scored.

    When it is the last of a phase, the phase is scored. Raises AnnotationError `phase_scored`.
    """
    kinds = kinds_calibrated_by(CalibratedBy.GRADES)
    rows = Calibration.objects.filter(project=claim.project_id, person=claim.author_id, kind__in=kinds)
    if any(str(claim.phase) in scores for scores in rows.values_list("scores", flat=True)):
        raise AnnotationError("phase_scored", _("This phase is scored: its grades stay as they are."), 409)
    given, _made = ClaimGrade.objects.update_or_create(
        claim=claim,
        defaults={
            "meets_guideline": meets_guideline,
            "challenge_fits": challenge_fits,
            "comment": comment.strip(),
            "graded_by": by,
        },
    )
    assert claim.author is not None  # what is graded was written by a candidate
    for kind in kinds:
        score_phase(person=claim.author, project=claim.project, kind=kind)
    return given


def graded_claims(claims: Sequence[Claim]) -> set[int]:
    """Select the ids of those claims that have a grade."""
    return set(ClaimGrade.objects.filter(claim__in=claims).values_list("claim", flat=True))
