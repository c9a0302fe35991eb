"""The report for a page: computed once, and shown again while it is good. Held in the memory of each process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from threading import Lock
from typing import TypeVar, cast

from django.utils import timezone

from annotation.agreement.annotators import annotators
from annotation.agreement.filters import EVERYTHING, Filters
from annotation.agreement.items import Item
from annotation.agreement.queries import AgreementReport, beside_annotators, figures_of, items_of
from annotation.agreement.report import grouped
from annotation.projects.models import Project
from annotation.workflows.claim_verification.models import Verification

GOOD_FOR = 120  # seconds, while people go on working; as long as nobody does, a report stays right
PROJECTS_KEPT, PARTS_KEPT = 4, 100

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A report and when it was right. `is_latest`: nothing has been handed in since."""

    report: AgreementReport
    made_at: datetime
    is_latest: bool


@dataclass(frozen=True, slots=True)
class _Read:
    """A project's items at one time; `last` is the newest verification then."""

    items: list[Item]
    last: int
    at: datetime


_read: OrderedDict[object, _Read] = OrderedDict()
_parts: OrderedDict[tuple[object, ...], object] = OrderedDict()
_lock = Lock()


def agreement_snapshot(
    project: Project,
    filters: Filters = EVERYTHING,
    by: Sequence[str] = (),
    *,
    scores: Mapping[int, float] | None = None,
    with_annotators: bool = False,
    fresh: bool = False,
) -> Snapshot:
    """What `agreement_report` gives, at most GOOD_FOR seconds old, or new if `fresh` or if nothing is known."""
    last = _last()
    read = _items(project, last, fresh=fresh)
    chosen = [item for item in read.items if filters.keep(item)]
    key = (*_which(project), read.last, filters)
    report = _kept((*key, "figures"), lambda: figures_of(chosen))
    known = scores or {}
    marks = tuple(sorted(known.items()))
    groups = {name: _kept((*key, name, marks), partial(grouped, chosen, name, known)) for name in by}
    report = replace(report, groups=groups)
    if with_annotators:
        people = _kept((*key, "annotators"), lambda: annotators(chosen))
        report = beside_annotators(report, people, chosen, project)
    return Snapshot(report, read.at, is_latest=read.last == last)


def snapshot_items(project: Project) -> list[Item]:
    """The items that the snapshot's numbers are computed from, for the rows behind them."""
    return _items(project, _last(), fresh=False).items


def _which(project: Project) -> tuple[int, datetime]:
    """The project, told from an earlier one that was deleted: SQLite gives numbers again."""
    return project.pk, project.created_at


def _last() -> int:
    return Verification.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _kept(key: tuple[object, ...], compute: Callable[[], V]) -> V:
    """A part of a report, computed once: each grouping is one, so that looking at another costs no more than that."""
    with _lock:
        known = _parts.get(key)
    if known is None:
        known = compute()
        _keep(_parts, key, known, PARTS_KEPT)
    return cast("V", known)


def _items(project: Project, last: int, *, fresh: bool) -> _Read:
    with _lock:
        known = _read.get(_which(project))
    now = timezone.now()
    if known is not None and (known.last == last or (not fresh and (now - known.at).total_seconds() < GOOD_FOR)):
        return known
    read = _Read(items_of(project), last, now)
    _keep(_read, _which(project), read, PROJECTS_KEPT)
    return read


def _keep(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    with _lock:
        kept[key] = value
        while len(kept) > most:
            kept.popitem(last=False)
