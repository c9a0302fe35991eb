"""A verifier's work over HTTP: take, read, save, log, hold, give back, submit."""

from __future__ import annotations

from typing import Any, TypeVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api.parsers import BoundedJSONParser
from annotation.api.schema import described
from annotation.api.serializers import (
    AssignmentOut,
    DraftIn,
    HeldOut,
    OperationsIn,
    Plain,
    ReceivedOut,
    ReleasedOut,
    SavedOut,
    SubmissionIn,
    SubmittedOut,
    TakeIn,
    TakenOut,
)
from annotation.projects.access import assignment_for, project_for, require_role_for
from annotation.projects.models import User
from annotation.work import assignment as work
from annotation.work import draft, operations
from annotation.work.empty_queue import why_empty
from annotation.work.models import TaskKind
from annotation.workflows.claim_verification.payload import for_verifier
from annotation.workflows.claim_verification.submission import submit

S = TypeVar("S", bound=Plain)


class AttestView(APIView):
    """Every endpoint reads bounded JSON from a person who is logged in."""

    parser_classes = (BoundedJSONParser,)

    def person(self) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return user


def checked(serializer: serializers.BaseSerializer[Any]) -> dict[str, Any]:
    """The valid data; answers 400 otherwise."""
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


class NothingHere(AttestView):
    """Addresses that mean nothing get the API's own error, not a page."""

    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


class Assignments(AttestView):
    @described("Take the next claim, or go on with the one you hold", body=TakeIn, answer=TakenOut)
    def post(self, request: Request, slug: str) -> Response:
        person, project = self.person(), project_for(self.person(), slug)
        kind = TaskKind(checked(TakeIn(data=request.data))["kind"])
        require_role_for(person, project, kind)
        taken = work.take(person=person, project=project, kind=kind)
        if taken is None:
            return Response({"assignment": None, "reason": why_empty(person=person, project=project, kind=kind)})
        return Response({"assignment": for_verifier(taken), "reason": None})


class OneAssignment(AttestView):
    @described("Everything the verification workspace needs", answer=AssignmentOut)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(for_verifier(assignment_for(self.person(), public_id)))


class DraftOfAssignment(AttestView):
    @described("Save the draft; sending it again is harmless", body=DraftIn, answer=SavedOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        data = checked(DraftIn(data=request.data))
        saved = draft.save(assignment=assignment, base_version=data["base_version"], body=data["body"])
        answer = {"version": saved.version, "saved_at": saved.saved_at, "leased_until": assignment.leased_until}
        return Response(answer)


class OperationsOfAssignment(AttestView):
    @described("Add to the log of operations; sending them again is harmless", body=OperationsIn, answer=ReceivedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        data = checked(OperationsIn(data=request.data))
        return Response({"received": operations.record(assignment=assignment, operations=data["operations"])})


class Heartbeat(AttestView):
    @described("Hold the assignment for another lease", answer=HeldOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        work.renew(assignment)
        return Response({"state": assignment.state, "leased_until": assignment.leased_until})


class Release(AttestView):
    @described("Give the claim back to the others", answer=ReleasedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        work.release(assignment)
        return Response({"state": assignment.state})


class Submission(AttestView):
    @described("Submit the verification, exactly once per client_id", body=SubmissionIn, answer=SubmittedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        context = {"max_sets": assignment.project.max_evidence_sets}
        data = checked(SubmissionIn(data=request.data, context=context))
        verification, created = submit(assignment=assignment, **data)
        return Response({"verification": verification.pk, "created": created})
