"""Tables behind the numbers of production and balance: claims, reported claims, skipped tasks."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState, SkipReason
from annotation.workflows.claim_generation.models import HighlightKind
from annotation.workflows.claim_verification.models import Report, ReportReason, Verification
from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS, VERDICTS
from frontend.views.access import PersonRequest
from frontend.views.lists import number_of, page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.time import KINDS
from frontend.views.rows import with_reason

CLAIMS_BY: dict[str, tuple[str, Mapping[str, str | Promise]]] = {
    "claim_type": ("claim_type", CLAIM_TYPES),
    "mutation": ("mutation", MUTATIONS),
    "intended": ("intended_label", VERDICTS),
    "highlight_kind": ("highlight__kind", dict(HighlightKind.choices)),
}


@quality_view("GET")
def claims(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?claim_type=, mutation=, intended=, highlight_kind=, writer="""
    names, said = access.names(), []
    found = access.project.claims.filter(phase=Phase.PRODUCTION).select_related("author").order_by("-pk")
    for name, (column, words) in CLAIMS_BY.items():
        value = request.GET.get(name, "")
        if value in words:
            found = found.filter(**{column: value})
            said.append(str(words[value]))
    writer = number_of(request, "writer")
    if writer is not None:
        found = found.filter(author=writer)
        said.append(_("written by %(name)s") % {"name": names.get(writer, "?")})
    page = page_of(request, found)
    # Counted for the claims shown only: over all of them it takes most of a second.
    current = Verification.objects.filter(claim__in=[claim.pk for claim in page], is_current=True).order_by()
    counts = dict(current.values_list("claim").annotate(n=Count("pk")))
    rows = [(claim, names.get(claim.author_id or 0, "–"), counts.get(claim.pk, 0)) for claim in page]
    return render(request, "quality/claims.html", access.page(page=page, rows=rows, said=said))


@quality_view("GET")
def reported(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?writer=, by= (who reported), reason="""
    names, said = access.names(), []
    found = Report.objects.filter(claim__project=access.project, claim__phase=Phase.PRODUCTION).select_related("claim")
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
    return render(request, "quality/reported.html", access.page(page=page, rows=rows, said=said))


@quality_view("GET")
def skipped(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?kind=, person=, reason="""
    names, said = access.names(), []
    found = Assignment.objects.filter(
        project=access.project, state=AssignmentState.SKIPPED, task__phase=Phase.PRODUCTION
    )
    kind, person, reason = request.GET.get("kind", ""), number_of(request, "person"), request.GET.get("reason", "")
    if kind in KINDS:
        found = found.filter(kind=kind)
        said.append(str(KINDS[kind]))
    if person is not None:
        found = found.filter(person=person)
        said.append(names.get(person, "?"))
    if reason in SkipReason.values:
        found = found.filter(skip_reason=reason)
        said.append(str(SkipReason(reason).label))
    page = page_of(request, found.select_related("task__claim", "task__highlight").order_by("-ended_at", "-pk"))
    rows = [(skip, names.get(skip.person_id, "?")) for skip in page]
    return render(request, "quality/skipped.html", access.page(page=page, rows=rows, said=said))
