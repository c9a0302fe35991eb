"""Pages of the list of citations without OFFSET: each begins behind a place, and the database reads only its rows.

The order is by the probability that verification fails, worst first, then by key; those without a check come after all
others. The two parts are asked for one after the other, because the databases put NULL at different ends of an index.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from corpus.models import StoredCitation
from frontend.views.lists import number_in

NONE = "none"


@dataclass(frozen=True, slots=True)
class Place:
    """A row's place in the order. `fails` is None for one without a check."""

    fails: float | None
    pk: int

    def __str__(self) -> str:
        return f"{NONE if self.fails is None else repr(self.fails)}_{self.pk}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of the list. `after` and `before` lead to the pages next to it, None where there are none."""

    rows: list[StoredCitation]
    before: Place | None
    after: Place | None


def place_of(row: StoredCitation) -> Place:
    return Place(row.fails, row.pk)


def read_place(text: str) -> Place | None:
    """The place that a parameter of an address names; None for anything else."""
    fails, _, key = text.partition("_")
    pk = number_in(key)
    if pk is None:
        return None
    if fails == NONE:
        return Place(None, pk)
    try:
        value = float(fails)
    except ValueError:
        return None
    return Place(value, pk) if math.isfinite(value) else None


def following(rows: QuerySet[StoredCitation], after: Place | None, size: int) -> list[StoredCitation]:
    """At most `size` rows behind a place, from the beginning without one."""
    checked = rows.filter(fails__isnull=False).order_by("-fails", "pk")
    unchecked = rows.filter(fails__isnull=True).order_by("pk")
    if after is not None and after.fails is None:
        return list(unchecked.filter(pk__gt=after.pk)[:size])
    if after is not None:
        checked = checked.filter(fails__lte=after.fails).filter(Q(fails__lt=after.fails) | Q(pk__gt=after.pk))
    found = list(checked[:size])
    return found + list(unchecked[: size - len(found)]) if len(found) < size else found


def preceding(rows: QuerySet[StoredCitation], before: Place, size: int) -> list[StoredCitation]:
    """At most `size` rows just before a place, in the order of the list."""
    checked = rows.filter(fails__isnull=False).order_by("fails", "-pk")
    found: list[StoredCitation] = []
    if before.fails is None:
        found = list(rows.filter(fails__isnull=True, pk__lt=before.pk).order_by("-pk")[:size])
    else:
        checked = checked.filter(fails__gte=before.fails).filter(Q(fails__gt=before.fails) | Q(pk__lt=before.pk))
    if len(found) < size:
        found += list(checked[: size - len(found)])
    return found[::-1]


def page_of(rows: QuerySet[StoredCitation], size: int, after: Place | None, before: Place | None) -> Listed:
    """The page behind `after` or before `before`, the first one without either or where nothing is before."""
    if before is not None and after is None:
        found = preceding(rows, before, size + 1)
        if len(found) > size:
            return Listed(found[1:], place_of(found[1]), place_of(found[-1]))
        return page_of(rows, size, None, None)
    found = following(rows, after, size + 1)
    shown = found[:size]
    back = place_of(shown[0]) if after is not None and shown else None
    return Listed(shown, back, place_of(shown[-1]) if len(found) > size else None)
