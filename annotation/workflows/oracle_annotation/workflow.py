"""Oracle annotation: the label of a claim with all evidence that there is for it, by people who search everything.

A few claims that annotators label too (`Project.oracle_share`) are labelled once more by people of the role "oracle
annotator", so that precision and recall of the annotators' evidence can be measured (FEVER, its "super-annotation").
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from annotation.evidence.storage import PinnedWork
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Role
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.models import Assignment
from annotation.work.skip_reasons import FORMATTING, OTHER, PERSONAL
from annotation.work.workflow import QueueTexts, Workflow
from annotation.workflows.claim_verification.draft_schema import evidence_of, problems_of
from annotation.workflows.oracle_annotation.eligibility import exclude_met_claims
from annotation.workflows.oracle_annotation.models import OracleAnnotation
from annotation.workflows.oracle_annotation.payload import for_oracle
from annotation.workflows.oracle_annotation.serializers import OracleAssignmentOut, OracleSubmissionIn
from annotation.workflows.oracle_annotation.storage import OracleStorage
from annotation.workflows.oracle_annotation.tasks import SLUG, open_all


def _submission_context(assignment: Assignment) -> dict[str, Any]:
    project = assignment.project
    labels = label_set_of(project)
    return {"max_sets": project.max_evidence_sets, "labels": labels, "labels_sets": project.labels_sets}


WORKFLOW: Workflow[PinnedWork, OracleAnnotation] = Workflow(
    slug=SLUG,
    label=_("oracle annotation"),
    activity=_("Labelling claims as an oracle"),
    items=_("oracle claims"),
    role=Role.ORACLE,
    exclude=exclude_met_claims,
    subject=("oracle_item__claim",),
    limit=lambda project: None,
    texts=QueueTexts(
        take=_("Take a claim"),
        skipped=_("Skipped. You will not see this claim again."),
        nothing_yet=_("This project has drawn no claims for oracle annotation yet."),
        excluded=_("The claims that are left are yours or were yours to verify: others label them."),
    ),
    skip_reasons=(FORMATTING, PERSONAL, OTHER),
    payload=for_oracle,
    assignment_serializer=OracleAssignmentOut,
    submission_serializer=OracleSubmissionIn,
    submission_context=_submission_context,
    storage=OracleStorage(),
    answer_key="oracle_annotation",
    view="frontend.workflows.oracle_annotation.workspace.annotate",
    guidelines=Path(__file__).parent,
    labels=VERDICTS,
    projects_choose_labels=True,
    draft_problems=problems_of,
    draft_evidence=evidence_of,
    is_timed=False,  # an oracle is to take its time
    title=lambda task: task.oracle_item.claim.text,
    pages=("quality-oracle", "quality-oracle-missed"),
    when_switched_on=open_all,
)
