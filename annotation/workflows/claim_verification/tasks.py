"""Verification tasks of claims."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.workflows.claim_verification.models import VerificationItem


def open_verification(project: Project, claims: Sequence[Claim] | None) -> list[Task]:
    """Create a verification task for each of these new claims; None: for every claim of the project without one."""
    if claims is None:
        claims = list(project.claims.filter(verification_item=None).order_by("pk"))
    return VerificationItem.objects.create_tasks(project, claims)
