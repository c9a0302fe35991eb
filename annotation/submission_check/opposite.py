"""Find passages with the subject of the claim and another value than the claim or the chosen evidence. Pure.

A plain method without a model. A figure of the claim, or of a chosen element, is compared with figures of the same
kind (year or number) elsewhere. In a sentence or list item, half of the words around both have to be the same. In a
cell, the header has to consist of words of the claim, and the page or another cell of the row has to be its subject.
Places, persons and nationalities are compared on the page of the subject, where the same words stand before them, and a
chosen cell with the cell of the same headers in another table there.
It says nothing about the verdict. How often it finds what: benchmarks/submission_check/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from annotation.evidence.excerpts import ExcerptJson
from annotation.submission_check.named_values import Named, differs, is_about, named_values
from annotation.submission_check.values import Content, Figure, content_of, plain, stems_of
from corpus.page.context import cell_contexts
from corpus.page.element_id import full_id
from corpus.page.elements import Cell, List, Page, Sentence, Table
from corpus.page.links import plain_text

LEAST_WORDS = 2  # that stand around both figures
LEAST_SHARE = 0.5  # of the words around the figure that is compared
LONGEST_HEADER = 4  # words: a longer one is a sentence
LONGEST_PASSAGE = 2_000  # characters
MOST_CELLS = 20_000  # of a table
MOST_FOUND = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A passage. `against`: the chosen element that says otherwise; None where only the claim does."""

    element_id: str
    against: str | None
    score: float


@dataclass(frozen=True, slots=True)
class _Reference:
    """A figure that others are compared with. `element_id`: the chosen element that has it; None: the claim."""

    figure: Figure
    element_id: str | None


@dataclass(frozen=True, slots=True)
class _NamedReference:
    """A name that others are compared with, as `_Reference`."""

    value: Named
    element_id: str | None


@dataclass(frozen=True, slots=True)
class _ChosenCell:
    """A chosen cell with the headers by which the same cell is known in another table."""

    element_id: str
    headers: tuple[frozenset[str], frozenset[str]]
    text: str


@dataclass(frozen=True, slots=True)
class _Question:
    """What is looked for. `values`: all of the claim and of what was chosen: another one is what differs.

    `is_refuted`: the references are the figures of the claim that no chosen element has, and a passage with the same
    value is what differs from the verdict.
    """

    claim: Content
    chosen: frozenset[str]
    titles: frozenset[str]
    values: frozenset[str]
    references: tuple[_Reference, ...]
    named: tuple[_NamedReference, ...]
    names: frozenset[str]
    cells: tuple[_ChosenCell, ...]
    is_refuted: bool

    @property
    def asks(self) -> bool:
        return bool(self.references or self.named or self.cells)

    def differs(self, reference: Figure, figure: Figure, passage: Content) -> bool:
        if figure.is_year != reference.is_year:
            return False
        if self.is_refuted:
            return figure.value == reference.value
        return reference.value not in passage.values and figure.value not in self.values


def opposite(
    claim: str, chosen: Sequence[ExcerptJson], pages: Iterable[Page], *, is_refuted: bool = False
) -> list[Found]:
    """The best MOST_FOUND passages of these pages, best first.

    `is_refuted`: the verdict says that the claim is wrong, so that a passage with the claim's value is the opposite.
    """
    question = _question(claim, chosen, is_refuted=is_refuted)
    found: dict[str, Found] = {}
    for page in pages if question.asks else ():
        for one in _in_page(question, page):
            known = found.get(one.element_id)
            if one.element_id not in question.chosen and (known is None or known.score < one.score):
                found[one.element_id] = one
    return sorted(found.values(), key=lambda one: (-one.score, one.element_id))[:MOST_FOUND]


def _question(claim: str, chosen: Sequence[ExcerptJson], *, is_refuted: bool) -> _Question:
    said = content_of(claim)
    evidence = {one["id"]: content_of(_words_of(one)) for one in chosen}
    there = frozenset[str]().union(*(content.values for content in evidence.values()))
    of_claim = [_Reference(one, None) for one in said.figures if not (is_refuted and one.value in there)]
    of_chosen = [
        _Reference(figure, element)
        for element, content in evidence.items()
        for figure in content.figures
        if not is_refuted and figure.value in said.values
    ]
    names = said.names.union(*(content.names for content in evidence.values()))
    return _Question(
        claim=said,
        chosen=frozenset(evidence),
        titles=frozenset(one["page"] for one in chosen),
        values=said.values | there,
        references=(*of_chosen, *of_claim),
        named=tuple(_named(claim, chosen, is_refuted=is_refuted)),
        names=names,
        cells=tuple(_chosen_cells(said, chosen)) if not is_refuted else (),
        is_refuted=is_refuted,
    )


def _named(claim: str, chosen: Sequence[ExcerptJson], *, is_refuted: bool) -> Iterator[_NamedReference]:
    """Names of the claim; and those of chosen texts that the claim has too, which another passage may deny."""
    there = frozenset[str]().union(*(content_of(_words_of(one)).names for one in chosen))
    of_claim = named_values(claim)
    if not is_refuted:
        for card in chosen:
            for one in named_values(card["text"]):
                if any(one.names & other.names for other in of_claim):
                    yield _NamedReference(one, card["id"])
    for one in of_claim:
        if not (is_refuted and one.names & there):
            yield _NamedReference(one, None)


def _chosen_cells(claim: Content, chosen: Sequence[ExcerptJson]) -> Iterator[_ChosenCell]:
    """Those whose row names something of the claim and whose column is headed."""
    for card in chosen:
        row, column = (stems_of(" ".join(headers)) for headers in (card["row_headers"], card["column_headers"]))
        named = content_of(" ".join(card["row_headers"])).names
        if card["kind"] == "cell" and column and named and named <= claim.names:
            yield _ChosenCell(card["id"], (row, column), plain(card["text"]).casefold())


def _words_of(card: ExcerptJson) -> str:
    return " \n ".join([*card["row_headers"], *card["column_headers"], card["text"]])


def _in_page(question: _Question, page: Page) -> Iterator[Found]:
    names = content_of(page.title.partition(" (")[0]).names
    is_subject = page.title in question.titles or (bool(names) and names <= question.claim.names)
    for element in page.elements:
        if isinstance(element, Sentence):
            yield from _in_text(question, page, element.id, element.text, is_subject=is_subject)
        elif isinstance(element, List):
            for item in element.items:
                yield from _in_text(question, page, item.id, item.value, is_subject=is_subject)
        elif isinstance(element, Table):
            yield from _in_table(question, page, element, is_subject=is_subject)
            if is_subject and question.cells:
                yield from _same_cells(question, page, element)


def _in_text(question: _Question, page: Page, local: str, text: str, *, is_subject: bool) -> Iterator[Found]:
    if is_subject and question.named:
        yield from _names_in_text(question, page, local, plain_text(text)[:LONGEST_PASSAGE])
    if not any(letter.isdigit() for letter in text):
        return
    passage = content_of(plain_text(text)[:LONGEST_PASSAGE])
    if not is_subject and len(passage.names & question.claim.names) < LEAST_WORDS:
        return
    for reference in question.references:
        for figure in passage.figures:
            shared = len(reference.figure.words & figure.words)
            if not reference.figure.predicate & figure.predicate:
                continue  # names alone: another event of the same name
            if shared < LEAST_WORDS or shared < LEAST_SHARE * len(reference.figure.words):
                continue
            if question.differs(reference.figure, figure, passage):
                share = shared / len(reference.figure.words)
                yield Found(full_id(page.title, local), reference.element_id, share + 0.5 * is_subject)


def _names_in_text(question: _Question, page: Page, local: str, text: str) -> Iterator[Found]:
    values = named_values(text)
    if not values:
        return
    passage = content_of(text)
    for reference in question.named:
        one = reference.value
        if not is_about(passage, page.title, question.claim, one.relation):
            continue
        for other in values:
            same = one.relation == other.relation and bool(one.names & other.names)
            if same if question.is_refuted else differs(one, other, passage, question.names):
                yield Found(full_id(page.title, local), reference.element_id, 0.9)


def _same_cells(question: _Question, page: Page, table: Table) -> Iterator[Found]:
    """Cells with the headers of a chosen one of another table, and another text."""
    own = {full_id(page.title, cell.id) for row in table.rows for cell in row}
    wanted = [one for one in question.cells if one.element_id not in own]
    if not wanted or sum(map(len, table.rows)) > MOST_CELLS:
        return
    contexts = cell_contexts(table)
    for cell in (cell for row in table.rows for cell in row if not cell.is_header):
        headers = tuple(stems_of(" ".join(plain_text(one.value) for one in way)) for way in contexts.get(cell.id, ()))
        text = plain(plain_text(cell.value)).casefold()
        for one in wanted:
            if headers == one.headers and text and not _is_part(text, one.text):
                yield Found(full_id(page.title, cell.id), one.element_id, 1.0)


def _is_part(one: str, other: str) -> bool:
    """Whether one says what the other says, and no more."""
    words = [frozenset(re.findall(r"\w+", text)) for text in (one, other)]
    return words[0] <= words[1] or words[1] <= words[0]


def _in_table(question: _Question, page: Page, table: Table, *, is_subject: bool) -> Iterator[Found]:
    headers = (cell for row in table.rows for cell in row if cell.is_header)
    if sum(map(len, table.rows)) > MOST_CELLS or not any(_is_asked_for(question, header) for header in headers):
        return
    contexts = cell_contexts(table)
    for row in table.rows:
        if any(full_id(page.title, cell.id) in question.chosen for cell in row):
            continue  # what stands beside chosen cells was read with them
        for place, cell in enumerate(row):
            across, up = contexts.get(cell.id, ((), ()))
            in_row = is_subject and any(_is_asked_for(question, header) for header in across)
            in_column = any(_is_asked_for(question, header) for header in up)
            if in_row or (in_column and _is_of_subject(question, row[:place])):
                yield from _in_cell(question, full_id(page.title, cell.id), cell, is_subject=is_subject)


def _in_cell(question: _Question, element_id: str, cell: Cell, *, is_subject: bool) -> Iterator[Found]:
    passage = content_of(plain_text(cell.value)[:LONGEST_PASSAGE])
    for reference in question.references:
        if any(question.differs(reference.figure, figure, passage) for figure in passage.figures):
            yield Found(element_id, reference.element_id, 0.6 + 0.4 * is_subject)


def _is_asked_for(question: _Question, header: Cell) -> bool:
    """Whether all words of a short header stand around a figure that is compared."""
    stems = stems_of(plain_text(header.value))
    if not 0 < len(stems) <= LONGEST_HEADER:
        return False
    return any(stems <= reference.figure.words for reference in question.references)


def _is_of_subject(question: _Question, before: Sequence[Cell]) -> bool:
    """Whether one of the first two cells of a row names something of the claim, and none is of another year."""
    contents = [content_of(plain_text(cell.value)) for cell in before]
    years = question.claim.years
    if any(content.years and not content.years & years for content in contents):
        return False
    return any(len(one.names) >= LEAST_WORDS and one.names <= question.claim.names for one in contents[:2])
