"""Highlights of a project: their states, and drawing more."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.workflows.claim_generation.access import sample_of
from annotation.workflows.claim_generation.models import HighlightSample
from annotation.workflows.kinds import TaskKind
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import ANY, ListFilter
from frontend.views.sampling.pages import asked_for, tried
from frontend.views.settings_groups import shown_settings
from frontend.workflows.claim_generation.highlight_rows import (
    NARROWING,
    STATE_NAMES,
    figures,
    page_of_rows,
    worked_on_by,
    writing_tasks,
)
from frontend.workflows.claim_generation.highlight_sampling_report import shown_report
from frontend.workflows.claim_generation.sampling import PAGES, DrawForm
from jobs.enqueue import unfinished

KINDS = [(HighlightKind.SENTENCES, _("sentences")), (HighlightKind.TABLE, _("a table"))]


class HighlightFilter(ListFilter):
    assignments: ClassVar = {"kind": TaskKind.CLAIM_GENERATION}
    q = forms.CharField(label=_("Words in the title"), required=False, max_length=200)
    state = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[("", _("all")), *STATE_NAMES.items(), ("skipped", _("skipped by someone"))],
    )
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[ANY, *KINDS])

    def fits(self) -> Q:
        """The condition of the tasks that are asked for."""
        self.is_valid()
        asked = self.cleaned_data
        fits = NARROWING[asked.get("state", "")]
        if asked.get("q"):
            fits &= Q(generation_item__highlight__page_title__icontains=asked["q"])
        if asked.get("kind"):
            fits &= Q(generation_item__highlight__kind=asked["kind"])
        if asked.get("person"):
            fits &= Q(worked_on_by(asked["person"]))
        return fits


@manager_view("GET", "POST")
def highlights(request: PersonRequest, project: Project) -> HttpResponse:
    """The highlights and the draws; a POST draws more, or only tries."""
    draws = project.highlightsamples.select_related("drawn_by").order_by("-pk")
    form, preview = DrawForm(initial={"after": HighlightSample.latest(project)}), None
    if request.method == "POST":
        form = DrawForm(request.POST)
        if form.is_valid() and "draw" in request.POST:
            job = asked_for(request, project, form, PAGES)
            if job is not None:
                return redirect("manage-drawing", slug=project.slug, pk=job.pk)
        elif form.is_valid():
            preview = tried(request, project, form, PAGES)
    asked = HighlightFilter(request, project)
    shown = {
        "project": project,
        "form": form,
        "tried": preview and shown_report(preview),
        "pages": PAGES,
        "draws": draws,
        "job": unfinished(PAGES.kind, project=project),
        "figures": figures(project),
        "asked": asked,
        "page": page_of_rows(request, writing_tasks(project).filter(asked.fits())),
    }
    return render(request, "claim_generation/highlights.html", shown, status=400 if form.errors else 200)


@manager_view("GET")
def draw(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One draw: its report, and the settings it was made by."""
    sample = sample_of(project, pk)
    shown = {
        "project": project,
        "pages": PAGES,
        "sample": sample,
        "report": shown_report(sample.report),
        "settings": shown_settings(sample.settings),
    }
    return render(request, "claim_generation/sample.html", shown)
