"""Permissions: the claims of a project, which `annotation.projects.access` has handed out."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from annotation.accounts.access import by_key, by_key_or_none, by_keys
from annotation.claims.models import Claim
from annotation.projects.models import Project


def claim_of(project: Project, pk: int | None, *related: str) -> Claim:
    """Return a claim of the project with its related rows, for its managers, adjudicators and observers.

    Raises Http404.
    """
    return by_key(Claim.objects.filter(project=project).select_related(*related), pk)


def claim_or_none(project: Project, pk: int | None) -> Claim | None:
    """Return a claim of the project, to narrow a list to it; None where there is none of this key."""
    return by_key_or_none(Claim.objects.filter(project=project), pk)


def claims_of(project: Project, keys: Iterable[int]) -> dict[int, Claim]:
    """Key -> claim, those with one of the keys that are the project's."""
    return by_keys(Claim.objects.filter(project=project), keys)


def claim_rows(project: Project, keys: Iterable[int]) -> QuerySet[Claim]:
    """Select those claims of the project that have one of the keys."""
    return Claim.objects.filter(project=project, pk__in=list(keys))
