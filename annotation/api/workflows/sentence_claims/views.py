"""What only a writer of claims from sentences does over HTTP: ask for hints on lines."""

from __future__ import annotations

from dataclasses import asdict

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import WorkView
from annotation.work.access import visible_assignment_for
from annotation.work.fields import Plain
from annotation.workflows.claim_generation.serializers import HintOut
from annotation.workflows.sentence_claims.hints import hints_on
from annotation.workflows.sentence_claims.sampling.sample import SLUG
from annotation.workflows.sentence_claims.serializers import LinesIn


class LineHintsOut(Plain):
    hints = serializers.DictField(
        child=HintOut(many=True), help_text='by key: {"claims.0": [{"code": "no_final_period", ...}]}'
    )


class HintsOnLines(WorkView):
    @described("What could be better about lines, while they are written", body=LinesIn, answer=LineHintsOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = visible_assignment_for(self.person(), public_id)
        if assignment.kind != SLUG:
            raise Http404
        lines = validated(LinesIn(data=request.data))["lines"]
        found = {line["key"]: hints_on(assignment, line["text"], line["mutation"]) for line in lines}
        return Response({"hints": {key: [asdict(hint) for hint in hints] for key, hints in found.items()}})
