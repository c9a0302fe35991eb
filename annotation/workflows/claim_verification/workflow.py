"""Claim verification: a verdict on a claim, with the evidence for it (paper, sections 2 and 3.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from annotation.evidence.storage import PinnedWork
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import PageView, Role
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.capabilities import Adjudicable, Calibratable, Comparable, Releasable, ReportedTime
from annotation.work.models import Assignment, Operation, Submission
from annotation.work.skip_reasons import FORMATTING, OTHER, PERSONAL, POLITICS, UNWILLING
from annotation.work.workflow import CalibratedBy, Editable, QueueTexts, Workflow
from annotation.workflows.claim_verification.answers import answers_with_evidence
from annotation.workflows.claim_verification.comparison import verified_by_several
from annotation.workflows.claim_verification.draft_schema import evidence_of, problems_of
from annotation.workflows.claim_verification.editing import is_same, not_submitted, resolve_requests, why_closed
from annotation.workflows.claim_verification.eligibility import exclude_oracle_claims, exclude_own_claims
from annotation.workflows.claim_verification.guided import GUIDED
from annotation.workflows.claim_verification.log_reconciliation import missing_operations
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.claim_verification.payload import for_verifier
from annotation.workflows.claim_verification.queries import my_work, reports_given
from annotation.workflows.claim_verification.scoring import score_item
from annotation.workflows.claim_verification.serializers import AssignmentOut, SubmissionIn
from annotation.workflows.claim_verification.storage import bulk_store, pinned_work, store
from annotation.workflows.claim_verification.tasks import open_verification
from annotation.workflows.kinds import PAGES_OF_CLAIMS, TaskKind

NO_CLAIM_LEFT = _("No claim is left for you. Look again later: claims may come back or be added.")


class VerificationStorage:
    """Stores a verification with its evidence. Content is that of `serializers.SubmissionIn`."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> PinnedWork:
        """Raises Invalid for elements that the corpus does not have and for dropped context that is none."""
        return pinned_work(project=assignment.project, **content)

    def missing_operations(self, log: Iterable[Operation], work: PinnedWork) -> dict[str, Any] | None:
        return missing_operations(log, work)

    def store(self, submission: Submission, work: PinnedWork) -> Verification:
        return store(submission, work)

    def load(self, submission: Submission) -> Verification:
        return Verification.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: PinnedWork, error: Exception) -> None:
        """Nothing that a verifier submits can collide with what others submitted."""


def _postponed(count: int) -> str:
    words = ngettext("You have put %(count)d claim aside.", "You have put %(count)d claims aside.", count)
    return words % {"count": count}


def _submission_context(assignment: Assignment) -> dict[str, Any]:
    project = assignment.project
    labels = label_set_of(project)
    return {"max_sets": project.max_evidence_sets, "labels": labels, "labels_sets": project.labels_sets}


OF_VERIFICATIONS = (
    "lines",
    "lines-find",
    "lines-dictionary",
    "my-verifications",
    "my-discussions",
    "my-discussion",
    "manage-verifications",
    "manage-verification",
    "manage-flag-review",
    "manage-route",
    "manage-action-new",
    "manage-guideline-change-new",
    "manage-quality-rules",
    "manage-reports",
    "manage-report",
)
OF_QUALITY = (
    "quality-matrix",
    "quality-confusion",
    "quality-habits",
    "quality-groups",
    "quality-revalidation",
    "quality-items",
    "quality-rows",
    "quality-side-by-side",
    "quality-audit",
    "quality-classifier",
    "quality-evidence",
    "quality-balance",
    "quality-reported",
    "quality-suggestions",
    "quality-suggested",
    "quality-suggestion-claims",
    "quality-suggestion-ranks",
    "quality-check",
    "quality-checked",
    "quality-nei",
    "quality-gold-agreed",
    "quality-adjudicate",
    "quality-adjudicate-claim",
    "quality-adjudicate-assign",
    "manage-second-decisions",
    "quality-adjudicators",
    "quality-adjudicator-claims",
    "quality-discussions",
    "quality-discussion",
)

WORKFLOW: Workflow[PinnedWork, Verification] = Workflow(
    slug=TaskKind.CLAIM_VERIFICATION.value,
    label=_("claim verification"),
    activity=_("Verifying claims"),
    items=_("claims"),
    role=Role.VERIFIER,
    exclude=lambda person, project: exclude_own_claims(person, project) | exclude_oracle_claims(person, project),
    subject=("verification_item__claim",),
    limit=lambda project: project.verifications_per_person,
    texts=QueueTexts(
        take=_("Take a claim"),
        skipped=_("Skipped. You will not see this claim again."),
        postponed=_postponed,
        limit_reached=_("You have verified %(count)d claims: that is this project’s limit per person."),
        nothing_yet=_("This project has no claims to verify yet."),
        excluded=_(
            "The claims that are left were written by you or from a highlight you wrote for: others verify them."
        ),
        resting=_("The next claims can be verified from %(time)s: until then their writers may change them."),
        # In the same words, or the last one would tell people which of theirs are repeated.
        had_all=NO_CLAIM_LEFT,
        held_by_others=NO_CLAIM_LEFT,
        withdrawn=_("The claims that are left were reported or skipped, and wait for your manager."),
        all_done=NO_CLAIM_LEFT,
    ),
    # A claim in which nothing can be verified is reported.
    skip_reasons=(FORMATTING, POLITICS, PERSONAL, UNWILLING, OTHER),
    payload=for_verifier,
    assignment_serializer=AssignmentOut,
    submission_serializer=SubmissionIn,
    submission_context=_submission_context,
    storage=VerificationStorage(),
    answer_key="verification",
    workspace="workspace",
    guidelines=Path(__file__).parent,
    guidelines_variant=lambda project: "lines" if project.page_view == PageView.LINES else "",
    labels=VERDICTS,
    projects_choose_labels=True,
    adjudicable=Adjudicable(queue="quality-adjudicate"),
    calibratable=Calibratable(
        score=score_item,
        answers=answers_with_evidence,
        select=("verification__claim",),
        comparison="calibration/_comparison.html",
        compare="frontend.views.calibration_comparison.beside",
    ),
    comparable=Comparable(field="verification__verdict", items=verified_by_several),
    draft_problems=problems_of,
    draft_evidence=evidence_of,
    editable=Editable(not_submitted=not_submitted, why_closed=why_closed, is_same=is_same, after_edit=resolve_requests),
    bulk_store=bulk_store,
    open_tasks=open_verification,
    calibrated_by=CalibratedBy.GOLD,
    attention_checks=True,
    guided=GUIDED,
    annotations_a_task=lambda project: project.verifications_per_claim,
    rest_hours=lambda project: project.claim_rest_hours,
    reports_by_person=reports_given,
    releasable=Releasable(
        time=ReportedTime(
            item="verifying a claim",
            activity="verifying",
            table="time-of-verifiers",
            median="Median time of a verification",
        )
    ),
    on_by_default=True,
    title=lambda task: task.verification_item.claim.text,
    my_work=my_work,
    pages=(*OF_VERIFICATIONS, *OF_QUALITY, *PAGES_OF_CLAIMS),
)
