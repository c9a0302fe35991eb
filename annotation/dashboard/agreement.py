"""Agreement for a page or a command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from annotation.projects.models import Project
from annotation.quality.agreement.annotators import annotators
from annotation.quality.agreement.filters import EVERYTHING, Filters
from annotation.quality.agreement.items_codec import items_from_text
from annotation.quality.agreement.queries import AgreementReport, add_annotators, figures_of, items_of, names_of
from annotation.quality.agreement.report import grouped
from annotation.quality.agreement.scores import label_scores
from annotation.results.filtered_job import agreement_key, pending_job
from annotation.results.job import ITEMS
from annotation.results.store import Result, cached_result, derived_result, is_stale, result_of
from jobs.models import Job


@dataclass(frozen=True, slots=True)
class Agreement:
    """A report and the age of its data. `pending_job` computes its intervals; until then it has none."""

    report: AgreementReport
    computed_at: datetime
    is_stale: bool
    is_stored: bool
    pending_job: Job | None = None


def agreement(
    project: Project,
    filters: Filters = EVERYTHING,
    by: Sequence[str] = (),
    *,
    with_annotators: bool = False,
    fresh: bool = False,
    may_be_pending: bool = False,
) -> Agreement:
    """The values of `agreement_report`: stored ones of a large project, else those that this process has or computes.

    They may be stale, unless `fresh`. `may_be_pending`: if only the whole project is stored, enqueue a job for the
    intervals and return the values without them.
    """
    stored = _usable(project, cached_result(project, agreement_key(filters)), fresh=fresh)
    if stored is not None:
        report = _selected(stored.value, project, by, with_annotators=with_annotators)
        return Agreement(report, stored.computed_at, is_stale(project, stored), is_stored=True)
    items = items_result(project, fresh=fresh)
    job = pending_job(project, filters) if may_be_pending and items.is_stored else None
    chosen = [item for item in items.value if filters.keep(item)]
    without = {} if job is None else {"resamples": 0}

    def part(name: str, compute: Callable[..., Any]) -> Any:
        """Each is cached by itself: another grouping costs no more than that."""
        return derived_result(project, items, (filters, name, job is None), partial(compute, **without)).value

    scores = label_scores(project) if "calibration" in by else {}
    report = replace(
        part("figures", partial(figures_of, chosen)),
        groups={name: part(name, partial(grouped, chosen, name, scores)) for name in by},
    )
    if with_annotators:
        report = add_annotators(report, part("annotators", partial(annotators, chosen)), chosen, project)
    return Agreement(report, items.computed_at, is_stale(project, items), items.is_stored, job)


def items_result(project: Project, *, fresh: bool = False) -> Result:
    """The items that `agreement` is computed from: a list of `Item`."""
    stored = _usable(project, cached_result(project, ITEMS, items_from_text), fresh=fresh)
    return stored or result_of(project, ITEMS, lambda: items_of(project), fresh=fresh)


def _usable(project: Project, stored: Result | None, *, fresh: bool) -> Result | None:
    return None if stored is None or (fresh and is_stale(project, stored)) else stored


def _selected(
    report: AgreementReport, project: Project, by: Sequence[str], *, with_annotators: bool
) -> AgreementReport:
    """The requested parts of a report that has all, with the names of now."""
    report = replace(report, groups={name: report.groups[name] for name in by})
    if with_annotators:
        return replace(report, names=names_of(project))
    figures = [one for one in report.figures if not one.name.startswith("annotators.")]
    return replace(report, figures=figures, annotators=None, names={})
