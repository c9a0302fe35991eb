"""Number elements into a page: the last step of both readers, of wikitext and of HTML."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from corpus.building.emphasis import formatted_text, sentence_runs
from corpus.building.flow import ListLines, Paragraph
from corpus.building.holes import sentences_with_holes, without_holes
from corpus.building.lists import build_lists
from corpus.building.table_layout import ParsedTable, build_table
from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Element, Layout, List, Marks, Page, Section, Sentence, Table, Untrusted
from corpus.page.formatting import Formatting, Runs
from corpus.sentences import split_sentences
from corpus.syntax.parser_state import HOLE, Hatnote, Heading


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """A page (None when nothing citable is left of it) and what was not carried over.

    `dropped` counts by reason, `templates` the unknown templates by name, `tables` those of rendered HTML by role.
    """

    page: Page | None
    layout: Layout
    dropped: Counter[str]
    templates: Counter[str]
    tables: Counter[str] = field(default_factory=Counter)

    @property
    def why_no_page(self) -> str:
        """The reason there is no page, as counted in `dropped`."""
        return next((reason for reason in self.dropped if reason.startswith("page ")), "page without content")


@dataclass(slots=True)
class PageBuilder:
    """Elements so far. Every kind counts from 0 over the whole page, items too (contract (a)).

    `title` is normalised; `language` (a code as in `Site.language`) chooses the rules by which paragraphs are cut.
    Text given to it is clean: tidy, NFD, links in their stored form.
    """

    title: str
    language: str
    dropped: Counter[str]
    elements: list[Element] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    hatnotes: list[str] = field(default_factory=list)
    counts: Counter[ElementKind] = field(default_factory=Counter)
    categories: tuple[str, ...] = ()
    tables: Counter[str] = field(default_factory=Counter)
    untrusted: Marks = field(default_factory=dict)
    boxed: list[str] = field(default_factory=list)
    formatting: Formatting = field(default_factory=Formatting)

    def add(self, block: object) -> None:
        """A block of text; one without text is no element. Tables are read by each reader and come by `add_table`."""
        match block:
            case Heading(level, text, runs) if words := without_holes(text):
                section = Section(self._next(ElementKind.SECTION), words, level)
                self.elements.append(section)
                self._format(section.id, runs)
            case Hatnote(text):
                self._add_hatnote(*formatted_text(text))
            case Paragraph(text, runs):
                self._add_sentences(text, split_sentences(without_holes(text), self.language), runs)
            case ListLines(lines):
                first = self.counts[ElementKind.LIST], self.counts[ElementKind.ITEM]
                found = build_lists(lines, *first, self.untrusted, self.formatting)
                self.counts[ElementKind.LIST] += len(found)
                self.counts[ElementKind.ITEM] += sum(len(each.items) for each in found)
                self.elements += found

    def add_table(self, written: ParsedTable, *, boxed: bool = False) -> None:
        """A table or infobox; an empty one is dropped and counted. A `boxed` one stands inside an infobox."""
        table = build_table(written, self.counts[ElementKind.TABLE], self.dropped, self.untrusted, self.formatting)
        if table is not None:
            self.counts[ElementKind.TABLE] += 1
            self.elements.append(table)
            self.boxed += [table.id] if boxed else []

    def built(self, templates: Counter[str]) -> BuiltPage:
        """The page, if there is anything on it to cite."""
        paragraphs, hatnotes, boxed = map(tuple, (self.paragraphs, self.hatnotes, self.boxed))
        layout = Layout(paragraphs, hatnotes, self.categories, self.untrusted, boxed, self.formatting)
        if any(isinstance(element, Sentence | Table | List) for element in self.elements):
            return BuiltPage(Page(self.title, tuple(self.elements)), layout, self.dropped, templates, self.tables)
        if not any(reason.startswith("page ") for reason in self.dropped):
            self.dropped["page without content"] += 1
        return BuiltPage(None, layout, self.dropped, templates, self.tables)

    def _add_hatnote(self, text: str, runs: Runs) -> None:
        """A hatnote is kept whole."""
        if words := without_holes(text):
            self.hatnotes.append(self._add_sentences(text, [words], runs))

    def _add_sentences(self, text: str, sentences: list[str], runs: Runs) -> str:
        """Sentences that stand together, at least one, of a text with its holes; returns the id of the first."""
        added = [Sentence(self._next(ElementKind.SENTENCE), sentence) for sentence in sentences]
        self.elements += added
        for sentence, found in zip(added, sentence_runs(text, sentences, runs) if runs else (), strict=False):
            self._format(sentence.id, found)
        self.paragraphs.append(added[0].id)
        if HOLE in text:
            marked = sorted(sentences_with_holes(text, sentences))
            self.untrusted.update((added[number].id, Untrusted.MISSING_TEXT) for number in marked)
        return added[0].id

    def _format(self, local: str, runs: Runs) -> None:
        if runs:
            self.formatting.runs[local] = runs

    def _next(self, kind: ElementKind) -> str:
        number = self.counts[kind]
        self.counts[kind] += 1
        return local_id(kind, number)
