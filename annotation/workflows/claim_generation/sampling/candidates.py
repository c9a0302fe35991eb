"""Candidates for highlights on a page (FEVEROUS paper, section 3.1.1). Pure and deterministic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from annotation.projects.highlight_settings import HighlightSettings
from corpus.page.element_id import full_id
from corpus.page.elements import UNKNOWN_LAYOUT, Layout, Page, Sentence, Table
from corpus.page.links import plain_text


class Stratum(StrEnum):
    """The kinds of highlight whose shares are set; `general` tables are wikitables."""

    SENTENCES = "sentences"
    GENERAL = "general"
    INFOBOX = "infobox"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible highlight: full element ids in page order, four sentences or one table."""

    stratum: Stratum
    page_title: str
    element_ids: tuple[str, ...]


def candidates(
    page: Page, settings: HighlightSettings, layout: Layout = UNKNOWN_LAYOUT, skipped: Counter[str] | None = None
) -> list[Candidate]:
    """Every possible highlight of the page, in page order; overlapping runs of sentences are each one.

    Hatnotes of the `layout` are no running text; its untrusted sentences and tables are in no highlight, and counted
    by reason in `skipped`.
    """
    untrusted = {each.id: layout.untrusted[each.id] for each in page.elements if each.id in layout.untrusted}
    if skipped is not None:
        skipped.update(map(str, untrusted.values()))
    found = [*_runs(page, settings, {*layout.hatnotes, *untrusted})]
    for element in page.elements:
        if element.id in untrusted:
            continue
        if isinstance(element, Table) and settings.least_rows <= len(element.rows) <= settings.most_rows:
            stratum = Stratum.INFOBOX if element.kind == "infobox" else Stratum.GENERAL
            found.append(Candidate(stratum, page.title, (full_id(page.title, element.id),)))
    return found


def _runs(page: Page, settings: HighlightSettings, left_out: Collection[str]) -> Iterator[Candidate]:
    """Consecutive elements that are all sentences, long enough. Anything else, or one `left_out`, ends a run."""
    run: list[str] = []
    for element in page.elements:
        if not isinstance(element, Sentence) or element.id in left_out or not _is_long(element, settings):
            run = []
            continue
        run.append(full_id(page.title, element.id))
        if len(run) >= settings.sentences_in_a_row:
            yield Candidate(Stratum.SENTENCES, page.title, tuple(run[-settings.sentences_in_a_row :]))


def _is_long(sentence: Sentence, settings: HighlightSettings) -> bool:
    return len(plain_text(sentence.text).split()) >= settings.least_tokens
