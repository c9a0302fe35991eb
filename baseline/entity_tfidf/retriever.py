"""The paper's retriever (section 4; supplement, 7.7.1).

Pages: titles that the claim names letter by letter; if these are fewer than k, pages whose introductions are nearest to
the claim by TF-IDF are added. Sentences and tables of these pages: TF-IDF likewise, with the document frequencies of
the claim's own candidates. Lists are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from baseline.candidates import PageCandidate, PassageCandidate, PassageKind
from baseline.config import Config
from baseline.entity_tfidf.index import Introductions, introduction
from baseline.entity_tfidf.ngrams import cosines
from baseline.pages.names import exact_titles
from baseline.passages.rank import Ranked, Reorder, best_passages
from baseline.passages.split import MOST_ROWS, SHOWN
from baseline.source import Source
from baseline.words import ClaimWords
from corpus.page.element_id import full_id
from corpus.page.elements import Page, Section, Sentence, Table
from corpus.page.links import plain_text

NAMED = 1.0  # is added to the cosine of a page that the claim names: it comes before all that it does not


@dataclass(frozen=True, slots=True)
class EntityTfidfRetriever:
    """See the module and `baseline.retriever.Retriever`."""

    config: Config
    source: Source
    introductions: Introductions
    passage_model: ClassVar[str] = "tfidf"

    def pages(self, claim: ClaimWords, also: Sequence[str] = ()) -> tuple[PageCandidate, ...]:
        """See Retriever. Of more than k named pages, those whose introductions are nearest to the claim."""
        settings = self.config.pages
        found = []
        named = exact_titles(claim, self.source, settings.longest_name, settings.spacy)
        self.source.load([*named, *also])
        for title, name in named.items():
            page = self.source.page(title)
            if page is not None:
                cosine = self.introductions.cosine(claim.text, introduction(page))
                found.append(PageCandidate(title, NAMED + cosine, name))
        found.sort(key=lambda page: -page.score)
        if len(found) < settings.keep:
            found += self._nearest(claim, {page.title for page in found})
        for title in also:
            page = self.source.page(title)
            if page is not None and title not in {one.title for one in found}:
                found.append(PageCandidate(title, self.introductions.cosine(claim.text, introduction(page))))
        return tuple(found)

    def _nearest(self, claim: ClaimWords, named: set[str]) -> Iterator[PageCandidate]:
        """The k pages, other than those named, with the nearest introductions; fewer if some are gone."""
        ranked = self.introductions.rank(claim.text, self.config.pages.keep + len(named))
        self.source.load([title for title, _ in ranked])
        for title, cosine in ranked:
            if title not in named and self.source.page(title) is not None:
                yield PageCandidate(title, cosine)

    def passages(self, claim: ClaimWords, pages: Sequence[PageCandidate], reorder: Reorder) -> Ranked:
        """See Retriever. What shares no n-gram with the claim is left out."""
        settings, read = self.config.passages, [page for each in pages if (page := self.source.page(each.title))]
        sentences = _ranked(claim, [each for page in read for each in _sentences(page)])
        tables = _ranked(claim, [each for page in read for each in _tables(page)])
        return Ranked(
            best_passages(sentences, settings.sentences, reorder),
            best_passages(tables, settings.tables, reorder),
        )


@dataclass(frozen=True, slots=True)
class _Text:
    """A sentence or table, the text that is compared, and the text that is shown."""

    element: str
    page: str
    kind: PassageKind
    text: str
    shown: str


def _ranked(claim: ClaimWords, texts: Sequence[_Text]) -> list[PassageCandidate]:
    if not texts:
        return []
    scores, shared = cosines(claim.text, [each.text for each in texts])
    return [
        PassageCandidate(each.element, each.page, each.kind, score, each.shown)
        for each, score, is_shared in zip(texts, scores.tolist(), shared.tolist(), strict=True)
        if is_shared
    ]


def _sentences(page: Page) -> Iterator[_Text]:
    for element in page.elements:
        if isinstance(element, Sentence):
            text = plain_text(element.text)
            yield _Text(full_id(page.title, element.id), page.title, "sentence", text, text)


def _tables(page: Page) -> Iterator[_Text]:
    """Tables with page title, the headings above them and caption, as the paper's code gives them to TF-IDF."""
    headings: list[Section] = []
    for element in page.elements:
        if isinstance(element, Section):
            headings = [*(above for above in headings if above.level < element.level), element]
        elif isinstance(element, Table):
            rows = [" | ".join({cell.id: cell.value for cell in row}.values()) for row in element.rows[:MOST_ROWS]]
            around = [page.title, *(heading.value for heading in headings), element.caption or ""]
            table = plain_text(" \n ".join(rows))
            text = plain_text(" ; ".join(around)) + " . " + table
            yield _Text(full_id(page.title, element.id), page.title, "table", text, table[:SHOWN])
