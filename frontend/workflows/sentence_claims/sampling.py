"""Sampling of sentences: its form, its words, progress and cancelling."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from annotation.audit_log.acts import Act
from annotation.projects.models import Project
from annotation.workflows.sentence_claims.models import SentenceSample
from annotation.workflows.sentence_claims.sampling import job
from annotation.workflows.sentence_claims.sampling.sample import sample_sentences
from frontend.views.access import PersonRequest, manager_view
from frontend.views.sampling import form
from frontend.views.sampling.pages import SamplingPages, SamplingWords, show_drawing, stop

PAGES = SamplingPages(
    model=SentenceSample,
    sample=sample_sentences,
    ask=job.ask,
    kind=job.KIND,
    act=Act.SENTENCES_SAMPLED,
    home="manage-sentences",
    draw="manage-sentence-draw",
    drawing="manage-sentence-drawing",
    stop="manage-stop-sentence-drawing",
    words=SamplingWords(
        sampling=_("Sampling sentences"),
        are_being=_("Sentences are being sampled"),
        selected=_("Sentences selected: %(done)s of %(size)s."),
        selected_label=_("Sentences selected, of those requested"),
        all=_("All sentences"),
        sampled=ngettext_lazy("%d sentence was sampled.", "%d sentences were sampled."),
        nothing=_("Nothing could be sampled: no remaining page has such a sentence."),
        used=ngettext_lazy(
            "%d of these pages has given all of its sentences before and was left out.",
            "%d of these pages have given all of their sentences before and were left out.",
        ),
        twice=_(
            "Sentences have been sampled since you opened this page, or are being sampled now. Nothing new was "
            "sampled; submit again if you want more."
        ),
    ),
)


class DrawForm(form.DrawForm):
    size = forms.IntegerField(label=_("Number of sentences"), min_value=1, max_value=form.MOST, initial=100)
    titles = form.TitlesField(
        label=_("Only from these pages"),
        required=False,
        help_text=_("Titles, one per line: a list of popular pages, for example. Empty: as the settings say."),
    )


@manager_view("GET")
def drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """How far a draw is."""
    return show_drawing(request, project, pk, PAGES)


@manager_view("POST")
def stop_drawing(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Stop a draw that is not there yet."""
    return stop(request, project, pk, PAGES)
