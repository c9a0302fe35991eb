"""Serializers of evidence rating: what the rater is shown, and what they submit."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from annotation.work.fields import ClientIdField, TextField, WholeNumberField
from annotation.work.serializers import HeldWorkOut, LoggedIn
from annotation.workflows.evidence_rating.scales import NO_ERROR, POINTS, scales
from annotation.workflows.evidence_rating.verdicts import NO_VERDICT

LONGEST = 200


class RatingAssignmentOut(HeldWorkOut):
    project = serializers.DictField(help_text="slug, name")
    claim = serializers.DictField(help_text="text, speaker, date")
    evidence = serializers.ListField(child=serializers.DictField(), help_text="question, answer, url")
    form = serializers.DictField(help_text="major_errors, verdicts and scales, in the language of the request")
    submitted = serializers.DictField(allow_null=True, help_text="revision and editable; null before")


class RatingIn(LoggedIn):
    """`context`: `verdicts`, their values. Validated: `major_error`, `label` and `scores`, none with a major error."""

    client_id = ClientIdField()
    major_error = TextField(allow_blank=True, default="", max_length=LONGEST, help_text="a value of scales.toml")
    verdict = TextField(allow_blank=True, default="", max_length=LONGEST, help_text="empty only with a major error")
    scores = serializers.DictField(
        child=WholeNumberField(), default=dict, help_text="by scale, 1 to 5; all of them, or none with a major error"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError with the fields that are missing or have no known value."""
        error, verdict, scores = (attrs.pop(name) for name in ("major_error", "verdict", "scores"))
        problems = _problems(error, verdict, scores, self.context["verdicts"])
        if problems:
            raise serializers.ValidationError(problems)
        kept = {name: scores[name] for name in scales().names} if error == NO_ERROR else {}
        return attrs | {"major_error": error, "label": verdict or NO_VERDICT, "scores": kept}


def _problems(error: str, verdict: str, scores: dict[str, int], verdicts: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    if error not in scales().errors:
        found["major_error"] = [_("Say whether the evidence has a major error.")]
    if verdict and verdict not in verdicts:
        found["verdict"] = [_("Choose one of the verdicts.")]
    if error != NO_ERROR:
        return found
    if not verdict:
        found["verdict"] = [_("Choose a verdict.")]
    for name in scales().names:
        if scores.get(name) not in POINTS:
            found[name] = [_("Choose a point from 1 to 5.")]
    if unknown := sorted({*scores}.difference(scales().names)):
        found["scores"] = [_("There is no scale “%(name)s”.") % {"name": unknown[0]}]
    return found
