"""Serializers of oracle annotation: those of claim verification, under names of their own."""

from __future__ import annotations

from rest_framework import serializers

from annotation.work.serializers import HeldWorkOut
from annotation.workflows.claim_verification.serializers import ClaimOut, ProjectOut, SubmissionIn
from annotation.workflows.oracle_annotation.tasks import SLUG


class OracleAssignmentOut(HeldWorkOut):
    """What an oracle annotator works on. Nothing that was submitted can be changed."""

    kind = serializers.ChoiceField(choices=[SLUG])  # type: ignore[assignment]  # tells it from a verifier’s
    project = ProjectOut()
    claim = ClaimOut()


class OracleSubmissionIn(SubmissionIn):
    """An oracle annotator's label with evidence; lines of `check` are ignored, since nothing is checked."""
