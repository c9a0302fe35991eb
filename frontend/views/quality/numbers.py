"""How old the kept numbers of a large project are: the line that the pages ask for again, and its button."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.jobs.asking import somebody_works
from annotation.kept_numbers.job import ask, renew_now
from annotation.projects.access import project_for
from annotation.projects.models import Role
from frontend.views import PersonRequest
from frontend.views.quality.access import quality_of


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def numbers(request: PersonRequest, slug: str) -> HttpResponse:
    """GET: the line, ?shown= being the time of what the page shows. POST, by a manager: have all computed anew.

    Where no worker is there the manager waits for it.
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
    shown = request.GET.get("shown", "")
    return render(request, "quality/_numbers_now.html", seen.page(shown=shown, back=request.GET.get("back", "")))
