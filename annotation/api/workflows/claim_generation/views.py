"""What only a claim writer does over HTTP: ask for hints, change submitted claims."""

from __future__ import annotations

from dataclasses import asdict

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import WorkView
from annotation.projects.label_sets import label_set_of
from annotation.vocabulary.labels import ClaimType
from annotation.work.access import visible_assignment_for
from annotation.workflows.claim_generation.access import claim_set_of
from annotation.workflows.claim_generation.editing import edit
from annotation.workflows.claim_generation.hints.hints import hints_for
from annotation.workflows.claim_generation.serializers import ClaimsEditIn, HintsIn, HintsOut, RevisionsOut
from annotation.workflows.kinds import TaskKind


class HintsOnClaims(WorkView):
    @described("What could be better about claims, while they are written", body=HintsIn, answer=HintsOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = visible_assignment_for(self.person(), public_id)
        if assignment.kind != TaskKind.CLAIM_GENERATION:
            raise Http404
        texts = validated(HintsIn(data=request.data))["texts"]
        found = hints_for(assignment, {ClaimType(kind): text for kind, text in texts.items()})
        return Response({"hints": {kind.value: [asdict(hint) for hint in hints] for kind, hints in found.items()}})


class ClaimsOfAssignment(WorkView):
    @described("Change claims that nobody has begun to verify", body=ClaimsEditIn, answer=RevisionsOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = visible_assignment_for(self.person(), public_id)
        claim_set = claim_set_of(assignment)
        data = validated(ClaimsEditIn(data=request.data, context={"labels": label_set_of(assignment.project)}))
        based_on = {ClaimType(kind): number for kind, number in data["base_revisions"].items()}
        numbers = edit(claim_set=claim_set, person=self.person(), claims=data["claims"], base_revisions=based_on)
        return Response({"revisions": {kind.value: number for kind, number in numbers.items()}})
