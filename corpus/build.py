"""Wikitext to a page of numbered elements: the reader's one entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from corpus.element_id import ElementKind, local_id, normalise_title
from corpus.elements import Element, Layout, List, Page, Section, Sentence, Table
from corpus.infobox import read_infobox
from corpus.lists import Line, build_lists
from corpus.reading import Hatnote, Heading, InfoboxSource, Reading, TableSource
from corpus.sentences import split_sentences
from corpus.site import ENGLISH, Site
from corpus.tables import WrittenTable, build_table, read_table
from corpus.tidy import tidy
from corpus.wikitext import Flow, ListLines, Paragraph, blocks, parse

# Raised whenever the same wikitext may give other elements: ids depend on it.
PARSER_VERSION = "2"


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """A page (None when nothing citable is left of it) and what was not carried over.

    `dropped` counts by reason, `templates` the unknown templates by name.
    """

    page: Page | None
    layout: Layout
    dropped: Counter[str]
    templates: Counter[str]


@dataclass(slots=True)
class _Numbering:
    """Elements so far. Every kind counts from 0 over the whole page, items too (contract (a))."""

    elements: list[Element] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    hatnotes: list[str] = field(default_factory=list)
    counts: Counter[ElementKind] = field(default_factory=Counter)

    def next(self, kind: ElementKind) -> str:
        number = self.counts[kind]
        self.counts[kind] += 1
        return local_id(kind, number)

    def add_paragraph(self, sentences: Iterable[str]) -> str:
        """Sentences that stand together, at least one; returns the id of the first."""
        added = [Sentence(self.next(ElementKind.SENTENCE), sentence) for sentence in sentences]
        self.elements += added
        self.paragraphs.append(added[0].id)
        return added[0].id


def build_page(title: str, wikitext: str, site: Site = ENGLISH) -> BuiltPage:
    """The page of this title. Raises BadTitle; never fails on the wikitext itself."""
    reading = Reading(normalise_title(title), site)
    numbering = _Numbering()
    for block in blocks(parse(wikitext), reading):
        _add(block, numbering, reading)
    layout = Layout(tuple(numbering.paragraphs), tuple(numbering.hatnotes))
    if any(isinstance(element, Sentence | Table | List) for element in numbering.elements):
        return BuiltPage(Page(reading.title, tuple(numbering.elements)), layout, reading.dropped, reading.templates)
    reading.dropped["page without content"] += 1
    return BuiltPage(None, layout, reading.dropped, reading.templates)


def _add(block: Flow, numbering: _Numbering, reading: Reading) -> None:
    match block:
        case Heading(level, text):
            if text:
                numbering.elements.append(Section(numbering.next(ElementKind.SECTION), text, level))
        case Hatnote(text):
            numbering.hatnotes.append(numbering.add_paragraph([tidy(text)]))
        case Paragraph(text):
            numbering.add_paragraph(split_sentences(text))
        case ListLines(lines):
            _add_lists(lines, numbering)
        case TableSource(tag):
            _add_table(read_table(tag, reading), numbering, reading)
        case InfoboxSource(template):
            written = read_infobox(template, reading)
            if written is None:
                reading.dropped["infobox without facts"] += 1
            else:
                _add_table(written, numbering, reading)


def _add_lists(lines: tuple[Line, ...], numbering: _Numbering) -> None:
    counts = numbering.counts
    found = build_lists(lines, counts[ElementKind.LIST], counts[ElementKind.ITEM])
    counts[ElementKind.LIST] += len(found)
    counts[ElementKind.ITEM] += sum(len(each.items) for each in found)
    numbering.elements += found


def _add_table(written: WrittenTable, numbering: _Numbering, reading: Reading) -> None:
    table = build_table(written, numbering.counts[ElementKind.TABLE], reading)
    if table is not None:
        numbering.counts[ElementKind.TABLE] += 1
        numbering.elements.append(table)
