"""Released operations: those named in the paper, of one session, on pages of the corpus."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby, islice, starmap
from operator import attrgetter
from typing import Any, NamedTuple
from unicodedata import normalize

from django.db.models import QuerySet, TextField
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from annotation.release.privacy.withheld import EVERYTHING, Withheld
from annotation.release.record import OperationRecord
from annotation.vocabulary.operation_names import SELF_VALUED, OperationName, OwnOperation
from annotation.work.models import Operation
from corpus.models import Corpus, StoredPage
from corpus.page.element_id import BadElementId, ElementKind, parse

SEARCH_PAGE = "?search="
TITLES_AT_ONCE = 2_000
NOW_ON, FINISH, IMPORTED = OperationName.NOW_ON.value, OperationName.FINISH.value, OwnOperation.IMPORTED.value
WITH_TEXT = frozenset({OperationName.SEARCH.value, OperationName.HYPERLINK.value, OperationName.PAGE_SEARCH.value})
ELEMENTS = frozenset({OperationName.HIGHLIGHTING.value, OperationName.HIGHLIGHTING_DELETED.value})
PAPERS = frozenset(name.value for name in OperationName)
SELF = frozenset(name.value for name in SELF_VALUED)
# Ours, which are not released, and from which it is read how evidence was found (`suggestions.found_by`).
TELLING = (OwnOperation.SUGGESTION_ACCEPTED.value, OwnOperation.SET_REMOVE.value)
# No operation of the released files names a whole table or list: only what can be cited or is context.
WHOLES = frozenset({ElementKind.TABLE, ElementKind.LIST})


class LoggedRow(NamedTuple):
    """One operation of a log. `seconds`, `active_seconds`: decimals; `details`: JSON. The last two: not of all logs."""

    name: str
    value: str
    seconds: str
    assignment: int
    sitting: int
    active_seconds: str | None = None
    details: str = "{}"

    @property
    def detail(self) -> dict[str, Any]:
        found: dict[str, Any] = {} if self.details == "{}" else json.loads(self.details)
        return found


@dataclass(slots=True)
class Log:
    """Operations of one sitting.

    `origin`: of those that came with a released data set, which are written unchanged, what it says beside them
    (`importing.parsed.ParsedVerification.origin`); else None.
    """

    rows: list[LoggedRow] = field(default_factory=list)
    origin: dict[str, Any] | None = None

    @property
    def is_imported(self) -> bool:
        return self.origin is not None

    @property
    def seconds(self) -> Decimal | None:
        """How long it took, by the clock that stops while the page is hidden where there was one."""
        if self.origin is not None and "seconds" in self.origin:
            return Decimal(self.origin["seconds"])
        for row in reversed(self.rows):
            if row.name == FINISH:
                return Decimal(row.seconds if row.active_seconds is None else row.active_seconds)
        return None


@dataclass(slots=True)
class Logs:
    """(assignment, sitting) -> its log; `titles` are those pages of the corpus that any of them names.

    `page_of`: an element that any of them names -> its page; None where it is none that is released.
    """

    of: defaultdict[tuple[int, int], Log] = field(default_factory=lambda: defaultdict(Log))
    titles: set[str] = field(default_factory=set)
    page_of: dict[str, str | None] = field(default_factory=dict)

    def released(self, assignment: int, sitting: int = 1) -> tuple[list[OperationRecord], int]:
        """The operations that are released, and how many are not, for what they name."""
        log = self.of.get((assignment, sitting))
        if log is None:
            return [], 0
        if log.is_imported:
            times = ((row, row.detail.get("time") or _short(row.seconds)) for row in log.rows)
            return [OperationRecord(row.name, row.value, str(time)) for row, time in times], 0
        records, left_out = list[OperationRecord](), 0
        for name, value, seconds, *_more in log.rows:
            if name in SELF:
                records.append(OperationRecord(name, name, _short(seconds)))
            elif name in PAPERS and self._is_releasable(name, value):
                records.append(OperationRecord(name, nfd(value), _short(seconds)))
            else:
                left_out += name in PAPERS
        return records, left_out

    def found(self, assignment: int) -> list[tuple[str, int | None]] | None:
        """How each piece of released evidence was found, and its rank as a suggestion, where that was imported."""
        origin = self.of[assignment, 1].origin or {}
        return [(way, rank) for way, rank in origin["found"]] if "found" in origin else None

    def pages(self, assignment: int) -> set[str]:
        """The pages of the corpus that the operations of the first sitting name."""
        log = self.of.get((assignment, 1))
        named = {self._title(row.name, row.value) for row in log.rows} if log is not None else set()
        return {title for title in named if title is not None} & self.titles

    def read_titles(self, corpus: Corpus, known: Collection[str]) -> None:
        """Find which pages of the corpus the logs name; `known`: titles of which it is known that they are there."""
        rows = [row for log in self.of.values() for row in log.rows]
        self.page_of = {value: _page_of(value) for value in {row.value for row in rows if row.name in ELEMENTS}}
        named = {title for title in self.page_of.values() if title is not None}
        named |= {nfd(value) for value in {row.value for row in rows if row.name == NOW_ON}}
        self.titles = named.intersection(known) | known_titles(corpus, named.difference(known))

    def _is_releasable(self, name: str, value: str) -> bool:
        if name in ELEMENTS:
            return self.page_of[value] in self.titles
        if name == NOW_ON:
            return value.startswith(SEARCH_PAGE) or nfd(value) in self.titles
        return name not in WITH_TEXT or bool(value.strip())

    def _title(self, name: str, value: str) -> str | None:
        """The page an operation names."""
        if name == NOW_ON:
            return nfd(value)
        return self.page_of[value] if name in ELEMENTS else None


def logs_of(
    corpus: Corpus,
    assignments: Sequence[int],
    *,
    all_sittings: bool = False,
    known: Collection[str] = (),
    withheld: Withheld = EVERYTHING,
) -> Logs:
    """The logs of these assignments: of the first sitting the operations that a row may have, or of all sittings also
    what tells how long they took and how evidence was found.

    `known`: titles of pages of which it is known that the corpus has them.
    """
    names = [*sorted(PAPERS), *(TELLING if all_sittings else ()), IMPORTED]
    rows = Operation.objects.filter(name__in=names, assignment__in=assignments).order_by("assignment", "sequence")
    if not all_sittings:
        rows = rows.filter(sitting=1)
    logs = Logs()
    _read(logs, rows, withheld, whole=all_sittings)
    _read_imported(logs, withheld)
    logs.read_titles(corpus, known)
    return logs


def known_titles(corpus: Corpus, named: Iterable[str]) -> set[str]:
    """Filter titles of pages in the corpus."""
    pending = iter(named)
    known: set[str] = set()
    while chunk := list(islice(pending, TITLES_AT_ONCE)):
        known.update(StoredPage.objects.filter(corpus=corpus, title__in=chunk).values_list("title", flat=True))
    return known


def seconds_text(seconds: Decimal) -> str:
    """Format seconds as in released files: "0", "0.962", "113"."""
    return _short(f"{seconds:f}")


def _short(decimal: str) -> str:
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal


def nfd(text: str) -> str:
    return text if text.isascii() else normalize("NFD", text)


def all_nfd(texts: Sequence[str]) -> Sequence[str]:
    return texts if "".join(texts).isascii() else [normalize("NFD", text) for text in texts]


def _read(logs: Logs, rows: QuerySet[Operation], withheld: Withheld, *, whole: bool) -> None:
    found = starmap(LoggedRow, rows.values_list(*_columns(withheld, whole=whole)).iterator(chunk_size=5_000))
    for of, some in groupby(found, attrgetter("assignment", "sitting")):
        logs.of[of].rows += some


def _read_imported(logs: Logs, withheld: Withheld) -> None:
    """Logs that came with a data set may have words of others: all of them are read.

    They begin with IMPORTED, and so does each of their sittings; what somebody's own program has sent stands later.
    """
    begins = {of for of, log in logs.of.items() if log.rows[0].name == IMPORTED}
    imported = {(assignment, sitting) for assignment, sitting in begins if (assignment, 1) in begins}
    if not imported:
        return
    rows = Operation.objects.filter(assignment__in={assignment for assignment, _sitting in imported})
    everything = Logs()
    _read(everything, rows.order_by("assignment", "sequence"), withheld, whole=True)
    for of in imported:
        first, *rest = everything.of[of].rows
        logs.of[of] = Log(rest, origin=first.detail)


def _columns(withheld: Withheld, *, whole: bool) -> tuple[str | Combinable, ...]:
    """The columns of `LoggedRow`. Numbers and objects as the database writes them: to make half a million, of which few
    are read, takes longer than to fetch them."""
    columns = ("name", withheld.values(checked=True), Cast("seconds", TextField()), "assignment_id", "sitting")
    return (*columns, *(Cast(name, TextField()) for name in ("active_seconds", "detail"))) if whole else columns


def _page_of(element_id: str) -> str | None:
    try:
        element = parse(nfd(element_id))
    except BadElementId:
        return None
    return None if element.kind in WHOLES else element.page
