"""Age of a large project's stored results: the line that pages poll, and its button."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotation.results.job import refresh_now, request_refresh
from frontend.views.access import PersonRequest
from frontend.views.lists import own_path
from frontend.views.quality.access import QualityAccess, quality_view
from jobs.enqueue import worker_is_alive


@quality_view("GET", "POST", fresh=True)
def numbers(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """GET: the line; ?shown= is the time of what the page shows. POST by a manager: compute all results again.

    Without a worker the manager waits for it.
    """
    if request.method == "POST":
        access.require_manager()
        if worker_is_alive():
            request_refresh(access.project, request.user)
        else:
            refresh_now(access.project)
        return redirect(own_path(request.POST.get("back", "")) or reverse("quality", args=[access.project.slug]))
    shown = request.GET.get("shown", "")
    return render(request, "quality/_results_age.html", access.page(shown=shown, back=request.GET.get("back", "")))
