"""Every table of the annotation room, gathered for Django; each is defined in the folder of its subject."""

from __future__ import annotations

from annotation.jobs.models import Job, JobWorker
from annotation.projects.models import Guidelines, GuidelinesConfirmation, Membership, Project, User
from annotation.projects.tokens import ApiToken
from annotation.work.models import Assignment, Draft, Operation, Task
from annotation.workflows.claim_generation.models import (
    Claim,
    ClaimRevision,
    ClaimSet,
    ClaimSignature,
    Highlight,
    HighlightSample,
)
from annotation.workflows.claim_verification.models import Evidence, EvidenceSet, Report, Verification

__all__ = [
    "ApiToken",
    "Assignment",
    "Claim",
    "ClaimRevision",
    "ClaimSet",
    "ClaimSignature",
    "Draft",
    "Evidence",
    "EvidenceSet",
    "Guidelines",
    "GuidelinesConfirmation",
    "Highlight",
    "HighlightSample",
    "Job",
    "JobWorker",
    "Membership",
    "Operation",
    "Project",
    "Report",
    "Task",
    "User",
    "Verification",
]
