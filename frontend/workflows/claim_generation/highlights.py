"""Highlights of a project: their states, and drawing more."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.highlight_settings import BadSettings
from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.workflows.claim_generation.access import sample_of
from annotation.workflows.claim_generation.sampling import job as sampling
from annotation.workflows.claim_generation.sampling.sample import sample_highlights
from annotation.workflows.kinds import TaskKind
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import ANY, ListFilter
from frontend.views.settings_groups import shown_settings
from frontend.workflows.claim_generation.highlight_rows import (
    NARROWING,
    STATE_NAMES,
    figures,
    page_of_rows,
    worked_on_by,
    writing_tasks,
)
from frontend.workflows.claim_generation.highlight_sampling import tell_of_titles
from frontend.workflows.claim_generation.highlight_sampling_form import DrawForm
from frontend.workflows.claim_generation.highlight_sampling_report import shown_report
from jobs.enqueue import unfinished
from jobs.models import Job

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
    draws = project.highlight_samples.select_related("drawn_by").order_by("-pk")
    form, tried = DrawForm(initial={"after": _latest(project)}), None
    if request.method == "POST":
        form = DrawForm(request.POST)
        if form.is_valid() and "draw" in request.POST:
            job = _asked_for(request, project, form)
            if job is not None:
                return redirect("manage-drawing", slug=project.slug, pk=job.pk)
        elif form.is_valid():
            tried = _tried(request, project, form)
    asked = HighlightFilter(request, project)
    shown = {
        "project": project,
        "form": form,
        "tried": tried,
        "draws": draws,
        "job": unfinished(sampling.KIND, project=project),
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
        "sample": sample,
        "report": shown_report(sample.report),
        "titles": sample.titles,
        "excluded": sample.excluded,
        "settings": shown_settings(sample.settings),
    }
    return render(request, "claim_generation/sample.html", shown)


def _asked_for(request: PersonRequest, project: Project, form: DrawForm) -> Job | None:
    """The job that draws what the form asks for; None, with the form's error, where it cannot be asked for."""
    values = form.cleaned_data
    seed = secrets.randbits(32) if values["seed"] is None else values["seed"]
    try:
        with transaction.atomic():
            asked = sampling.ask(
                project=project,
                size=values["size"],
                seed=seed,
                titles=values["titles"] or None,
                excluded=values["excluded"],
                asked_by=request.user,
                after=values["after"],
            )
            after = {"size": values["size"], "seed": seed}
            record(Act.HIGHLIGHTS_SAMPLED, by=request.user, project=project, about=asked, after=after)
        return asked
    except sampling.DrawnMeanwhile:
        form.refuse_second(_latest(project))
    except BadSettings as error:
        _refuse_settings(form, error)
    return None


def _tried(request: PersonRequest, project: Project, form: DrawForm) -> dict[str, Any] | None:
    """What would be drawn, of which nothing is kept but the seed in the form, so that the same can be drawn."""
    values = form.cleaned_data
    seed = secrets.randbits(32) if values["seed"] is None else values["seed"]
    try:
        sampled = sample_highlights(
            project=project,
            size=values["size"],
            seed=seed,
            titles=values["titles"] or None,
            excluded=values["excluded"],
            only_try=True,
        )
    except BadSettings as error:
        _refuse_settings(form, error)
        return None
    if not sampled.report.drawn:
        messages.warning(
            request, gettext("Nothing could be sampled: no remaining page has anything that matches the settings.")
        )
    tell_of_titles(request, list(sampled.unknown), len(sampled.used))
    form.keep(seed=seed, after=_latest(project))
    return shown_report(sampled.report.to_json())


def _refuse_settings(form: DrawForm, error: BadSettings) -> None:
    form.add_error(None, gettext("The project’s settings are invalid. %(error)s") % {"error": error})


def _latest(project: Project) -> int | None:
    return project.highlight_samples.order_by("-pk").values_list("pk", flat=True).first()
