"""Candidates for highlights on a page (FEVEROUS paper, section 3.1.1). Pure and deterministic."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from annotation.workflows.claim_generation.sampling.settings import HighlightSettings
from corpus.element_id import full_id
from corpus.elements import Page, Sentence, Table
from corpus.links import plain_text


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


def candidates(page: Page, settings: HighlightSettings, hatnotes: Collection[str] = ()) -> list[Candidate]:
    """Every possible highlight of the page, in page order; overlapping runs of sentences are each one.

    `hatnotes` are local ids of sentences that are no running text.
    """
    found = [*_runs(page, settings, hatnotes)]
    for element in page.elements:
        if isinstance(element, Table) and settings.least_rows <= len(element.rows) <= settings.most_rows:
            stratum = Stratum.INFOBOX if element.kind == "infobox" else Stratum.GENERAL
            found.append(Candidate(stratum, page.title, (full_id(page.title, element.id),)))
    return found


def _runs(page: Page, settings: HighlightSettings, hatnotes: Collection[str]) -> Iterator[Candidate]:
    """Consecutive elements that are all sentences, long enough. A heading, table, list or short sentence ends a run."""
    run: list[str] = []
    for element in page.elements:
        if not isinstance(element, Sentence) or element.id in hatnotes or not _is_long(element, settings):
            run = []
            continue
        run.append(full_id(page.title, element.id))
        if len(run) >= settings.sentences_in_a_row:
            yield Candidate(Stratum.SENTENCES, page.title, tuple(run[-settings.sentences_in_a_row :]))


def _is_long(sentence: Sentence, settings: HighlightSettings) -> bool:
    return len(plain_text(sentence.text).split()) >= settings.least_tokens
