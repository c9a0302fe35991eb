"""Serializers of oracle annotation: those of claim verification, under names of their own."""

from __future__ import annotations

from annotation.workflows.claim_verification.serializers import AssignmentOut, SubmissionIn


class OracleAssignmentOut(AssignmentOut):
    """What an oracle annotator works on; `verification` is null, since nothing that was submitted can be changed."""


class OracleSubmissionIn(SubmissionIn):
    """An oracle annotator's label with evidence; lines of `check` are ignored, since nothing is checked."""
