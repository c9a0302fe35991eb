"""Blindness of raters: nobody rates a system of their own team, and two systems' evidence for one claim lie apart."""

from __future__ import annotations

from django.db.models import Q

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment
from annotation.workflows.evidence_rating.models import SLUG, RatedEvidence


def exclude_own_teams(person: User, project: Project) -> Q:
    """Evidence that the person must not rate."""
    own = RatedEvidence.excluded.through._default_manager.filter(user=person, ratedevidence__project=project)
    return Q(pk__in=own.values("ratedevidence"))


def prefer_other_claims(person: User, project: Project) -> Q:
    """Evidence for another claim than the one that the person had last: they would compare the two."""
    mine = Assignment.objects.filter(person=person, project=project, kind=SLUG).order_by("-pk")
    last = mine.values_list("task__rated_evidence__claim_id", flat=True).first()
    return Q() if last is None else ~Q(rated_evidence__claim_id=last)
