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
from annotation.api.parsers import BoundedJSONParser
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.workflow_requests import ANY_ASSIGNMENT, ANY_SUBMISSION, payload_of, save_draft, submit
from annotation.work import assignment as work
from annotation.work import operations
from annotation.work.access import assignment_for, project_to_work_in, visible_assignment_for
from annotation.work.models import AssignmentState
from annotation.work.postponing import postpone, resume
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.serializers import (
    AssignNextRequest,
    DraftIn,
    HeldOut,
    OperationsIn,
    ParkedOut,
    ReceivedOut,
    ReleasedOut,
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

    def person(self) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return user


class NothingHere(AttestView):
    """Addresses that mean nothing get the API's own error, not a page."""

    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


class Assignments(AttestView):
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


class OneAssignment(AttestView):
    @described("Everything the workspace needs", answer=ANY_ASSIGNMENT)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(payload_of(visible_assignment_for(self.person(), public_id)))


class DraftOfAssignment(AttestView):
    @described("Save the draft; sending it again is harmless", body=DraftIn, answer=SavedOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        data = validated(DraftIn(data=request.data))
        kept = save_draft(assignment, data["base_version"], data["body"])
        answer = {"version": kept.version, "saved_at": kept.saved_at, "leased_until": assignment.leased_until}
        return Response(answer)


class OperationsOfAssignment(AttestView):
    @described("Add to the log of operations; sending them again is harmless", body=OperationsIn, answer=ReceivedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        data = validated(OperationsIn(data=request.data))
        return Response({"received": operations.record(assignment=assignment, **data)})


class Heartbeat(AttestView):
    @described("Renew the lease", answer=HeldOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        work.renew(assignment)
        return Response({"state": assignment.state, "leased_until": assignment.leased_until})


class Release(AttestView):
    @described("Return the task to the queue", answer=ReleasedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        work.release(assignment)
        return Response({"state": assignment.state})


class Skip(AttestView):
    @described("Skip the task for a reason; it is never assigned to you again", body=SkipIn, answer=SkippedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        withdrawn = skip(assignment=assignment, **validated(SkipIn(data=request.data)))
        return Response({"state": AssignmentState.SKIPPED.value, "withdrawn": withdrawn})


class Postpone(AttestView):
    @described("Postpone the assignment, to resume it later", answer=ParkedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        kept_until = postpone(assignment)
        return Response({"state": assignment.state, "kept_until": kept_until})


class Resume(AttestView):
    @described("Resume a postponed assignment", answer=ReleasedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        resume(assignment)
        return Response({"state": assignment.state})


class Submission(AttestView):
    @described("Submit the work, exactly once per client_id", body=ANY_SUBMISSION, answer=SubmittedOut)
    def post(self, request: Request, public_id: str) -> Response:
        return Response(submit(assignment_for(self.person(), public_id, with_subject=True), request.data))
