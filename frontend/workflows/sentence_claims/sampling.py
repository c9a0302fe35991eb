"""Progress, cancel and result views of a sentence-sampling job."""

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
from annotation.workflows.sentence_claims.sampling.job import KIND
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import job_context
from jobs.enqueue import cancel
from jobs.models import JobState

SHOWN_TITLES = 20


@manager_view("GET")
def drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """How far a draw is. The page asks again by itself, and leads on to the draw once that is there."""
    job = job_of(project, pk, KIND)
    if job.state != JobState.DONE:
        return render(request, "sentence_claims/drawing.html", {"project": project, **job_context(job)})
    if request.headers.get("HX-Request"):  # htmx would put the other page into this one: it is to come here as a page
        return HttpResponse(headers={"HX-Redirect": request.path})
    drawn = job.result or {}
    tell(request, drawn.get("drawn", 0), drawn.get("unknown", []), len(drawn.get("used", [])))
    if drawn.get("sample") is None:
        return redirect("manage-sentences", slug=project.slug)
    return redirect(reverse("manage-sentence-draw", args=[project.slug, drawn["sample"]]))


@manager_view("POST")
def stop_drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Stop a draw that is not there yet: nothing of it is kept."""
    job = job_of(project, pk, KIND)
    with transaction.atomic():
        is_cancelled = cancel(job)
        if is_cancelled:
            record(Act.SAMPLING_CANCELLED, by=request.user, project=project, about=job)
    if not is_cancelled:
        return redirect("manage-sentence-drawing", slug=project.slug, pk=job.pk)
    messages.info(request, gettext("Sampling was cancelled. Nothing was saved."))
    return redirect("manage-sentences", slug=project.slug)


def tell(request: PersonRequest, drawn: int, unknown: list[str], used: int) -> None:
    """What came of a draw, for the top of the next page."""
    if drawn:
        messages.success(request, ngettext("%d sentence was sampled.", "%d sentences were sampled.", drawn) % drawn)
    else:
        messages.warning(request, gettext("Nothing could be sampled: no remaining page has such a sentence."))
    if unknown:
        more = len(unknown) - SHOWN_TITLES
        titles = ", ".join(f"“{title}”" for title in unknown[:SHOWN_TITLES])
        titles += gettext(" and %d more") % more if more > 0 else ""
        messages.warning(request, gettext("Not in the corpus: %(titles)s.") % {"titles": titles})
    if used:
        words = ngettext(
            "%d of these pages has given all of its sentences before and was left out.",
            "%d of these pages have given all of their sentences before and were left out.",
            used,
        )
        messages.info(request, words % used)
