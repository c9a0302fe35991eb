"""Free text in logs: which operations have it, and what releases write in its place.

Files are made of what the database returns for a value, so that no file can have another.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Case, Exists, F, OuterRef, Q, TextField, Value, When
from django.db.models.expressions import Combinable

from annotation.release.privacy.kinds import TextKind
from annotation.vocabulary.operation_names import FULL_TEXT, OperationName, OwnOperation

SEARCH_PAGE = "?search="
TYPED = (OperationName.SEARCH.value, OperationName.PAGE_SEARCH.value)
# Read from a log to tell how evidence was found, and in no file.
TELLING = (OwnOperation.SUGGESTION_ACCEPTED.value, OwnOperation.SET_REMOVE.value)
OF_PAPER = tuple(name.value for name in OperationName)


def is_kind(kind: TextKind, *, checked: bool = False) -> Q:
    """Operations whose value is text of this kind. `checked`: of the others, values of the paper's operations name
    elements and pages of the corpus, or are left out."""
    searches = Q(name__in=TYPED) | Q(name=OperationName.NOW_ON, value__startswith=SEARCH_PAGE)
    if kind is TextKind.SEARCHES:
        return searches
    if kind is TextKind.LINKS:
        return Q(name=OperationName.HYPERLINK)
    known = (*OF_PAPER, *TELLING, OwnOperation.IMPORTED.value) if checked else (*TYPED, OperationName.HYPERLINK.value)
    return ~Q(name__in=known) & ~searches


def replaced(condition: Q | Exists, marker: str) -> Iterator[When]:
    """Put the marker in place of the text. A search of a page of results, and of full text, is still one."""
    where = condition if isinstance(condition, Q) else Q(condition)
    yield When(where & Q(name=OperationName.NOW_ON, value__startswith=SEARCH_PAGE), then=Value(SEARCH_PAGE + marker))
    full_text = Q(name=OperationName.SEARCH, value__istartswith=FULL_TEXT)
    yield When(where & full_text, then=Value(f"{FULL_TEXT.capitalize()}...{marker}"))
    yield When(where, then=Value(marker))


def column(cases: list[When]) -> Combinable:
    """The column of values with these replacements."""
    return Case(*cases, default=F("value"), output_field=TextField()) if cases else F("value")


def among(rows: object) -> Exists:
    """Operations whose key is in the column `row` of these rows."""
    return Exists(rows.filter(row=OuterRef("pk")))  # type: ignore[attr-defined]
