"""Age of a large project's stored results: the line that pages poll, and its button."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.projects.access import project_for
from annotation.projects.models import Role
from annotation.results.filtered_job import agreement_key, pending_job
from annotation.results.job import refresh_now, request_refresh
from annotation.results.store import stored_row
from frontend.views import PersonRequest
from frontend.views.quality.access import Seen, quality_of
from frontend.views.quality.filters import COMING, asked_filters, coming_query
from jobs.enqueue import worker_is_alive


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def numbers(request: PersonRequest, slug: str) -> HttpResponse:
    """GET: the line; ?shown= is the time of what the page shows. POST by a manager: compute all results again.

    Without a worker the manager waits for it. GET with ?coming=1 and filters: progress of the job that computes the
    intervals of these claims; when there is none any more, the page is loaded again.
    """
    seen = quality_of(request.user, slug)
    if request.method == "POST":
        project = project_for(request.user, slug, Role.MANAGER)
        if worker_is_alive():
            request_refresh(project, request.user)
        else:
            refresh_now(project)
        back = request.POST.get("back", "")
        if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None):
            return redirect(back)
        return redirect("quality", slug=slug)
    if COMING in request.GET:
        return _pending(request, seen)
    shown = request.GET.get("shown", "")
    return render(request, "quality/_results_age.html", seen.page(shown=shown, back=request.GET.get("back", "")))


def _pending(request: PersonRequest, seen: Seen) -> HttpResponse:
    _form, filters = asked_filters(request, seen)
    is_there = stored_row(seen.project, agreement_key(filters)) is not None
    job = None if is_there else pending_job(seen.project, filters)
    if job is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    shown = {"project": seen.project, "job": job, "coming_query": coming_query(filters)}
    return render(request, "quality/_pending.html", shown)
