"""Citations of a project's corpus, for whoever was handed the project."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404

from annotation.accounts.access import by_key, by_key_or_none
from annotation.evidence.web.models import ProjectWebCorpus
from annotation.projects.models import Project
from corpus.models import CitationSuggestion, StoredCitation, StoredPage


def citation_of(project: Project, pk: int) -> StoredCitation:
    """Return a citation of the project's corpus with its article and its source. Raises Http404."""
    rows = StoredCitation.objects.filter(corpus=project.corpus_id)
    found = by_key(rows.select_related("page", "source_page__web").defer("page__data"), pk)
    found.page.corpus = project.corpus
    return found


def suggestion_of(project: Project, citation: StoredCitation, pk: int | None) -> CitationSuggestion | None:
    """Return a source suggested for the citation, None where there is none of this key."""
    return by_key_or_none(suggestions_of(project, [citation.pk]), pk)


def suggestions_of(project: Project, citations: Collection[int]) -> QuerySet[CitationSuggestion]:
    """The sources suggested for these citations, with their pages, best first.

    A corpus and its checks are shared by projects: only pages of the project's own web corpora are handed out.
    """
    rows = CitationSuggestion.objects.filter(citation__in=citations, page__corpus__in=_searched(project))
    return rows.select_related("page__web")


def citations_of(project: Project, keys: Collection[int]) -> QuerySet[StoredCitation]:
    """Citations of the project's corpus with these keys, with their articles and sources."""
    rows = StoredCitation.objects.filter(corpus=project.corpus_id, pk__in=keys)
    return rows.select_related("page", "source_page__web").defer("page__data").order_by("pk")


def with_sources(project: Project, rows: QuerySet[StoredCitation]) -> QuerySet[StoredCitation]:
    """Those of the citations whose cited page, and a better one, are in the project's web corpora."""
    better = CitationSuggestion.objects.filter(citation=OuterRef("pk"), page__corpus__in=_searched(project))
    return rows.filter(Exists(better), source_page__corpus__in=_searched(project)).exclude(passage="")


def cited_page(project: Project, citation: StoredCitation) -> StoredPage | None:
    """Return the page that the citation refers to; None where it is in no web corpus of the project."""
    page = citation.source_page
    return page if page is not None and _searched(project).filter(corpus=page.corpus_id).exists() else None


def source_to_read(project: Project, citation: StoredCitation, pk: int | None) -> StoredPage:
    """Return the page of a suggestion, of the cited source without a key. Raises Http404."""
    if pk is None:
        page = cited_page(project, citation)
    else:
        suggestion = suggestion_of(project, citation, pk)
        page = None if suggestion is None else suggestion.page
    if page is None:
        raise Http404
    return page


def _searched(project: Project) -> QuerySet[ProjectWebCorpus, Any]:
    return ProjectWebCorpus.objects.filter(project=project).values("corpus")


def still_there(project: Project, citations: Collection[int]) -> set[int]:
    """Those of these keys of citations that the project's corpus has: a new import of an article makes new ones."""
    rows = StoredCitation.objects.filter(corpus=project.corpus_id, pk__in=citations)
    return set(rows.values_list("pk", flat=True))
