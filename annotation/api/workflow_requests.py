"""Requests whose shape is the workflow's: payload, draft and submission."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.serializers import Serializer

from annotation.api.validation import validated
from annotation.errors import Invalid
from annotation.evidence.trust import refusals, untrusted_elements
from annotation.work import draft
from annotation.work.editing import is_editable
from annotation.work.models import Assignment, AssignmentState, Draft
from annotation.work.registry import is_shown, workflow_of, workflows
from annotation.work.submission import submit as submit_work


def assignment_serializers() -> dict[str, Serializer[Any] | type[Serializer[Any]]]:
    return {slug: workflow.assignment_serializer for slug, workflow in workflows().items()}


def submission_serializers() -> list[Serializer[Any] | type[Serializer[Any]]]:
    return [workflow.submission_serializer for workflow in workflows().values()]


ANY_ASSIGNMENT = PolymorphicProxySerializer(
    component_name="AnyAssignment",
    serializers=assignment_serializers,
    resource_type_field_name="kind",
)
ANY_SUBMISSION = PolymorphicProxySerializer(
    component_name="AnySubmission",
    serializers=submission_serializers,
    resource_type_field_name=None,
)


def payload_of(assignment: Assignment, *, is_new: bool = False) -> Mapping[str, Any]:
    """Return everything the workspace of this kind of work needs; `is_new` spares queries for what cannot be there."""
    return workflow_of(assignment).payload(assignment, is_new)


def submit(assignment: Assignment, data: Any) -> dict[str, Any]:
    """Validate and store a submission; returns the response body."""
    workflow = workflow_of(assignment)
    serializer = workflow.submission_serializer(data=data, context=workflow.submission_context(assignment))
    stored, created = submit_work(assignment=assignment, **validated(serializer))
    # Not its number: numbers run through the installation, and would tell how much others submit.
    return {workflow.answer_key: str(stored.client_id), "created": created}


def save_draft(assignment: Assignment, base_version: int, body: dict[str, Any]) -> Draft:
    """Validate and store the draft of open work, or of submitted work that may be edited."""
    workflow = workflow_of(assignment)
    problems = workflow.draft_problems(body)
    if problems:
        fields = {f"body.{part}": sentences for part, sentences in problems.items()}
        raise Invalid(f"body.{next(iter(problems))}: {next(iter(problems.values()))[0]}", fields)
    if untrusted := untrusted_elements(assignment.project.corpus_id, workflow.draft_evidence(body)):
        messages = refusals(untrusted)
        raise Invalid(messages[0], {"body.sets": messages})
    is_submitted = assignment.state == AssignmentState.SUBMITTED and is_shown(assignment)
    if is_submitted and workflow.editable is not None and is_editable(assignment):
        return draft.save_edit(assignment=assignment, base_version=base_version, body=body)
    return draft.save(assignment=assignment, base_version=base_version, body=body)
