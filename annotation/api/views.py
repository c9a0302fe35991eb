"""Endpoints of an annotator's work. What differs between workflows is in `workflow_requests`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.accounts.models import User
from annotation.accounts.tokens import Scope
from annotation.api.parsers import BoundedJSONParser
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.workflow_requests import ANY_ASSIGNMENT, ANY_SUBMISSION, payload_of, save_draft, submit
from annotation.work import assignment as work
from annotation.work import operations
from annotation.work.access import assignment_for, project_to_work_in, visible_assignment_for
from annotation.work.editing import edit, refuse_closed
from annotation.work.models import AssignmentState
from annotation.work.postponing import postpone, resume
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.registry import workflow_of
from annotation.work.serializers import (
    AssignNextRequest,
    DraftIn,
    HeldOut,
    OperationsIn,
    ParkedOut,
    ReceivedOut,
    ReleasedOut,
    RevisedOut,
    RevisionIn,
    SavedOut,
    SkipIn,
    SkippedOut,
    SubmittedOut,
    TakenOut,
)
from annotation.work.skipping import skip


class AttestView(APIView):
    """Base of the endpoints: bounded JSON from an authenticated person."""

    parser_classes: Sequence[type[BaseParser]] = (BoundedJSONParser,)
    scope_of_changes = Scope.MANAGE  # what a token needs for anything but GET and HEAD

    def person(self) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return user


class WorkView(AttestView):
    """Base of the endpoints of one's own work: a token needs the scope `annotate` to change it."""

    scope_of_changes = Scope.ANNOTATE


class NothingHere(AttestView):
    """Addresses that mean nothing get the API's own error, not a page."""

    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


class Assignments(WorkView):
    @described("Get the next task, or the one you already hold", body=AssignNextRequest, answer=TakenOut)
    def post(self, request: Request, slug: str) -> Response:
        kind = validated(AssignNextRequest(data=request.data))["kind"]
        person, project = self.person(), project_to_work_in(self.person(), slug, kind)
        taken = work.assign_next(person=person, project=project, kind=kind)
        if taken is None:
            return Response(
                {"assignment": None, "reason": empty_queue_reason(person=person, project=project, kind=kind)}
            )
        return Response({"assignment": payload_of(taken, is_new=taken.is_new), "reason": None})


class OneAssignment(WorkView):
    @described("Everything the workspace needs", answer=ANY_ASSIGNMENT)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(payload_of(visible_assignment_for(self.person(), public_id)))


class DraftOfAssignment(WorkView):
    @described("Save the draft; sending it again is harmless", body=DraftIn, answer=SavedOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        data = validated(DraftIn(data=request.data))
        kept = save_draft(assignment, data["base_version"], data["body"])
        answer = {"version": kept.version, "saved_at": kept.saved_at, "leased_until": assignment.leased_until}
        return Response(answer)


class OperationsOfAssignment(WorkView):
    @described("Add to the log of operations; sending them again is harmless", body=OperationsIn, answer=ReceivedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        data = validated(OperationsIn(data=request.data))
        return Response({"received": operations.record(assignment=assignment, **data)})


class Heartbeat(WorkView):
    @described("Renew the lease", answer=HeldOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        work.renew(assignment)
        return Response({"state": assignment.state, "leased_until": assignment.leased_until})


class Release(WorkView):
    @described("Return the task to the queue", answer=ReleasedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        work.release(assignment)
        return Response({"state": assignment.state})


class Skip(WorkView):
    @described("Skip the task for a reason; it is never assigned to you again", body=SkipIn, answer=SkippedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        withdrawn = skip(assignment=assignment, **validated(SkipIn(data=request.data)))
        return Response({"state": AssignmentState.SKIPPED.value, "withdrawn": withdrawn})


class Postpone(WorkView):
    @described("Postpone the assignment, to resume it later", answer=ParkedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        kept_until = postpone(assignment)
        return Response({"state": assignment.state, "kept_until": kept_until})


class Resume(WorkView):
    @described("Resume a postponed assignment", answer=ReleasedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        resume(assignment)
        return Response({"state": assignment.state})


class Submission(WorkView):
    @described("Submit the work, exactly once per client_id", body=ANY_SUBMISSION, answer=SubmittedOut)
    def post(self, request: Request, public_id: str) -> Response:
        return Response(submit(assignment_for(self.person(), public_id, with_subject=True), request.data))


class Revision(WorkView):
    @described("Change what you submitted, from the revision you had before you", body=RevisionIn, answer=RevisedOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = visible_assignment_for(self.person(), public_id)
        workflow = workflow_of(assignment)
        if workflow.editable is None:
            raise Http404
        refuse_closed(assignment)
        based_on = validated(RevisionIn(data=request.data))["base_revision"]
        serializer = workflow.submission_serializer(data=request.data, context=workflow.submission_context(assignment))
        edited = edit(assignment=assignment, base_revision=based_on, **validated(serializer))
        return Response({"client_id": str(edited.client_id), "revision": edited.revision})
