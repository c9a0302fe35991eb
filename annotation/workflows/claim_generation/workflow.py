"""Claim generation: three claims from a highlight (paper, section 3.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Role
from annotation.work.capabilities import Releasable, ReportedTime, Samplable
from annotation.work.models import Assignment, Operation, Submission
from annotation.work.skip_reasons import FORMATTING, NOTHING_VERIFIABLE, OTHER, POLITICS
from annotation.work.workflow import CalibratedBy, QueueTexts, Workflow
from annotation.workflows.claim_generation.eligibility import exclude_seen_highlights
from annotation.workflows.claim_generation.guided import GUIDED
from annotation.workflows.claim_generation.models import ClaimSet
from annotation.workflows.claim_generation.payload import for_writer
from annotation.workflows.claim_generation.queries import my_work, reported_claims
from annotation.workflows.claim_generation.sampling.sample import sample_highlights
from annotation.workflows.claim_generation.serializers import ClaimSubmissionIn, WriterAssignmentOut
from annotation.workflows.claim_generation.storage import Claims, open_claims, refuse_known, store
from annotation.workflows.kinds import PAGES_OF_CLAIMS, TaskKind


class ClaimSetStorage:
    """Stores three claims. Content is that of `serializers.ClaimSubmissionIn`."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> Claims:
        claims: Claims = content["claims"]
        return claims

    def missing_operations(self, log: Iterable[Operation], work: Claims) -> dict[str, Any] | None:
        """The log of claim writing does not hold the words of the claims: nothing can be missing."""
        return None

    def store(self, submission: Submission, work: Claims) -> ClaimSet:
        return store(submission, work)

    def load(self, submission: Submission) -> ClaimSet:
        return ClaimSet.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: Claims, error: Exception) -> None:
        """Raise Invalid if somebody's claim of the same words arrived a moment ago."""
        refuse_known(assignment.project, work)


def _postponed(count: int) -> str:
    words = ngettext("You have put %(count)d highlight aside.", "You have put %(count)d highlights aside.", count)
    return words % {"count": count}


OF_HIGHLIGHTS = (
    "my-claims",
    "manage-highlights",
    "manage-draw",
    "manage-drawing",
    "manage-stop-drawing",
)

WORKFLOW: Workflow[Claims, ClaimSet] = Workflow(
    slug=TaskKind.CLAIM_GENERATION.value,
    label=_("claim generation"),
    activity=_("Writing claims"),
    items=_("highlights"),
    role=Role.CLAIM_WRITER,
    exclude=exclude_seen_highlights,
    subject=("generation_item__highlight",),
    limit=lambda project: project.claim_sets_per_person,
    texts=QueueTexts(
        take=_("Take a highlight"),
        skipped=_("Skipped. You will not see this highlight again."),
        postponed=_postponed,
        limit_reached=_("You have written for %(count)d highlights: that is this project’s limit per person."),
        nothing_yet=_("This project has no highlights yet. Your manager can draw some."),
        excluded=_("You have verified claims from the highlights that are left: others write from them."),
        had_all=_("You have had every highlight that is left. Others will write from them."),
        held_by_others=_("Others are writing from the last highlights. Look again later: one may come back."),
        withdrawn=_("The highlights that are left were skipped for a reason, and wait for your manager."),
        all_done=_("There are claims from every highlight of this project. Your manager can draw more."),
    ),
    skip_reasons=(FORMATTING, NOTHING_VERIFIABLE, POLITICS, OTHER),
    payload=for_writer,
    assignment_serializer=WriterAssignmentOut,
    submission_serializer=ClaimSubmissionIn,
    submission_context=lambda assignment: {"labels": label_set_of(assignment.project)},
    storage=ClaimSetStorage(),
    opens=open_claims,
    answer_key="claim_set",
    workspace="write",
    guidelines=Path(__file__).parent,
    calibrated_by=CalibratedBy.GRADES,
    is_timed=False,  # how long three claims take says little
    guided=GUIDED,
    samplable=Samplable(
        sample=sample_highlights,
        title=_("Highlights"),
        page="manage-highlights",
        link=_("Draw highlights"),
        what="highlight",
    ),
    reports_by_person=lambda project: {writer: count for writer, (count, _of) in reported_claims(project).items()},
    releasable=Releasable(time=ReportedTime(item="writing three claims", activity="writing", table="time-of-writers")),
    on_by_default=True,
    title=lambda task: task.generation_item.highlight.page_title,
    my_work=my_work,
    pages=(*OF_HIGHLIGHTS, *PAGES_OF_CLAIMS),
    page_of_claim=lambda claim: claim.highlight.page_title if claim.highlight else None,
)
