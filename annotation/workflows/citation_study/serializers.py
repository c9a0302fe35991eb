"""Serializers of the study: what the annotator is shown, and what they submit."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from annotation.work.fields import ClientIdField, TextField
from annotation.work.serializers import HeldWorkOut, LoggedIn
from annotation.workflows.citation_study.choices import ENOUGH, GRADES, LEFT, REASONS, RIGHT

LONGEST = 40


class StudyAssignmentOut(HeldWorkOut):
    project = serializers.DictField(help_text="slug, name")
    claim = serializers.DictField(help_text="title, section, and the text before and after the mark of the citation")
    sources = serializers.ListField(
        child=serializers.DictField(), help_text="left and right: title, domain, before, best, after; empty if hidden"
    )
    form = serializers.DictField(help_text="choices, grades, reasons, full_text; in the language of the request")
    submitted = serializers.DictField(allow_null=True, help_text="revision and editable; null before")


class GradeIn(serializers.Serializer[Any]):
    grade = TextField(allow_blank=True, default="", max_length=LONGEST, help_text="enough, partial or none")
    reason = TextField(
        allow_blank=True, default="", max_length=LONGEST, help_text="why it is not enough: a code of the form, or empty"
    )


class PreferenceIn(LoggedIn):
    """`context`: `choices`, the values that the project allows."""

    client_id = ClientIdField()
    choice = TextField(allow_blank=True, default="", max_length=LONGEST, help_text="left, right, neither or both")
    left = GradeIn(required=False)
    right = GradeIn(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError with the fields that are missing or have no known value."""
        problems: dict[str, list[str]] = {}
        if attrs["choice"] not in self.context["choices"]:
            problems["choice"] = [_("Say which source supports the claim better.")]
        for side in (LEFT, RIGHT):
            said = attrs.setdefault(side, {"grade": "", "reason": ""})
            if said["grade"] not in GRADES:
                problems[side] = [_("Say how much of the claim the source supports.")]
            elif said["reason"] and (said["reason"] not in REASONS or said["grade"] == ENOUGH):
                problems[side] = [_("Choose one of the reasons, or none. A source that is enough has none.")]
        if problems:
            raise serializers.ValidationError(problems)
        return attrs
