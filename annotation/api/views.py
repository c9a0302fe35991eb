"""Endpoints of an annotator's work. What differs between workflows is in `workflow_registry`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.accounts.models import User
from annotation.api.generation_serializers import ClaimsEditIn, HintsIn, HintsOut, RevisionsOut
from annotation.api.parsers import BoundedJSONParser
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.work_serializers import (
    AssignNextRequest,
    DraftIn,
    HeldOut,
    OperationsIn,
    ReceivedOut,
    ReleasedOut,
    SavedOut,
    SkipIn,
    SkippedOut,
    SubmittedOut,
    TakenOut,
)
from annotation.api.workflow_registry import payload_of, save_draft, submit
from annotation.api.workflow_serializers import ANY_ASSIGNMENT, ANY_SUBMISSION
from annotation.projects.access import project_to_work_in
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import TaskKind
from annotation.work import assignment as work
from annotation.work import operations
from annotation.work.access import assignment_for
from annotation.work.models import AssignmentState
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.skipping import skip
from annotation.workflows.claim_generation.editing import edit
from annotation.workflows.claim_generation.hints.hints import hints_for
from annotation.workflows.claim_generation.models import ClaimSet


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
        kind = TaskKind(validated(AssignNextRequest(data=request.data))["kind"])
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
        return Response(payload_of(assignment_for(self.person(), public_id)))


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


class HintsOnClaims(AttestView):
    @described("What could be better about claims, while they are written", body=HintsIn, answer=HintsOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        if assignment.kind != TaskKind.CLAIM_GENERATION:
            raise Http404
        texts = validated(HintsIn(data=request.data))["texts"]
        found = hints_for(assignment, {ClaimType(kind): text for kind, text in texts.items()})
        return Response({"hints": {kind.value: [asdict(hint) for hint in hints] for kind, hints in found.items()}})


class Submission(AttestView):
    @described("Submit the work, exactly once per client_id", body=ANY_SUBMISSION, answer=SubmittedOut)
    def post(self, request: Request, public_id: str) -> Response:
        return Response(submit(assignment_for(self.person(), public_id), request.data))


class ClaimsOfAssignment(AttestView):
    @described("Change claims that nobody has begun to verify", body=ClaimsEditIn, answer=RevisionsOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = assignment_for(self.person(), public_id)
        claim_set = get_object_or_404(ClaimSet.objects.select_related("highlight__project"), assignment=assignment)
        data = validated(ClaimsEditIn(data=request.data))
        based_on = {ClaimType(kind): number for kind, number in data["base_revisions"].items()}
        numbers = edit(claim_set=claim_set, person=self.person(), claims=data["claims"], base_revisions=based_on)
        return Response({"revisions": {kind.value: number for kind, number in numbers.items()}})
