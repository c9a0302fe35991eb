"""What claim verification shows on pages that all workflows share."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.dashboard.people import done_by_person
from annotation.dashboard.reports import report
from annotation.projects.models import Project
from annotation.quality.agreement.filters import Filters
from annotation.work.period import Period
from annotation.workflows.claim_verification.models import Report
from annotation.workflows.claim_verification.queries import progress
from annotation.workflows.kinds import TaskKind
from frontend.page_sections import Column, PageSections, Reports, Rows, Section
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import Block
from frontend.views.quality.filters import query_of
from frontend.views.quality.production import rate_block
from frontend.workflows.claim_verification.comparison import my_agreement
from frontend.workflows.claim_verification.overview import overview
from frontend.workflows.claim_verification.person import person_section


def _rows(project: Project, rows: Rows) -> str:
    if rows.days is not None:
        first, last = rows.days
        query = urlencode({"person": rows.person or "", "since": first.isoformat(), "until": last.isoformat()})
        return f"{reverse('manage-verifications', args=[project.slug])}?{query}"
    query = query_of(
        Filters(),
        person=rows.person,
        least=rows.least,
        under=rows.under,
        order="fastest" if rows.fastest else None,
    )
    return reverse("quality-rows", args=[project.slug]) + query


def _verified(project: Project, person: int | None, period: Period) -> dict[int, int]:
    return done_by_person(project, TaskKind.CLAIM_VERIFICATION, period, person)


def _address(project: Project, person: int, period: Period) -> str:
    days = {"since": period.first, "until": period.last}
    query = {"person": str(person), "state": "all"}
    query |= {name: day.isoformat() for name, day in days.items() if day is not None}
    return f"{reverse('manage-verifications', args=[project.slug])}?{urlencode(query)}"


def _managing(project: Project) -> dict[str, Any]:
    return {"progress": progress(project)}


def _reported(project: Project) -> Q:
    """A reported claim comes back by a decision on its report alone."""
    return Q(verification_item__claim__in=Report.objects.standing(project).values("claim"))


def _not_enough_info(access: QualityAccess) -> str:
    """The address of the verifications with this verdict, up to the person; empty where the project has none."""
    value = access.labels.not_enough_info
    if not value:
        return ""
    return f"{reverse('quality-rows', args=[access.project.slug])}?{urlencode({'verdict': value})}&person="


def _figures(access: QualityAccess) -> list[Block]:
    address = _not_enough_info(access)
    if not address:
        return []
    label = access.labels.name(access.labels.not_enough_info)
    definition = _("Share of a person’s verifications with the verdict “%(label)s”.") % {"label": label}
    return [rate_block(access, "nei", label, definition, report(access.project, "nei"), address)]


SECTIONS = PageSections(
    own_list="my-verifications",
    overview=Section("claim_verification/_overview.html", overview),
    managing=Section("claim_verification/_managing.html", _managing),
    my_agreement=Section("claim_verification/_my_agreement.html", my_agreement),
    column=Column(gettext_lazy("Verified"), _verified, _address),
    rows=_rows,
    done=gettext_lazy("Verifications"),
    reports=Reports(gettext_lazy("Claims reported"), "by"),
    figures=_figures,
    person=Section("claim_verification/_person.html", person_section),
    not_put_back=_reported,
)
