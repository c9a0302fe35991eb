"""Verification workspace, and the page of an assignment that has ended."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.errors import AnnotationError
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import PageView
from annotation.quality.calibration.gold_mode import is_making_gold
from annotation.vocabulary.submission_check import REASONS
from annotation.work.editing import refuse_closed
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import workflow_of
from annotation.workflows.claim_verification.editing import current_of, editable_until
from annotation.workflows.claim_verification.payload import body_of, for_verifier
from annotation.workflows.kinds import TaskKind
from frontend.reading.guidelines_html import guidelines_html
from frontend.views.access import PersonRequest, assignment_view
from frontend.views.guided_examples import feedback_address, guided_context, is_answered_example
from frontend.workflows.claim_verification.decision_choices import REPORT_REASONS
from frontend.workflows.claim_verification.my_verifications import submitted_verification

KIND = TaskKind.CLAIM_VERIFICATION
OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free


@ensure_csrf_cookie
@assignment_view("GET", fresh=True)
def verify(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """The workspace of one's own claim; one that is submitted is read, another closed one says so and leads on."""
    if assignment.kind != KIND:
        return redirect(workflow_of(assignment).workspace, public_id=assignment.public_id)
    if assignment.state in OPEN:
        return _workspace(request, assignment)
    if is_answered_example(assignment):
        return redirect(feedback_address(assignment))
    if assignment.state == AssignmentState.SUBMITTED:
        return submitted_verification(request, assignment)
    claim = assignment.task.verification_item.claim
    context: dict[str, Any] = {"assignment": assignment, "project": assignment.project, "claim": claim}
    context["next_words"] = gettext("Next claim")
    return render(request, "claim_verification/closed.html", context)


@ensure_csrf_cookie
@assignment_view("GET", fresh=True)
def change(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """The workspace with what was submitted, to be changed while there is time."""
    try:
        refuse_closed(assignment)
    except AnnotationError as error:
        messages.info(request, error.message)
        return redirect("workspace", public_id=assignment.public_id)
    current = current_of(assignment)
    assert current is not None  # a submitted assignment has one
    return _workspace(request, assignment, submitted=body_of(current))


def _workspace(request: PersonRequest, assignment: Assignment, submitted: dict[str, Any] | None = None) -> HttpResponse:
    labels = label_set_of(assignment.project)
    context = {
        "assignment": assignment,
        "project": assignment.project,
        "payload": for_verifier(assignment),
        "submitted": submitted,
        "editing": submitted is not None,
        "lines": assignment.project.page_view == PageView.LINES,
        "guided": guided_context(assignment),
        "gold_phase": assignment.task.get_phase_display() if is_making_gold(assignment) else "",
        "editable_until": editable_until(assignment),
        "verdicts": labels,
        "not_enough_info": labels.of.get(labels.not_enough_info),
        "challenges": labels.challenge_set,
        "report_reasons": REPORT_REASONS,
        "check_reasons": {code: [(value, str(name)) for value, name in each.items()] for code, each in REASONS.items()},
        "guidelines": guidelines_html(assignment.project, current_guidelines(assignment.project, KIND).text),
    }
    return render(request, "claim_verification/workspace.html", context)
