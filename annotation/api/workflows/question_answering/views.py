"""What people in the five phases, and those who rate evidence, do over HTTP: change what they submitted."""

from __future__ import annotations

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import WorkView
from annotation.work.access import visible_assignment_for
from annotation.work.editing import edit, refuse_closed
from annotation.work.fields import Plain, WholeNumberField
from annotation.work.registry import workflow_of
from annotation.workflows.evidence_rating.models import SLUG as EVIDENCE_RATING
from annotation.workflows.question_answering.phases import PHASES
from annotation.workflows.question_answering.serializers import RevisedOut


class RevisionIn(Plain):
    base_revision = WholeNumberField(
        min_value=1, max_value=30_000, help_text="the one that is changed; beside it what a submission of the phase has"
    )


class Revision(WorkView):
    @described("Change what you submitted, from the revision you had before you", body=RevisionIn, answer=RevisedOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = visible_assignment_for(self.person(), public_id)
        if assignment.kind not in (*PHASES, EVIDENCE_RATING):
            raise Http404
        refuse_closed(assignment)
        workflow = workflow_of(assignment)
        based_on = validated(RevisionIn(data=request.data))["base_revision"]
        serializer = workflow.submission_serializer(data=request.data, context=workflow.submission_context(assignment))
        edited = edit(assignment=assignment, base_revision=based_on, **validated(serializer))
        return Response({"client_id": str(edited.client_id), "revision": edited.revision})
