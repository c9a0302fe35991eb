"""Reported claims behind the numbers of Production, without a decision on them."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from annotation.vocabulary.tasks import Phase
from annotation.workflows.claim_verification.models import Report, ReportReason
from frontend.views.access import PersonRequest
from frontend.views.lists import number_of, page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.workflows.claim_verification.rows import with_reason


@quality_view("GET")
def reported(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?writer=, by= (who reported), reason="""
    names, said = access.names(), []
    found: QuerySet[Report] = Report.objects.filter(
        claim__project=access.project, claim__phase=Phase.PRODUCTION
    ).select_related("claim")
    writer, reason = number_of(request, "writer"), request.GET.get("reason", "")
    if writer is not None:
        found = found.filter(claim__author=writer)
        said.append(_("written by %(name)s") % {"name": names.get(writer, "?")})
    by = number_of(request, "by")
    if by is not None:
        found = found.filter(assignment__person=by)
        said.append(_("reported by %(name)s") % {"name": names.get(by, "?")})
    if reason in ReportReason.values:
        found = with_reason(found, reason)
        said.append(str(ReportReason(reason).label))
    page = page_of(request, found.order_by("-created_at", "-pk"))
    rows = [(report, names.get(report.claim.author_id or 0, "–")) for report in page]
    return render(request, "claim_verification/reported.html", access.page(page=page, rows=rows, said=said))
