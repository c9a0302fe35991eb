"""Progress, cancel and result views of a highlight-sampling job."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.access import job_of
from annotation.projects.models import Project
from annotation.workflows.claim_generation.sampling.job import KIND
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import job_context
from jobs.enqueue import cancel
from jobs.models import Job, JobState

SHOWN_TITLES = 20


@manager_view("GET")
def drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """How far a draw is. The page asks again by itself, and leads on to the draw once that is there."""
    job = job_of(project, pk, KIND)
    if job.state == JobState.DONE:
        drawn = job.result or {}
        address = reverse("manage-highlights", args=[project.slug])
        if drawn.get("sample") is not None:
            address = reverse("manage-draw", args=[project.slug, drawn["sample"]])
        return _lead_on(request, job, address)
    return render(request, "claim_generation/sampling.html", {"project": project, **job_context(job)})


@manager_view("POST")
def stop_drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Stop a draw that is not there yet: nothing of it is kept."""
    job = job_of(project, pk, KIND)
    with transaction.atomic():
        is_cancelled = cancel(job)
        if is_cancelled:
            record(Act.SAMPLING_CANCELLED, by=request.user, project=project, about=job)
    if not is_cancelled:
        return redirect("manage-drawing", slug=project.slug, pk=job.pk)
    messages.info(request, gettext("Sampling was cancelled. Nothing was saved."))
    return redirect("manage-highlights", slug=project.slug)


def _lead_on(request: PersonRequest, job: Job, address: str) -> HttpResponse:
    """To the page with what came of it. What the draw met is said once, at the top of it."""
    if request.headers.get("HX-Request"):  # htmx would put the other page into this one: it is to come here as a page
        return HttpResponse(headers={"HX-Redirect": request.path})
    tell(request, job)
    return redirect(address)


def tell(request: PersonRequest, job: Job) -> None:
    """What came of a draw, for the top of the next page."""
    result = job.result or {}
    drawn, unknown, used = result.get("drawn", 0), result.get("unknown", []), len(result.get("used", []))
    if drawn:
        messages.success(request, ngettext("%d highlight was sampled.", "%d highlights were sampled.", drawn) % drawn)
    else:
        messages.warning(
            request, gettext("Nothing could be sampled: no remaining page has anything that matches the settings.")
        )
    tell_of_titles(request, unknown, used)


def tell_of_titles(request: PersonRequest, unknown: list[str], used: int) -> None:
    """Which of the listed pages could not be drawn from: those that are not there, and how many have a highlight."""
    if unknown:
        more = len(unknown) - SHOWN_TITLES
        titles = ", ".join(f"“{title}”" for title in unknown[:SHOWN_TITLES])
        titles += gettext(" and %d more") % more if more > 0 else ""
        messages.warning(request, gettext("Not in the corpus: %(titles)s.") % {"titles": titles})
    if used:
        words = ngettext(
            "%d of these pages already has a highlight and was left out.",
            "%d of these pages already have a highlight and were left out.",
            used,
        )
        messages.info(request, words % used)
