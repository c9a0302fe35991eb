"""The claims of one writer, and what was decided of them."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Prefetch, QuerySet

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase
from annotation.workflows.claim_verification.models import Report

RECENT = 5


def written_claims(person: User, project: Project) -> QuerySet[Claim]:
    """The person's claims, latest first, each with `decided_reports`: what was decided of it, and why.

    Those of guided examples are left out.
    """
    decided = Report.objects.exclude(decision="").order_by("-decided_at")
    mine = project.claims.filter(author=person).exclude(phase=Phase.GUIDED)
    rows = mine.select_related("claim_set__submission__assignment").order_by("-pk")
    return rows.prefetch_related(Prefetch("reports", decided, to_attr="decided_reports"))


def reported_claims(project: Project) -> dict[int, tuple[int, int]]:
    """Writer -> how many of their claims somebody reported, of all that they wrote in production."""
    written = Claim.objects.filter(project=project, phase=0, author__isnull=False).order_by()
    counts = dict(written.values_list("author").annotate(of=Count("pk")))
    found = Report.objects.filter(claim__project=project, claim__phase=0, claim__author__isnull=False).order_by()
    times = dict(found.values_list("claim__author").annotate(of=Count("claim", distinct=True)))
    return {writer: (times.get(writer, 0), of) for writer, of in counts.items()}


def my_work(person: User, project: Project) -> dict[str, Any]:
    """What My work shows of a writer: how many claims they have written, and the latest ones."""
    mine = written_claims(person, project)
    return {"done": mine.count(), "recent": list(mine[:RECENT])}
