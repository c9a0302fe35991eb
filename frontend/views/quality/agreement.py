"""The agreement dashboard: the numbers of `manage.py agreement`, from the same functions, each leading to its items."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.agreement import agreement as agreement_of
from annotation.dashboard.agreement import label_agreement
from annotation.dashboard.status import can_show_results
from annotation.quality.agreement.definitions import GROUPINGS
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.report import Figure
from annotation.quality.agreement.result import value_of
from annotation.work.registry import comparable_workflows
from annotation.work.workflow import AnyWorkflow, Text
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.alerts import statistical_notices
from frontend.views.quality.figure_blocks import Number, figures_page, file_of, number
from frontend.views.quality.filters import asked_filters, query_of
from frontend.views.quality.groups import WEEK, group_block
from frontend.views.quality.tasks import asked_workflow, kinds_of, plain_workflows


@quality_view("GET")
def agreement(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """The first of a project's quality pages, of the workflow that `?kind=` names.

    Where no answers can be compared it leads to the time that work took.
    """
    known = comparable_workflows(access.project)
    if not known and "kind" not in request.GET:
        return redirect("quality-time", slug=access.project.slug)
    workflow = asked_workflow(request, known)
    kinds = kinds_of(known) if len(known) > 1 else []
    if workflow.slug in plain_workflows(access.project):
        return _of_labels(request, access, workflow, kinds)
    form, filters = asked_filters(request, access)
    found = agreement_of(access.project, filters, (WEEK,), with_annotators=True)
    report = found.report
    week = group_block(access.project, WEEK, report.groups[WEEK], filters, None)
    as_file = file_of(request, [week])
    if as_file is not None:
        return as_file
    is_narrowed = query_of(filters) != ""
    shown = access.page(
        form=form,
        kind=workflow.slug,
        kinds=kinds,
        agreement=found,
        report=report,
        is_narrowed=is_narrowed,
        notices=None if is_narrowed or not can_show_results(access.project) else statistical_notices(access),
        sections=_sections(access.project.slug, report, filters),
        week=week,
    )
    return render(request, "quality/agreement.html", shown)


@quality_view("GET")
def groups(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Agreement by claim type, challenge, evidence overlap, calibration score and the like."""
    form, filters = asked_filters(request, access)
    report = agreement_of(access.project, filters, tuple(by for by in GROUPINGS if by != WEEK)).report
    overall = next((value_of(one.result) for one in report.figures if one.name == "verdict.fleiss"), None)
    blocks = [group_block(access.project, by, report.groups[by], filters, overall) for by in _known(report)]
    shown = {"form": form, "report": report, "items": report.items, "is_narrowed": query_of(filters) != ""}
    return figures_page(request, access, "quality/groups.html", blocks, **shown)


def _of_labels(
    request: PersonRequest, access: QualityAccess, workflow: AnyWorkflow, kinds: list[tuple[str, Text]]
) -> HttpResponse:
    """The page of a workflow whose answers are labels alone."""
    report = label_agreement(access.project, workflow)
    tasks_url = f"{reverse('quality-tasks', args=[access.project.slug])}?{urlencode({'kind': workflow.slug})}"
    numbers = [number(_(one.label), _(one.definition), one.result, tasks_url) for one in report.figures]
    shown = access.page(kind=workflow.slug, kinds=kinds, items=len(report.items), numbers=numbers, tasks_url=tasks_url)
    return render(request, "quality/label_agreement.html", shown)


def _known(report: AgreementReport) -> list[str]:
    """The groupings in their order; what has a single unknown group, such as mutations of imported claims, is left
    out."""
    return [by for by in report.groups if any(group.name for group in report.groups[by])]


def _sections(slug: str, report: AgreementReport, filters: Filters) -> list[tuple[str, list[Number]]]:
    """The figures under their headings, in the report's order."""
    headings = {
        "verdict": _("Verdict"),
        "evidence": _("Evidence"),
        "challenge": _("Challenge"),
        "annotators": _("Annotators"),
    }
    found: dict[str, list[Number]] = {name: [] for name in headings}
    for figure in report.figures:
        found[figure.name.partition(".")[0]].append(_number(slug, figure, filters))
    return [(headings[name], numbers) for name, numbers in found.items()]


def _number(slug: str, figure: Figure, filters: Filters) -> Number:
    page = "quality-matrix" if figure.name.startswith("annotators.") else "quality-items"
    more = {} if page == "quality-matrix" else {"figure": figure.name}
    address = reverse(page, args=[slug]) + query_of(filters, **more)
    return number(_(figure.label), _(figure.definition), figure.result, address)
