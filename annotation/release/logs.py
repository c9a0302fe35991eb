"""Released operations: those named in the paper, of one session, on pages of the corpus."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple
from unicodedata import normalize

from django.db.models import Q, TextField
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
    """One operation of a log."""

    name: str
    value: str
    seconds: Decimal
    active_seconds: Decimal | None
    detail: dict[str, Any]


@dataclass(slots=True)
class Log:
    """Operations of one sitting. `is_imported`: they came with a released data set and are written unchanged."""

    rows: list[LoggedRow] = field(default_factory=list)
    is_imported: bool = False

    @property
    def seconds(self) -> Decimal | None:
        """How long it took, by the clock that stops while the page is hidden where there was one."""
        for row in reversed(self.rows):
            if row.name == FINISH:
                active: Decimal | None = row.active_seconds
                return row.seconds if active is None else active
        return None


@dataclass(slots=True)
class Logs:
    """(assignment, sitting) -> its log; `titles` are those pages of the corpus that any of them names."""

    of: defaultdict[tuple[int, int], Log] = field(default_factory=lambda: defaultdict(Log))
    titles: set[str] = field(default_factory=set)

    def released(self, assignment: int, sitting: int = 1) -> tuple[list[OperationRecord], int]:
        """The operations that are released, and how many are not, for what they name."""
        log = self.of.get((assignment, sitting))
        if log is None:
            return [], 0
        if log.is_imported:
            times = ((row, row.detail.get("time") or seconds_text(row.seconds)) for row in log.rows)
            return [OperationRecord(row.name, row.value, str(time)) for row, time in times], 0
        papers = [row for row in log.rows if row.name in PAPERS]
        kept = [row for row in papers if _is_releasable(row, self.titles)]
        records = [OperationRecord(row.name, _value(row), seconds_text(row.seconds)) for row in kept]
        return records, len(papers) - len(kept)

    def pages(self, assignment: int) -> set[str]:
        """The pages of the corpus that the operations of the first sitting name."""
        log = self.of.get((assignment, 1))
        named = {_title(row.name, row.value) for row in log.rows} if log is not None else set()
        return {title for title in named if title is not None} & self.titles


def logs_of(
    corpus: Corpus, assignments: Sequence[int], *, all_sittings: bool = False, withheld: Withheld = EVERYTHING
) -> Logs:
    """The logs of these assignments, of the first sitting alone unless all are wanted."""
    logged = _columns(withheld)
    names = Q(name__in=[*sorted(PAPERS), *TELLING]) | Q(sequence=0, name=IMPORTED)
    rows = Operation.objects.filter(names, assignment__in=assignments).order_by("assignment", "sequence")
    if not all_sittings:
        rows = rows.filter(sitting=1)
    logs = Logs()
    for assignment, sitting, *row in rows.values_list("assignment_id", "sitting", *logged).iterator(chunk_size=5_000):
        log = logs.of[assignment, sitting]
        if row[0] == IMPORTED:
            log.is_imported = True
        else:
            log.rows.append(_logged(row))
    _read_imported(logs, logged)
    logs.titles = known_titles(corpus, (_title(row.name, row.value) for log in logs.of.values() for row in log.rows))
    return logs


def known_titles(corpus: Corpus, named: Iterable[str | None]) -> set[str]:
    """Filter titles of pages in the corpus."""
    pending = iter({title for title in named if title is not None})
    known: set[str] = set()
    while chunk := list(islice(pending, TITLES_AT_ONCE)):
        known.update(StoredPage.objects.filter(corpus=corpus, title__in=chunk).values_list("title", flat=True))
    return known


def seconds_text(seconds: Decimal) -> str:
    """Format seconds as in released files: "0", "0.962", "113"."""
    text = f"{seconds:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def nfd(text: str) -> str:
    return text if text.isascii() else normalize("NFD", text)


def _columns(withheld: Withheld) -> tuple[str | Combinable, ...]:
    """The columns of `LoggedRow`. Most details are empty: they are decoded where they are not."""
    return ("name", withheld.values(checked=True), "seconds", "active_seconds", Cast("detail", TextField()))


def _read_imported(logs: Logs, logged: Sequence[str | Combinable]) -> None:
    """Logs that came with a data set may have words of others: all of them are read."""
    imported = [assignment for (assignment, _sitting), log in logs.of.items() if log.is_imported]
    if not imported:
        return
    for assignment in imported:
        logs.of[assignment, 1].rows.clear()
    rows = Operation.objects.filter(assignment__in=imported, sitting=1, sequence__gt=0)
    for assignment, *row in rows.order_by("assignment", "sequence").values_list("assignment_id", *logged):
        logs.of[assignment, 1].rows.append(_logged(row))


def _logged(row: Sequence[Any]) -> LoggedRow:
    *told, detail = row
    return LoggedRow._make([*told, {} if detail == "{}" else json.loads(detail)])


def _value(row: LoggedRow) -> str:
    return row.name if row.name in SELF else nfd(row.value)


def _is_releasable(row: LoggedRow, titles: set[str]) -> bool:
    if row.name in WITH_TEXT:
        return bool(row.value.strip())
    if row.name == NOW_ON and row.value.startswith(SEARCH_PAGE):
        return True
    if row.name in ELEMENTS or row.name == NOW_ON:
        return _title(row.name, row.value) in titles
    return True


def _title(name: str, value: str) -> str | None:
    """The page an operation names."""
    if name == NOW_ON:
        return nfd(value)
    return _page_of(value) if name in ELEMENTS else None


@lru_cache(maxsize=4_096)
def _page_of(element_id: str) -> str | None:
    try:
        element = parse(nfd(element_id))
    except BadElementId:
        return None
    return None if element.kind in WHOLES else element.page
