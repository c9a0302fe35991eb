"""The report for a page: computed once, and shown again while it is good. Held in the memory of each process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from threading import Lock
from typing import TypeVar, cast

from django.db.models import Count, Max
from django.utils import timezone

from annotation.projects.models import Project
from annotation.quality.agreement.annotators import annotators
from annotation.quality.agreement.filters import EVERYTHING, Filters
from annotation.quality.agreement.items import Item
from annotation.quality.agreement.queries import AgreementReport, add_annotators, figures_of, items_of, names_of
from annotation.quality.agreement.report import grouped
from annotation.quality.calibration.models import GoldItem
from annotation.results.filtered import coming, kept_report
from annotation.results.store import AGREEMENT, ITEMS, Kept, kept_part
from annotation.results.version import is_behind
from annotation.workflows.claim_verification.models import Report, Verification
from jobs.models import Job

GOOD_FOR = 120  # seconds, while people go on working; as long as nobody does, a report stays right
PROJECTS_KEPT, PARTS_KEPT = 4, 100

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A report and when it was right. `is_latest`: nothing has come in since. `is_kept`: from the database.

    `coming`: the job that computes its intervals; until it is done the report has none.
    """

    report: AgreementReport
    made_at: datetime
    is_latest: bool
    is_kept: bool = False
    coming: Job | None = None


@dataclass(frozen=True, slots=True)
class _Read:
    """A project's items at one time; `last` is the newest verification then, `decided` as `_decided`."""

    items: list[Item]
    last: int
    at: datetime
    is_kept: bool = False
    decided: object = None


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
    may_come_later: bool = False,
) -> Snapshot:
    """What `agreement_report` gives, at most GOOD_FOR seconds old, or new if `fresh` or if nothing is known.

    Of a large project what the database keeps (`annotation.results`), which is as old as it says. Where it keeps
    all of them but not these, `may_come_later` has their intervals computed by a job and gives the rest at once.
    """
    last = _last()
    stored = None if fresh else _stored(project, filters)
    if stored is not None:
        report = _cut(stored.value, project, by, with_annotators=with_annotators)
        return Snapshot(report, stored.made_at, is_latest=not is_behind(project, stored.mark), is_kept=True)
    read = _items(project, last, fresh=fresh)
    job = coming(project, filters) if may_come_later and read.is_kept and filters != EVERYTHING else None
    resamples = {} if job is None else {"resamples": 0}
    chosen = [item for item in read.items if filters.keep(item)]
    key = (*_which(project), read.last, read.decided, filters, job is None)
    report = _kept((*key, "figures"), lambda: figures_of(chosen, **resamples))
    known = scores or {}
    marks = tuple(sorted(known.items()))
    groups = {name: _kept((*key, name, marks), partial(grouped, chosen, name, known, **resamples)) for name in by}
    report = replace(report, groups=groups)
    if with_annotators:
        people = _kept((*key, "annotators"), lambda: annotators(chosen, **resamples))
        report = add_annotators(report, people, chosen, project)
    is_latest = read.last == last and (read.is_kept or read.decided == _decided(project))
    return Snapshot(report, read.at, is_latest=is_latest, is_kept=read.is_kept, coming=job)


def _stored(project: Project, filters: Filters) -> Kept | None:
    return kept_part(project, AGREEMENT) if filters == EVERYTHING else kept_report(project, filters)


def snapshot_items(project: Project) -> list[Item]:
    """The items that the snapshot's numbers are computed from, for the rows behind them."""
    return _items(project, _last(), fresh=False).items


def _cut(report: AgreementReport, project: Project, by: Sequence[str], *, with_annotators: bool) -> AgreementReport:
    """Of the whole report what was asked for, with names as they are now."""
    report = replace(report, groups={name: report.groups[name] for name in by})
    if with_annotators:
        return replace(report, names=names_of(project))
    figures = [one for one in report.figures if not one.name.startswith("annotators.")]
    return replace(report, figures=figures, annotators=None, names={})


def _which(project: Project) -> tuple[int, datetime]:
    """The project, told from an earlier one that was deleted: SQLite gives numbers again."""
    return project.pk, project.created_at


def _last() -> int:
    return Verification.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _decided(project: Project) -> object:
    """Changes with what takes verifications out of the items, though none is newer: claims corrected or made gold."""
    decided = Report.objects.filter(claim__project=project, decided_at__isnull=False).order_by("-decided_at")
    gold = GoldItem.objects.filter(task__project=project).aggregate(last=Max("pk"), number=Count("pk"))
    return decided.values_list("decided_at", flat=True).first(), *gold.values()


def _kept(key: tuple[object, ...], compute: Callable[[], V]) -> V:
    """A part of a report, computed once: each grouping is one, so that looking at another costs no more than that."""
    with _lock:
        known = _parts.get(key)
    if known is None:
        known = compute()
        _keep(_parts, key, known, PARTS_KEPT)
    return cast("V", known)


def _items(project: Project, last: int, *, fresh: bool) -> _Read:
    stored = None if fresh else kept_part(project, ITEMS)
    if stored is not None:
        return _Read(stored.value, stored.mark["verification"], stored.made_at, is_kept=True)
    with _lock:
        known = _read.get(_which(project))
    now, decided = timezone.now(), _decided(project)
    is_same = known is not None and (known.last, known.decided) == (last, decided)
    if known is not None and (is_same or (not fresh and (now - known.at).total_seconds() < GOOD_FOR)):
        return known
    read = _Read(items_of(project), last, now, decided=decided)
    _keep(_read, _which(project), read, PROJECTS_KEPT)
    return read


def _keep(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    with _lock:
        kept[key] = value
        while len(kept) > most:
            kept.popitem(last=False)
