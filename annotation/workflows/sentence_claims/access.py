"""Permissions: draws and sentences of a project that was handed out."""

from __future__ import annotations

from annotation.accounts.access import by_key
from annotation.projects.models import Project
from annotation.workflows.sentence_claims.models import SentenceSample


def sample_of(project: Project, pk: int) -> SentenceSample:
    """Return a draw of sentences for the project. Raises Http404."""
    return by_key(SentenceSample.objects.filter(project=project).select_related("drawn_by"), pk)
