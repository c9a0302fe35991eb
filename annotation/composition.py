"""Fill the extension points of lower folders with the functions of higher ones: here alone it is said who adds what.

A folder calls those above it through a record or list in its `extension_points` module, so that imports point one way.
"""

from __future__ import annotations

from annotation.claims import extension_points as claims
from annotation.quality.calibration.attention_checks import attention_check_is_due
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.gold_mode import keep_as_gold
from annotation.quality.calibration.grading import graded_claims
from annotation.quality.calibration.messages import why_not_calibrating
from annotation.quality.calibration.phase_completion import score_phase, score_phase_of, why_locked
from annotation.quality.sampling.reannotation import repeat_some
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.vocabulary.tasks import TaskKind
from annotation.work import extension_points as work
from annotation.workflows.claim_generation import extension_points as claim_generation
from annotation.workflows.claim_generation.eligibility import exclude_seen_highlights
from annotation.workflows.claim_verification import extension_points as claim_verification
from annotation.workflows.claim_verification.eligibility import exclude_own_claims


def compose() -> None:
    """Called once, when Django has loaded the models; a second call changes nothing."""
    work.policy = work.QueuePolicy(
        eligibility=eligibility_of,
        attention_check_is_due=attention_check_is_due,
        on_empty=score_phase,
        empty_reason=why_not_calibrating,
    )
    work.exclusions = {
        TaskKind.CLAIM_GENERATION: exclude_seen_highlights,
        TaskKind.CLAIM_VERIFICATION: exclude_own_claims,
    }
    claims.after_change = [ask_for_suggestions]
    claim_generation.graded_claims = graded_claims
    claim_verification.after_submission = [keep_as_gold, score_phase_of, repeat_some]
    claim_verification.edit_locks = [why_locked]
