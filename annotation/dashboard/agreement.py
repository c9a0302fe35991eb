"""Agreement for a page or a command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from annotation.dashboard.reports import report_result
from annotation.dashboard.status import is_large
from annotation.projects.models import Project
from annotation.quality.agreement.filters import EVERYTHING, Filters
from annotation.quality.agreement.queries import AgreementReport, LabelReport, full_report, label_report, names_of
from annotation.results.job import AGREEMENT, COMPETENCE, ITEMS
from annotation.results.store import cached_result, derived_result, is_stale, result_of
from annotation.work.workflow import AnyWorkflow


@dataclass(frozen=True, slots=True)
class Agreement:
    """A report and the age of its data. `is_stored`: in the database, as all processes show it."""

    report: AgreementReport
    computed_at: datetime
    is_stale: bool
    is_stored: bool


def agreement(
    project: Project,
    filters: Filters = EVERYTHING,
    by: Sequence[str] = (),
    *,
    with_annotators: bool = False,
    with_competence: bool = False,
    fresh: bool = False,
) -> Agreement:
    """The values of `agreement_report`: stored ones of a large project, else those that this process has or computes.

    They may be stale, unless `fresh`. Claims selected by filters are computed from the stored items. `with_competence`:
    of all claims, hence not with filters; of a large project only what is stored, unless `fresh`.
    """
    found = report_result(project, AGREEMENT if filters == EVERYTHING else ITEMS, fresh=fresh)
    if filters != EVERYTHING:
        items = found.value
        found = derived_result(project, found, filters, lambda: full_report(project, items, filters))
    report = replace(found.value, groups={name: found.value.groups[name] for name in by})
    if with_annotators:
        report = replace(report, names=names_of(project))
    else:
        figures = [one for one in report.figures if not one.name.startswith("annotators.")]
        report = replace(report, figures=figures, annotators=None)
    if with_competence and filters == EVERYTHING and (fresh or _is_quick(project)):
        report = replace(report, competence=report_result(project, COMPETENCE, fresh=fresh).value)
    return Agreement(report, found.computed_at, is_stale(project, found), found.is_stored)


def _is_quick(project: Project) -> bool:
    """Whether competence is stored, or so little that nobody waits."""
    return cached_result(project, COMPETENCE) is not None or not is_large(project)


def label_agreement(project: Project, workflow: AnyWorkflow) -> LabelReport:
    """The value of `label_report` that this process has or computes; it may be two minutes old."""
    found: LabelReport = result_of(project, f"labels {workflow.slug}", lambda: label_report(project, workflow)).value
    return found
