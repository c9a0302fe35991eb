"""What a cross-encoder reads of a candidate beside the claim.

A page as its title and the passage of it that fits the claim best; a sentence with title and headings; a table with
title, headings, caption, and its rows as "[column header] is [cell]", those that have most of the claim's words first,
since a model reads so many tokens and no more; a list likewise; a cell with its headers (`verdict/linearise.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from baseline.candidates import PageCandidate
from baseline.config import Passages
from baseline.entity_tfidf.index import introduction
from baseline.passages.score import best_passage
from baseline.passages.split import MOST_ROWS, passages
from baseline.rerank.protocol import C
from baseline.source import Source, claim_weights
from baseline.verdict.linearise import pieces
from baseline.words import Weights, claim_words, stems_of
from corpus.page.context import cell_contexts, element_with, section_chain
from corpus.page.element_id import parse
from corpus.page.elements import Element, List, Page, Section, Table
from corpus.page.links import plain_text

SEPARATOR = " . "  # between rows or items
MOST_CHARACTERS = 2_000  # of a table or list: more than 512 tokens


@dataclass(frozen=True)
class Inputs:
    """The texts of one claim's candidates. `settings`: how a page's best passage is found."""

    claim: str
    source: Source
    settings: Passages

    @cached_property
    def weights(self) -> Weights:
        """The idf of the claim's stems."""
        return claim_weights(self.source, claim_words(self.claim))

    def text(self, candidate: C) -> str:
        """The candidate's text."""
        if isinstance(candidate, PageCandidate):
            page = self.source.page(candidate.title)
            return self._page(page) if page is not None else candidate.title
        return self._element(candidate.element) or candidate.text

    def _page(self, page: Page) -> str:
        best, _ = best_passage(passages(page), self.weights, self.settings)
        return (self._element(best.element) if best else "") or f"{page.title}. {introduction(page)}"

    def _element(self, full_id: str) -> str:
        """The text of an element with its context; empty where the source does not have it."""
        wanted = parse(full_id)
        page = self.source.page(wanted.page)
        holder = element_with(page, wanted) if page is not None else None
        if page is None or holder is None:
            return ""
        if isinstance(holder, Table | List) and wanted.local == holder.id:
            return ". ".join([*_around(page, holder), self._lines(holder)])
        return next(pieces([full_id], self.source), "")

    def _lines(self, holder: Table | List) -> str:
        lines = [*(_rows(holder) if isinstance(holder, Table) else (plain_text(item.value) for item in holder.items))]
        shares = [self.weights.share(stems_of(line)) for line in lines]
        best = sorted(range(len(lines)), key=lambda place: -shares[place])
        return SEPARATOR.join(_within(MOST_CHARACTERS, [lines[place] for place in best]))


def _around(page: Page, holder: Element) -> Iterator[str]:
    """Title, headings (outermost first), caption."""
    yield page.title
    if isinstance(holder, Section):
        return
    yield from filter(None, (plain_text(one.value) for one in reversed(section_chain(page, holder))))
    if isinstance(holder, Table) and holder.caption:
        yield plain_text(holder.caption)


def _rows(table: Table) -> Iterator[str]:
    """Each row that has more than headers; those too where the table has no others."""
    headers = cell_contexts(table)
    rows = [row for row in table.rows[:MOST_ROWS] if any(not cell.is_header for cell in row)]
    for row in rows or table.rows[:MOST_ROWS]:
        parts = []
        for cell in {cell.id: cell for cell in row}.values():
            _, columns = headers.get(cell.id, ((), ()))
            text = plain_text(cell.value)
            header = plain_text(columns[0].value) if columns else ""
            parts.append(f"{header} is {text}" if header and text else text)
        yield " ; ".join(filter(None, parts))


def _within(characters: int, lines: Sequence[str]) -> Iterator[str]:
    """The first lines until they are so long together; at least one."""
    for line in lines:
        yield line
        characters -= len(line) + len(SEPARATOR)
        if characters <= 0:
            return
