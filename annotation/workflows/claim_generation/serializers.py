"""Serializers of claim generation: the writer's workspace, claims by type, hints."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.claims.text_rules import cleaned
from annotation.vocabulary.labels import ClaimType
from annotation.work.fields import ClientIdField, Plain, TextField, WholeNumberField
from annotation.work.serializers import HeldWorkOut, LoggedIn
from annotation.workflows.claim_generation.rules import WrittenClaim, problems


class WrittenClaimIn(Plain):
    text = TextField(allow_blank=True, max_length=20_000)
    challenge = TextField(allow_blank=True, max_length=100)


class ClaimsByType(Plain):
    """One claim of each type; the keys are I, II and III."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind.value: WrittenClaimIn() for kind in ClaimType}


class ClaimsIn(Plain):
    """Claims that are complete: `rules.problems` has nothing to say. Needs the label set as `labels` in the context."""

    claims = ClaimsByType()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        written = {
            ClaimType(kind): WrittenClaim(cleaned(claim["text"]), claim["challenge"])
            for kind, claim in attrs["claims"].items()
        }
        found = problems(written, self.context["labels"])
        if found:
            raise serializers.ValidationError(found)
        return attrs | {"claims": written}


class ClaimSubmissionIn(LoggedIn, ClaimsIn):
    client_id = ClientIdField()


class BaseRevisions(Plain):
    """The revisions that an edit was made from, by claim type."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind.value: WholeNumberField(min_value=1, max_value=30_000) for kind in ClaimType}


class ClaimsEditIn(ClaimsIn):
    base_revisions = BaseRevisions()


class TextsByType(Plain):
    """Texts by claim type, as far as they are written."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind.value: TextField(allow_blank=True, max_length=20_000, required=False) for kind in ClaimType}


class HintsIn(Plain):
    texts = TextsByType()


class HighlightOut(Plain):
    kind = serializers.CharField(help_text="sentences or table")
    page = serializers.CharField()
    element_ids = serializers.ListField(child=serializers.CharField())


class AskedOut(Plain):
    type_one_is_true = serializers.BooleanField(allow_null=True)
    several_pages = serializers.BooleanField(allow_null=True)
    mutation = serializers.CharField()
    mutated_type = serializers.CharField(help_text="the claim that the Type III claim is made from: I or II")


class WriterProjectOut(Plain):
    slug = serializers.CharField()
    name = serializers.CharField()


class WriterAssignmentOut(HeldWorkOut):
    guided = serializers.CharField(help_text="kind of a guided example, which nothing counts; empty: an ordinary task")
    project = WriterProjectOut()
    highlight = HighlightOut()
    asked = AskedOut()
    claims = serializers.DictField(
        allow_null=True,
        help_text='once submitted, by type: {"I": {"text": "", "challenge": "", "revision": 1, "editable": true}}',
    )


class HintOut(Plain):
    code = serializers.CharField()
    message = serializers.CharField()
    start = serializers.IntegerField(allow_null=True, help_text="first character it is about")
    end = serializers.IntegerField(allow_null=True, help_text="one after the last")


class HintsOut(Plain):
    hints = serializers.DictField(
        child=HintOut(many=True), help_text='by claim type: {"I": [{"code": "no_final_period", ...}]}'
    )


class RevisionsOut(Plain):
    revisions = serializers.DictField(child=serializers.IntegerField(), help_text='{"I": 1, "II": 2, "III": 1}')
