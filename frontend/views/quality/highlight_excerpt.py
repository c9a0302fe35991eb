"""A highlight by itself: its sentences, or its table, as they stand on the page."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.projects.models import Project
from annotation.workflows.models import Highlight
from corpus.page.element_id import full_id
from corpus.page.elements import tables
from corpus.store import PageNotFound, get_page, stored
from frontend.reading.table_html import table_html
from frontend.views.reader import article, find_page


@dataclass(frozen=True, slots=True)
class HighlightExcerpt:
    """`table` is empty of sentences; neither is there where the corpus no longer has the page."""

    sentences: list[ExcerptJson]
    table: SafeString


def highlight_excerpt(project: Project, highlight: Highlight) -> HighlightExcerpt:
    """Read the highlight from the corpus."""
    try:
        found = find_page(project, highlight.page_title)
    except PageNotFound:
        return HighlightExcerpt([], SafeString())
    page = get_page(project.corpus, found.title)
    wanted = set(highlight.element_ids)
    table = next((one for one in tables(page) if full_id(page.title, one.id) in wanted), None)
    if table is None:
        return HighlightExcerpt(excerpts(project.corpus, highlight.element_ids)[0], SafeString())
    rendering = article(project, stored(project.corpus, found.title), found)["rendering"]
    return HighlightExcerpt([], mark_safe(table_html(table, rendering)))  # noqa: S308 (escaped by `frontend.reading`)
