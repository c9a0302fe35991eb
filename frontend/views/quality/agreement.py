"""The agreement dashboard: the numbers of `manage.py agreement`, from the same functions, each leading to its items."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.agreement import agreement as agreement_of
from annotation.quality.agreement.definitions import GROUPINGS
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.report import Figure
from annotation.quality.agreement.result import value_of
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.alerts import annotators_apart, low_weeks, odd_work
from frontend.views.quality.figure_blocks import Number, file_of, number
from frontend.views.quality.filters import asked_filters, query_of
from frontend.views.quality.groups import WEEK, group_block


@quality_view("GET")
def agreement(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    form, filters = asked_filters(request, access)
    found = agreement_of(access.project, filters, tuple(GROUPINGS), with_annotators=True)
    report = found.report
    overall = next((value_of(one.result) for one in report.figures if one.name == "verdict.fleiss"), None)
    blocks = [group_block(access.project.slug, by, report.groups[by], filters, overall) for by in _in_order(report)]
    as_file = file_of(request, blocks)
    if as_file is not None:
        return as_file
    names = access.names()
    notices = low_weeks(access.project.slug, report.groups[WEEK], filters, overall)
    notices += annotators_apart(access.project.slug, report.annotators, names, filters)
    if query_of(filters) == "":
        notices += odd_work(access)
    shown = access.page(
        form=form,
        agreement=found,
        report=report,
        is_narrowed=query_of(filters) != "",
        notices=notices,
        sections=_sections(access.project.slug, report, filters),
        week=blocks[0],
        blocks=blocks[1:],
    )
    return render(request, "quality/agreement.html", shown)


def _in_order(report: AgreementReport) -> list[str]:
    """The weeks first; what has a single unknown group, such as mutations of imported claims, is left out."""
    told = [by for by in report.groups if by != WEEK and any(group.name for group in report.groups[by])]
    return [WEEK, *told]


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
