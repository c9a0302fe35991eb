"""Which highlights a person must not write claims from."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment
from annotation.workflows.claim_verification.models import VerificationItem


def exclude_seen_highlights(person: User, project: Project) -> Q:
    """Highlights of which the person was given a claim to verify: what they wrote now would be their own work."""
    given = Assignment.objects.filter(person=person, task=OuterRef("task"))
    same_highlight = VerificationItem.objects.filter(claim__highlight=OuterRef("generation_item__highlight"))
    return Q(Exists(same_highlight.filter(Exists(given))))
