"""Sampling of highlights: its form, its words, progress and cancelling."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from annotation.audit_log.acts import Act
from annotation.projects.models import Project
from annotation.workflows.claim_generation.models import HighlightSample
from annotation.workflows.claim_generation.sampling import job
from annotation.workflows.claim_generation.sampling.sample import sample_highlights
from frontend.views.access import PersonRequest, manager_view
from frontend.views.sampling import form
from frontend.views.sampling.pages import SamplingPages, SamplingWords, show_drawing, stop

PAGES = SamplingPages(
    model=HighlightSample,
    sample=sample_highlights,
    ask=job.ask,
    kind=job.KIND,
    act=Act.HIGHLIGHTS_SAMPLED,
    home="manage-highlights",
    draw="manage-draw",
    drawing="manage-drawing",
    stop="manage-stop-drawing",
    words=SamplingWords(
        sampling=_("Sampling highlights"),
        are_being=_("Highlights are being sampled"),
        selected=_("Pages selected: %(done)s of %(size)s."),
        selected_label=_("Pages selected, of those requested"),
        note=_(
            "You can leave this page: sampling continues, and the highlights are added to the queue when it is "
            "complete."
        ),
        all=_("All highlights"),
        sampled=ngettext_lazy("%d highlight was sampled.", "%d highlights were sampled."),
        nothing=_("Nothing could be sampled: no remaining page has anything that matches the settings."),
        used=ngettext_lazy(
            "%d of these pages already has a highlight and was left out.",
            "%d of these pages already have a highlight and were left out.",
        ),
        twice=_(
            "Highlights have been sampled since you opened this page, or are being sampled now by someone else or "
            "by a double click. Nothing new was sampled; submit again if you want more."
        ),
    ),
)


class DrawForm(form.DrawForm):
    size = forms.IntegerField(
        label=_("Number of highlights"),
        min_value=1,
        max_value=form.MOST,
        initial=90,
        error_messages={
            "max_value": _("At most %(limit_value)s at a time. The command sample_highlights can sample more.")
        },
    )


@manager_view("GET")
def drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """How far a draw is."""
    return show_drawing(request, project, pk, PAGES)


@manager_view("POST")
def stop_drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Stop a draw that is not there yet."""
    return stop(request, project, pk, PAGES)
