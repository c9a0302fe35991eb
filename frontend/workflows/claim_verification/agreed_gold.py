"""Claims that are unanimous or adjudicated, each made gold with one click."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.claims.access import claim_of, claims_of
from annotation.dashboard.reports import report
from annotation.errors import AnnotationError
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.workflows.claim_verification.agreed_gold import agreed_claims, make_agreed_gold
from annotation.results.job import ITEMS
from annotation.vocabulary.tasks import Phase
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import choice_of, number_in, page_of
from frontend.views.quality.gold_form import PHASES

SOURCES = {
    "": gettext_lazy("all"),
    "unanimous": gettext_lazy("unanimous"),
    "adjudicated": gettext_lazy("adjudicated"),
}


@manager_view("GET", "POST", fresh=True)
def agreed_gold(request: PersonRequest, project: Project) -> HttpResponse:
    """`?source=` unanimous or adjudicated, `?verdict=`; a POST makes the claim gold of the phase that it names."""
    if request.method == "POST":
        _make(request, project)
        return redirect(request.get_full_path())
    labels, source = label_set_of(project), choice_of(request, "source", SOURCES)
    verdict = choice_of(request, "verdict", {"": "", **labels.names})
    found = [
        one
        for one in agreed_claims(project, report(project, ITEMS))
        if source in ("", "adjudicated" if one.is_adjudicated else "unanimous") and verdict in ("", one.verdict)
    ]
    page = page_of(request, found)
    claims = claims_of(project, [one.claim for one in page])
    shown = {
        "project": project,
        "page": page,
        "rows": [(claims[one.claim], one) for one in page if one.claim in claims],
        "phases": PHASES,
        "sources": SOURCES,
        "source": source,
        "labels": labels,
        "verdict": verdict,
    }
    return render(request, "claim_verification/agreed_gold.html", shown)


def _make(request: PersonRequest, project: Project) -> None:
    claim = claim_of(project, number_in(request.POST.get("claim", "")))
    phase = request.POST.get("phase", "")
    if phase not in {str(int(known)) for known, _label in PHASES}:
        messages.error(request, _("Choose a phase."))
        return
    try:
        item = make_agreed_gold(claim=claim, phase=Phase(int(phase)), by=request.user)
    except AnnotationError as error:
        messages.error(request, error.message)
    else:
        named = {"claim": claim.text, "phase": Phase(item.task.phase).label}
        messages.success(request, _("Gold, %(phase)s: “%(claim)s”") % named)
