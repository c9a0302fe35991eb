"""How old the kept numbers of a large project are: the line that the pages ask for again, and its button."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.projects.access import project_for
from annotation.projects.models import Role
from annotation.quality.agreement.filters import EVERYTHING
from annotation.results.filtered import coming, kept_report
from annotation.results.job import ask, renew_now
from frontend.views import PersonRequest
from frontend.views.quality.access import Seen, quality_of
from frontend.views.quality.filters import COMING, asked_filters, coming_query
from jobs.enqueue import somebody_works


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def numbers(request: PersonRequest, slug: str) -> HttpResponse:
    """GET: the line, ?shown= being the time of what the page shows. POST, by a manager: have all computed anew.

    Where no worker is there the manager waits for it. GET with ?coming=1 and filters: how far the intervals of these
    claims are; once there is nothing to wait for, that the page is to be loaded again.
    """
    seen = quality_of(request.user, slug)
    if request.method == "POST":
        project = project_for(request.user, slug, Role.MANAGER)
        if somebody_works():
            ask(project, request.user)
        else:
            renew_now(project)
        back = request.POST.get("back", "")
        if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None):
            return redirect(back)
        return redirect("quality", slug=slug)
    if COMING in request.GET:
        return _coming(request, seen)
    shown = request.GET.get("shown", "")
    return render(request, "quality/_numbers_now.html", seen.page(shown=shown, back=request.GET.get("back", "")))


def _coming(request: PersonRequest, seen: Seen) -> HttpResponse:
    _form, filters = asked_filters(request, seen)
    is_there = filters == EVERYTHING or kept_report(seen.project, filters) is not None
    job = None if is_there else coming(seen.project, filters)
    if job is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    shown = {"project": seen.project, "job": job, "coming_query": coming_query(filters)}
    return render(request, "quality/_coming.html", shown)
