"""Count the released rows in one pass, for the tables and figures of claims and evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from annotation.quality.audit.evidence_types import evidence_type
from annotation.quality.audit.positions import Chosen, Positions
from annotation.quality.audit.positions import positions as positions_of
from annotation.release.record import Record
from annotation.vocabulary.operation_names import OperationName
from corpus.element_id import ElementId, ElementKind, parse

_TOKEN = re.compile(r"\w+(?:['’.,-]\w+)*|[^\w\s]")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")
FULL_TEXT = "contains"  # what a full-text search begins with, in whatever case
IN_TABLES = frozenset({ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION})
CELLS = frozenset({ElementKind.CELL, ElementKind.HEADER_CELL})
known_id = lru_cache(maxsize=100_000)(parse)


class ClaimOrigin(NamedTuple):
    """What is known of a claim's making; "" where it is not, as of claims that were brought in."""

    claim_type: str = ""
    mutation: str = ""
    expected_challenge: str = ""
    highlight_kind: str = ""


UNKNOWN = ClaimOrigin()


@dataclass(slots=True)
class Counts:
    """What some rows add up to. Counters of numbers map the number to how many rows (or sets) have it.

    `types`: evidence sets of sentences, cells or both. `kinds`: pieces of evidence by kind of element, each once a
    row. `tables`: distinct tables a row's evidence stands in, added up. `title_named`: rows with a page of evidence
    whose title stands in the claim.
    """

    rows: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    kinds: Counter[ElementKind] = field(default_factory=Counter)
    tables: int = 0
    sets: Counter[int] = field(default_factory=Counter)
    pages: Counter[int] = field(default_factory=Counter)
    pieces: Counter[int] = field(default_factory=Counter)
    tokens: Counter[int] = field(default_factory=Counter)
    tokens_by_type: dict[str, Counter[int]] = field(default_factory=dict)
    tokens_by_highlight: dict[str, Counter[int]] = field(default_factory=dict)
    challenges: Counter[str] = field(default_factory=Counter)
    expected: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)
    with_operations: int = 0
    title_named: int = 0
    places: Positions = field(default_factory=lambda: Positions(Counter(), Counter(), Counter(), Counter()))

    def add(self, row: Record, written: ClaimOrigin) -> None:
        """One row more."""
        self.rows += 1
        self.labels[row.label] += 1
        self.challenges[row.challenge] += 1
        self.expected[written.expected_challenge] += 1
        if row.challenge and written.expected_challenge:
            self.met[written.expected_challenge, row.challenge] += 1
        length = tokens(row.claim)
        self.tokens[length] += 1
        self.tokens_by_type.setdefault(written.claim_type, Counter())[length] += 1
        self.tokens_by_highlight.setdefault(written.highlight_kind, Counter())[length] += 1
        self._evidence(row)
        self._operations(row)

    def _evidence(self, row: Record) -> None:
        self.sets[len(row.evidence)] += 1
        for one in row.evidence:
            self.types[evidence_type(one.content)] += 1
            self.pieces[len(one.content)] += 1
        contexts = {element: context for one in row.evidence for element, context in one.context.items()}
        found = [known_id(element) for element in contexts]
        self.kinds.update(element.kind for element in found)
        self.tables += len({(one.page, one.numbers[0]) for one in found if one.kind in IN_TABLES})
        pages = {one.page for one in found}
        self.pages[len(pages)] += 1
        self.title_named += _names_a_page(row.claim, pages)
        add_places(self.places, positions_of(Chosen.of(e, context) for e, context in contexts.items()))

    def _operations(self, row: Record) -> None:
        self.with_operations += bool(row.annotator_operations)
        for one in row.annotator_operations:
            self.operations[one.operation] += 1
            if one.operation == OperationName.SEARCH and one.value.casefold().startswith(FULL_TEXT):
                self.operations[FULL_TEXT] += 1


def count_rows(rows: Iterable[Record], written: Mapping[int, ClaimOrigin]) -> Counts:
    """The rows added up; `written`: id of a row -> how its claim came about."""
    found = Counts()
    for row in rows:
        found.add(row, written.get(row.id, UNKNOWN))
    return found


def merge_counts(parts: Iterable[Counts]) -> Counts:
    """Several splits as one."""
    whole = Counts()
    for part in parts:
        whole.rows += part.rows
        whole.tables += part.tables
        whole.with_operations += part.with_operations
        whole.title_named += part.title_named
        whole.kinds += part.kinds
        whole.met += part.met
        for name in ("labels", "types", "challenges", "expected", "operations"):
            getattr(whole, name).update(getattr(part, name))
        for name in ("sets", "pages", "pieces", "tokens"):
            getattr(whole, name).update(getattr(part, name))
        for name in ("tokens_by_type", "tokens_by_highlight"):
            for group, lengths in getattr(part, name).items():
                getattr(whole, name).setdefault(group, Counter()).update(lengths)
        add_places(whole.places, part.places)
    return whole


def add_places(places: Positions, more: Positions) -> None:
    """Add the second's counts to the first's."""
    places.sentences.update(more.sentences)
    places.rows.update(more.rows)
    places.items.update(more.items)
    places.sections.update(more.sections)


def tokens(text: str) -> int:
    """How many words and punctuation marks a text has. A number with its separators is one word."""
    return len(_TOKEN.findall(normalize("NFC", text)))


def mean(counts: Mapping[int, int]) -> float | None:
    """The mean of numbers that occur so often; None of none."""
    total = sum(counts.values())
    return sum(number * count for number, count in counts.items()) / total if total else None


def pieces_of(kinds: Mapping[ElementKind, int]) -> tuple[int, int]:
    """Sentences, and cells with header cells, among pieces of evidence."""
    return kinds.get(ElementKind.SENTENCE, 0), sum(kinds.get(kind, 0) for kind in CELLS)


def pages_named(row: Record) -> set[str]:
    """The pages on which the row's evidence stands."""
    found: set[str] = {one.page for one in _elements(row)}
    return found


def _elements(row: Record) -> Iterable[ElementId]:
    return (known_id(element) for one in row.evidence for element in one.content)


def _names_a_page(claim: str, pages: Iterable[str]) -> bool:
    """Whether a title, without what stands in brackets behind it, is part of the claim, in whatever case."""
    said = normalize("NFC", claim).casefold()
    return any(normalize("NFC", _IN_BRACKETS.sub("", page)).casefold() in said for page in pages)
