"""Every table of the annotation room, gathered for Django; each is defined in the folder of its subject."""

from __future__ import annotations

from annotation.adjudication.models import Adjudication, Returned
from annotation.calibration.models import Calibration, ClaimGrade, GoldItem
from annotation.jobs.models import Job, JobWorker
from annotation.projects.models import Guidelines, GuidelinesConfirmation, Membership, Project, User
from annotation.projects.tokens import ApiToken
from annotation.quality_sampling.models import QaSample, QaTurn
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
    "Adjudication",
    "ApiToken",
    "Assignment",
    "Calibration",
    "Claim",
    "ClaimGrade",
    "ClaimRevision",
    "ClaimSet",
    "ClaimSignature",
    "Draft",
    "Evidence",
    "EvidenceSet",
    "GoldItem",
    "Guidelines",
    "GuidelinesConfirmation",
    "Highlight",
    "HighlightSample",
    "Job",
    "JobWorker",
    "Membership",
    "Operation",
    "Project",
    "QaSample",
    "QaTurn",
    "Report",
    "Returned",
    "Task",
    "User",
    "Verification",
]
