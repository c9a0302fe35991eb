"""A page as a list of its sentences, as FEVER shows pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from annotation.projects.models import Project
from annotation.vocabulary.evidence_kinds import EvidenceKinds
from corpus.introductions import introduction_of
from corpus.models import StoredPage
from corpus.page.context import context_ids
from corpus.page.element_id import full_id, parse
from corpus.page.elements import Page, Sentence, sentences
from frontend.reading.context_data import context_data
from frontend.reading.rendering import Rendering, inline_html, local_attributes


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence. `number` is that of its id, from 0, which is FEVER's line; `attributes` and `html` are escaped."""

    number: int
    attributes: SafeString
    html: SafeString


def line_sentences(project: Project, page: Page, row: StoredPage) -> list[Sentence]:
    """The sentences of the introduction, or of the whole page where the project accepts those; without hatnotes."""
    if project.evidence_kinds == EvidenceKinds.INTRODUCTIONS:
        return list(introduction_of(page, row.hatnotes))
    hatnotes = set(row.hatnotes)
    return [one for one in sentences(page) if one.id not in hatnotes and one.text]


def lines_of(project: Project, row: StoredPage, article: Mapping[str, Any]) -> dict[str, Any]:
    """Context of `reader/_lines.html` beyond that of an article."""
    page, rendering = article["page"], article["rendering"]
    shown = line_sentences(project, page, row)
    contexts = {full_id(page.title, one.id): context_ids(page, full_id(page.title, one.id)) for one in shown}
    return {"lines": [_line(one, rendering) for one in shown], "context_data": context_data(contexts, {})}


def _line(sentence: Sentence, rendering: Rendering) -> Line:
    number = parse(full_id(rendering.page_title, sentence.id)).numbers[0]
    attributes = mark_safe(local_attributes(rendering, sentence.id))  # noqa: S308 - escaped there
    return Line(number, attributes, mark_safe(inline_html(sentence.text, rendering, sentence.id)))  # noqa: S308
