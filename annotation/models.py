"""Every table of the annotation room, gathered for Django; each is defined in the folder of its subject."""

from __future__ import annotations

from annotation.projects.models import Membership, Project, User
from annotation.work.models import Assignment, Draft, Operation, Task
from annotation.workflows.claim_generation.models import Claim, Highlight
from annotation.workflows.claim_verification.models import Evidence, EvidenceSet, Verification

__all__ = [
    "Assignment",
    "Claim",
    "Draft",
    "Evidence",
    "EvidenceSet",
    "Highlight",
    "Membership",
    "Operation",
    "Project",
    "Task",
    "User",
    "Verification",
]
