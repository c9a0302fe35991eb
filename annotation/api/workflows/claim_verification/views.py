"""What only a verifier does over HTTP: report, change what was submitted, look back."""

from __future__ import annotations

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.corpus_serializers import ExcerptOut
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import WorkView
from annotation.api.workflows.claim_verification.submission_check import check_for
from annotation.projects.label_sets import label_set_of
from annotation.suggestions.payload import suggestions_for
from annotation.vocabulary.label_set import Meaning
from annotation.work.access import visible_assignment_for
from annotation.work.editing import edit
from annotation.work.fields import ElementIdField, Plain, TextField, WholeNumberField
from annotation.work.models import Assignment
from annotation.work.serializers import ReleasedOut
from annotation.workflows.claim_verification.effort import MOST_CANDIDATES, effort
from annotation.workflows.claim_verification.models import ReportReason
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.claim_verification.serializers import SubmissionIn
from annotation.workflows.kinds import TaskKind
from annotation.workflows.oracle_annotation.tasks import SLUG as ORACLE

OF_CLAIMS = (TaskKind.CLAIM_VERIFICATION, ORACLE)  # people label a claim with evidence, on the same page


class VerificationView(WorkView):
    """Base of views of the person's own verification; other work answers 404."""

    kinds: tuple[str, ...] = (TaskKind.CLAIM_VERIFICATION,)

    def mine(self, public_id: str) -> Assignment:
        assignment = visible_assignment_for(self.person(), public_id)
        if assignment.kind not in self.kinds:
            raise Http404
        return assignment


class ReportIn(Plain):
    reasons = serializers.ListField(
        child=TextField(max_length=20), max_length=20, help_text=f"at least one of {', '.join(ReportReason.values)}"
    )
    note = TextField(allow_blank=True, max_length=5_000, default="")


class EditIn(SubmissionIn):
    base_revision = WholeNumberField(min_value=1, max_value=30_000)


class EditedOut(Plain):
    verification = serializers.UUIDField(help_text="the client_id of the revision that is current now")
    revision = serializers.IntegerField()


class EffortOut(Plain):
    queries = serializers.ListField(child=serializers.CharField(), help_text="what was searched for, in order")
    pages = serializers.ListField(child=serializers.CharField(), help_text="titles that were opened, in order")
    candidates = serializers.ListField(
        child=serializers.CharField(),
        help_text=f"titles never opened, at most {MOST_CANDIDATES}: named in the claim, then found by its words",
    )


class SuggestedOut(Plain):
    element_id = serializers.CharField()
    page_title = serializers.CharField()
    stage = serializers.CharField(help_text="sentences or cells")
    rank = serializers.IntegerField(help_text="from 1 within its stage")
    card = ExcerptOut()


class SuggestedEvidenceOut(Plain):
    state = serializers.CharField(help_text="off, pending (ask again later), ready or nothing")
    show = serializers.CharField(help_text="never, after_first (selection of the annotator’s own) or at_once")
    suggestions = SuggestedOut(many=True)


class CheckIn(Plain):
    verdict = TextField(allow_blank=True, max_length=100)
    elements = serializers.ListField(child=ElementIdField(), max_length=5_000, help_text="of all evidence sets")


class PassageOut(Plain):
    element_id = serializers.CharField()
    page_title = serializers.CharField()
    against = serializers.CharField(allow_null=True, help_text="the chosen element with another value; null: the claim")
    card = ExcerptOut()


class NearPageOut(Plain):
    title = serializers.CharField()
    why = serializers.CharField(help_text="evidence (some of it is on the page), suggested, or named in the claim")


class CheckOut(Plain):
    mode = serializers.CharField(help_text="off, silent (lines are counted and not shown) or shown")
    meaning = serializers.CharField(help_text=f"of the verdict: {', '.join(Meaning)}, or empty")
    searched = serializers.BooleanField(help_text="whether the log has a search")
    pages = NearPageOut(many=True, help_text="never opened")
    passages = PassageOut(many=True, help_text="same subject, another value; best first")


class ReportOfAssignment(VerificationView):
    @described("Report the claim: it is offered to nobody until a manager decides", body=ReportIn, answer=ReleasedOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = self.mine(public_id)
        data = validated(ReportIn(data=request.data))
        report(assignment=assignment, reasons=data["reasons"], note=data["note"])
        return Response({"state": "reported"})


class EditOfVerification(VerificationView):
    @described("Edit a submission: creates a revision, once per client_id", body=EditIn, answer=EditedOut)
    def put(self, request: Request, public_id: str) -> Response:
        assignment = self.mine(public_id)
        context = {"max_sets": assignment.project.max_evidence_sets, "labels": label_set_of(assignment.project)}
        edited = edit(assignment=assignment, **validated(EditIn(data=request.data, context=context)))
        return Response({"verification": str(edited.client_id), "revision": edited.revision})


class Effort(VerificationView):
    kinds = OF_CLAIMS

    @described("What has been looked at so far, and what has not", answer=EffortOut)
    def get(self, request: Request, public_id: str) -> Response:
        assignment = self.mine(public_id)
        is_oracle = assignment.kind == ORACLE
        item = assignment.task.oracle_item if is_oracle else assignment.task.verification_item
        found = effort(assignment, item.claim)
        return Response({"queries": found.queries, "pages": found.pages, "candidates": found.candidates})


class CheckOfAssignment(VerificationView):
    @described("What to look at before submitting this verdict with this evidence", body=CheckIn, answer=CheckOut)
    def post(self, request: Request, public_id: str) -> Response:
        assignment = self.mine(public_id)
        given = validated(CheckIn(data=request.data))
        return Response(check_for(assignment, given["verdict"], given["elements"]))


class SuggestionsForAssignment(VerificationView):
    kinds = OF_CLAIMS

    @described("Evidence that a model suggests, as far as it may be shown", answer=SuggestedEvidenceOut)
    def get(self, request: Request, public_id: str) -> Response:
        assignment = self.mine(public_id)
        if assignment.kind == ORACLE:  # who measures what others find searches alone
            return Response({"state": "off", "show": "never", "suggestions": []})
        return Response(suggestions_for(assignment))
