"""Permissions: verifications and reports of a project, which `annotation.projects.access` has handed out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from annotation.accounts.access import by_key, by_key_or_none, by_keys
from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.workflows.claim_verification.models import Report, Verification

PERSON = "submission__assignment__person"


def verification_of(project: Project, pk: int, *related: str, current: bool = False) -> Verification:
    """Return a verification of a claim of the project, for whoever may see names; `current`: no earlier revision.

    Raises Http404.
    """
    rows = Verification.objects.filter(claim__project=project)
    rows = rows.filter(submission__is_current=True) if current else rows
    return by_key(rows.select_related("claim", PERSON, *related), pk)


def verification_of_claim(claim: Claim, pk: int | None) -> Verification | None:
    """Return a verification of this claim, to return it or to follow it; None where there is none of this key."""
    return by_key_or_none(Verification.objects.filter(claim=claim), pk)


def verifications_of(project: Project, keys: Sequence[int]) -> list[Verification]:
    """Return those verifications of the project that have one of the keys, in the order of the keys."""
    found = by_keys(Verification.objects.filter(claim__project=project).select_related("claim", PERSON), keys)
    return [found[key] for key in keys if key in found]


def verification_rows(project: Project, keys: Iterable[int]) -> QuerySet[Verification]:
    """Select those verifications of the project that have one of the keys."""
    return Verification.objects.filter(claim__project=project, pk__in=list(keys))


def report_of(project: Project, pk: int) -> Report:
    """Return a report of a claim of the project, for its managers. Raises Http404."""
    rows = Report.objects.filter(claim__project=project)
    return by_key(rows.select_related("claim__author", "assignment__person", "decided_by"), pk)
