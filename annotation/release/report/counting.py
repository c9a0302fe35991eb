"""Count the released rows in one pass, for the tables and figures of claims and evidence."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple
from unicodedata import normalize

from annotation.quality.audit.evidence_types import evidence_type
from annotation.quality.audit.positions import Chosen, Positions
from annotation.quality.audit.positions import positions as positions_of
from annotation.release.record import Record
from annotation.vocabulary.operation_names import FULL_TEXT, OperationName
from corpus.page.element_id import ElementKind, parse

_TOKEN = re.compile(r"\w+(?:['’.,-]\w+)*|[^\w\s]")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")
IN_TABLES = frozenset({ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION})
CELLS = frozenset({ElementKind.CELL, ElementKind.HEADER_CELL})


class ClaimOrigin(NamedTuple):
    """Origin of a claim; "" where it is not known, as of imported claims."""

    claim_type: str = ""
    mutation: str = ""
    expected_challenge: str = ""
    highlight_kind: str = ""


UNKNOWN = ClaimOrigin()


@dataclass(slots=True)
class Counts:
    """Sums over rows. Counters of numbers map the number to how many rows (or sets) have it.

    `types`: evidence sets of sentences, cells or both. `kinds`: pieces of evidence by kind of element, each once a
    row. `tables`: distinct tables a row's evidence stands in, added up. `title_named`: rows with a page of evidence
    whose title stands in the claim. `composed`: rows each of whose sets has several "elements", is on several "pages".
    """

    rows: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    kinds: Counter[ElementKind] = field(default_factory=Counter)
    tables: int = 0
    sets: Counter[int] = field(default_factory=Counter)
    pages: Counter[int] = field(default_factory=Counter)
    pieces: Counter[int] = field(default_factory=Counter)
    composed: Counter[str] = field(default_factory=Counter)
    tokens: Counter[int] = field(default_factory=Counter)
    tokens_by_type: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    tokens_by_highlight: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
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
        self.tokens_by_type[written.claim_type][length] += 1
        self.tokens_by_highlight[written.highlight_kind][length] += 1
        self._evidence(row)
        self._operations(row)

    def _evidence(self, row: Record) -> None:
        self.sets[len(row.evidence)] += 1
        for one in row.evidence:
            self.types[evidence_type(one.content)] += 1
            self.pieces[len(one.content)] += 1
        if row.evidence:
            self.composed["elements"] += all(len(one.content) > 1 for one in row.evidence)
            self.composed["pages"] += all(len({parse(e).page for e in one.content}) > 1 for one in row.evidence)
        contexts = {element: context for one in row.evidence for element, context in one.context.items()}
        found = [parse(element) for element in contexts]
        self.kinds.update(element.kind for element in found)
        self.tables += len({(one.page, one.numbers[0]) for one in found if one.kind in IN_TABLES})
        pages = {one.page for one in found}
        self.pages[len(pages)] += 1
        self.title_named += _names_a_page(row.claim, pages)
        _add(self.places, positions_of(Chosen.of(e, context) for e, context in contexts.items()))

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
        _add(whole, part)
    return whole


def _add(whole: Any, part: Any) -> None:
    """Add counts field by field: numbers, counters, and what holds several of these."""
    for name in (each.name for each in fields(whole)):
        mine, more = getattr(whole, name), getattr(part, name)
        if isinstance(mine, int):
            setattr(whole, name, mine + more)
        elif isinstance(mine, Counter):
            mine.update(more)
        elif isinstance(mine, dict):
            for key, counts in more.items():
                mine[key].update(counts)
        else:
            _add(mine, more)


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


def _names_a_page(claim: str, pages: Iterable[str]) -> bool:
    """Whether a title, without what stands in brackets behind it, is part of the claim, in whatever case."""
    said = normalize("NFC", claim).casefold()
    return any(normalize("NFC", _IN_BRACKETS.sub("", page)).casefold() in said for page in pages)
