"""Fill the extension points of lower folders with the functions of higher ones: here alone it is said who adds what.

A folder calls those above it through a record or list in its `extension_points` module, so that imports point one way.
"""

from __future__ import annotations

from annotation.actions.rules.third_verifier import third_verifier
from annotation.claims import extension_points as claims
from annotation.projects import extension_points as projects
from annotation.quality.audit import extension_points as audit
from annotation.quality.calibration.attention_checks import attention_check_is_due
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.gold_mode import keep_as_gold
from annotation.quality.calibration.grading import graded_claims
from annotation.quality.calibration.messages import why_not_calibrating
from annotation.quality.calibration.phase_completion import score_phase, score_phase_of, why_locked
from annotation.quality.sampling.hidden_items import draw_from, turns
from annotation.quality.sampling.reannotation import repeat_some
from annotation.release.rule import choose
from annotation.results.claim_samples import samples_of_workflows
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.work import extension_points as work
from annotation.work.registry import default_workflows


def compose() -> None:
    """Called once, when Django has loaded the models; a second call changes nothing."""
    projects.default_workflows = default_workflows
    work.policy = work.QueuePolicy(
        eligibility=eligibility_of,
        attention_check_is_due=attention_check_is_due,
        turns=turns,
        on_empty=score_phase,
        empty_reason=why_not_calibrating,
    )
    claims.after_opening = [draw_from]
    claims.after_change = [ask_for_suggestions]
    claims.graded_claims = graded_claims
    work.after_submission = [keep_as_gold, score_phase_of, repeat_some, third_verifier]
    work.asked_of_task, work.asked_of_project = ("gold",), ("quality_rules",)
    work.edit_locks = [why_locked]
    audit.choose = choose
    audit.samples_of_workflows = samples_of_workflows
