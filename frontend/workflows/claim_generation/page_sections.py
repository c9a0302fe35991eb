"""What claim generation shows on pages that all workflows share."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.agreement.filters import Filters
from annotation.vocabulary.tasks import Phase
from annotation.work.period import Period
from annotation.workflows.claim_verification.models import Report
from frontend.page_sections import Column, PageSections, Reports, Rows, Section
from frontend.views.quality.filters import query_of
from frontend.workflows.claim_generation.production import figures, person_section, reports


def _rows(project: Project, rows: Rows) -> str | None:
    """A person's claims, in no order of time."""
    if rows.person is None or rows.days is not None:
        return None
    return reverse("quality-claims", args=[project.slug]) + query_of(Filters(), writer=rows.person)


def _written(project: Project, person: int | None, period: Period) -> dict[int, int]:
    claims = project.claims.filter(period.condition("created_at"), phase=Phase.PRODUCTION, author__isnull=False)
    if person is not None:
        claims = claims.filter(author=person)
    return dict(claims.order_by().values_list("author").annotate(count=Count("pk")))


def _address(project: Project, person: int, period: Period) -> str | None:
    """The list of claims knows no days."""
    return None if period else reverse("quality-claims", args=[project.slug]) + f"?writer={person}"


def _my_reports(project: Project, person: User) -> dict[str, Any]:
    """How many of the person's claims a manager has decided reports of: what they may know of."""
    mine = Report.objects.filter(claim__project=project, claim__author=person).exclude(decision="")
    return {"reported": mine.values("claim").distinct().count()}


SECTIONS = PageSections(
    own_list="my-claims",
    my_agreement_done=Section("claim_generation/_my_agreement_done.html", _my_reports),
    column=Column(_("Claims written"), _written, _address),
    rows=_rows,
    done=_("Claim sets"),
    reports=Reports(_("Reported claims"), "writer"),
    figures=figures,
    production=Section("claim_generation/_production.html", reports),
    person=Section("claim_generation/_person.html", person_section),
)
