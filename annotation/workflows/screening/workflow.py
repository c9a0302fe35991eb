"""Screening: a test of English, then a summary in one sentence and its mutation (paper, section 3.2)."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Role
from annotation.work.skip_reasons import PERSONAL
from annotation.work.workflow import Prerequisite, QueueTexts, Workflow
from annotation.workflows.screening.candidate_status import decisions, exclude, my_work, why_unmet
from annotation.workflows.screening.importer import SLUG, fill_empty_test
from annotation.workflows.screening.models import SCREENED, ScreeningAnswers
from annotation.workflows.screening.payload import payload
from annotation.workflows.screening.serializers import ScreeningAssignmentOut, ScreeningSubmissionIn
from annotation.workflows.screening.storage import Answers, ScreeningStorage

WORKFLOW: Workflow[Answers, ScreeningAnswers] = Workflow(
    slug=SLUG,
    label=_("screening"),
    activity=_("Taking the screening test"),
    items=_("tests"),
    role=Role.VERIFIER,
    exclude=exclude,
    subject=("screeningtext",),
    limit=lambda project: 1,
    texts=QueueTexts(
        take=_("Take the screening test"),
        skipped=_("Skipped. You will not see this text again."),
        limit_reached=_("You have taken the test."),
        nothing_yet=_("The screening test has no texts yet: your manager has to add some."),
        excluded=_("You need no test: your manager has decided already."),
        had_all=_("You have had every text of the test. Ask your manager how to go on."),
        withdrawn=_("The screening test has no texts at the moment: your manager has to add some."),
    ),
    skip_reasons=(PERSONAL,),
    payload=payload,
    assignment_serializer=ScreeningAssignmentOut,
    submission_serializer=ScreeningSubmissionIn,
    storage=ScreeningStorage(),
    answer_key="screening",
    view="frontend.workflows.screening.workspace.take_test",
    guidelines=Path(__file__).parent,
    title=lambda task: task.screeningtext.title,
    my_work=my_work,
    is_timed=False,  # a fast candidate is graded as any other
    prerequisite=Prerequisite(
        roles=SCREENED,
        why_unmet=why_unmet,
        decisions=decisions,
        paper={Role.CLAIM_WRITER: (0.40, 141), Role.VERIFIER: (0.54, 100)},
    ),
    pages=(
        *("screening-test", "screening-item", "screening-new-item"),
        *("screening-grade", "screening-grade-test", "screening-person"),
    ),
    when_switched_on=fill_empty_test,
)
