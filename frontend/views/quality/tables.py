"""Tables behind the numbers of production and balance: claims, skipped tasks."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from annotation.claims.access import claim_rows
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import skip_reasons_of, subjects, workflows_of
from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS
from frontend.views.access import PersonRequest
from frontend.views.lists import number_of, page_of
from frontend.views.period_form import asked_period
from frontend.views.quality.access import QualityAccess, quality_view

CLAIMS_BY: dict[str, tuple[str, Mapping[str, str | Promise]]] = {
    "claim_type": ("claim_type", CLAIM_TYPES),
    "mutation": ("mutation", MUTATIONS),
    "highlight_kind": ("highlight__kind", dict(HighlightKind.choices)),
}


@quality_view("GET")
def claims(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?claim_type=, mutation=, intended=, highlight_kind=, writer="""
    names, said = access.names(), []
    found = access.project.claims.filter(phase=Phase.PRODUCTION).select_related("author").order_by("-pk")
    for name, (column, words) in (CLAIMS_BY | {"intended": ("intended_label", access.labels.names)}).items():
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
    current = Count("verifications", filter=counted("verifications__submission__"))
    of_page = claim_rows(access.project, [claim.pk for claim in page]).order_by()
    counts = dict(of_page.annotate(n=current).values_list("pk", "n"))
    rows = [(claim, names.get(claim.author_id or 0, "–"), counts.get(claim.pk, 0)) for claim in page]
    return render(request, "quality/claims.html", access.page(page=page, rows=rows, said=said))


@quality_view("GET")
def skipped(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?kind=, person=, reason=, since=, until="""
    names, said = access.names(), []
    found = Assignment.objects.filter(
        project=access.project, state=AssignmentState.SKIPPED, task__phase=Phase.PRODUCTION
    )
    kind, person, reason = request.GET.get("kind", ""), number_of(request, "person"), request.GET.get("reason", "")
    known = workflows_of(access.project)
    found = found.filter(kind__in=known)
    if kind in known:
        found = found.filter(kind=kind)
        said.append(str(known[kind].label))
    if person is not None:
        found = found.filter(person=person)
        said.append(names.get(person, "?"))
    reasons = skip_reasons_of(access.project)
    if reason in reasons:
        found = found.filter(skip_reason=reason)
        said.append(str(reasons[reason].label))
    period = asked_period(request)
    found = found.filter(period.period.condition("ended_at"))
    page = page_of(request, found.select_related(*subjects("task__")).order_by("-ended_at", "-pk"))
    rows = [(skip, names.get(skip.person_id, "?")) for skip in page]
    return render(request, "quality/skipped.html", access.page(page=page, rows=rows, said=said, period=period))
