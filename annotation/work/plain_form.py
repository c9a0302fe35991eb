"""Submissions of a form without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid5

from annotation.errors import AnnotationError
from annotation.work.editing import edit
from annotation.work.models import Assignment
from annotation.work.registry import workflow_of
from annotation.work.submission import submit


def submit_form(assignment: Assignment, fields: Mapping[str, str]) -> str:
    """Submit the fields of a form, or change what was submitted; returns what is wrong as a sentence, else "".

    `fields["revision"]` is the revision that the person had before them; without it this is the first submission. The
    same form sent twice has the same client id, and so is stored once.
    """
    workflow, based_on = workflow_of(assignment), fields.get("revision", "")
    client_id = str(uuid5(assignment.public_id, based_on))
    context = workflow.submission_context(assignment)
    form = workflow.submission_serializer(data={**fields, "client_id": client_id}, context=context)
    if not form.is_valid():
        return " ".join(str(message) for messages in form.errors.values() for message in messages)
    try:
        if based_on.isdecimal():
            edit(assignment=assignment, base_revision=int(based_on), **form.validated_data)
        else:
            submit(assignment=assignment, **form.validated_data)
    except AnnotationError as error:
        return error.message
    return ""
