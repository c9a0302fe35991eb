"""Lists of flagged domains and originals of web pages, for whoever was handed their project."""

from __future__ import annotations

from django.http import Http404

from annotation.accounts.access import by_key
from annotation.evidence.web.models import FlaggedList, ProjectWebCorpus
from annotation.projects.models import Project
from corpus.models import WebSnapshot


def flagged_list_of(project: Project, pk: int) -> FlaggedList:
    """Return a list of flagged domains of the project. Raises Http404."""
    return by_key(FlaggedList.objects.filter(project=project).select_related("project"), pk)


def snapshot_to_show(project: Project, title: str) -> WebSnapshot:
    """Return the original of a page of this title, of the project's web corpora. Raises Http404."""
    chosen = ProjectWebCorpus.objects.filter(project=project).values("corpus")
    rows = WebSnapshot.objects.filter(page__page__title=title, page__page__corpus__in=chosen)
    found = rows.order_by("pk").first()
    if found is None:
        raise Http404
    return found
