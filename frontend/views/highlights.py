"""Highlights of a project: their states, and drawing more."""

from __future__ import annotations

import secrets

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from annotation.accounts.models import User
from annotation.projects.access import project_for
from annotation.projects.models import Project, Role
from annotation.vocabulary.tasks import TaskKind
from annotation.work.models import Task
from annotation.workflows.claim_generation.models import HighlightKind, HighlightSample
from annotation.workflows.claim_generation.sampling import job as sampling
from annotation.workflows.claim_generation.sampling.sample import sample_highlights
from annotation.workflows.claim_generation.sampling.settings import BadSettings
from frontend.views import PersonRequest
from frontend.views.highlight_rows import NARROWING, STATE_NAMES, figures, page_of_rows, worked_on_by, writing_tasks
from frontend.views.highlight_sampling import tell_of_titles
from frontend.views.highlight_sampling_form import DrawForm
from frontend.views.highlight_sampling_report import ShownReport, shown_report
from frontend.views.settings_groups import shown_settings
from jobs.enqueue import unfinished
from jobs.models import Job

KINDS = [(HighlightKind.SENTENCES, _("sentences")), (HighlightKind.TABLE, _("a table"))]


class HighlightFilter(forms.Form):
    q = forms.CharField(label=_("Words in the title"), required=False, max_length=200)
    state = forms.ChoiceField(label=_("Status"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    person = forms.ModelChoiceField(label=_("Person"), queryset=User.objects.none(), required=False)

    def __init__(self, *args: object, project: Project, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        states = [("", _("all")), *STATE_NAMES.items(), ("skipped", _("skipped by someone"))]
        self.fields["state"].choices = states  # type: ignore[attr-defined]
        self.fields["kind"].choices = [("", _("any")), *KINDS]  # type: ignore[attr-defined]
        people = User.objects.filter(assignments__project=project, assignments__kind=TaskKind.CLAIM_GENERATION)
        self.fields["person"].queryset = people.distinct().order_by("username")  # type: ignore[attr-defined]
        self.fields["person"].empty_label = _("anyone")  # type: ignore[attr-defined]

    def narrowed(self, tasks: QuerySet[Task]) -> QuerySet[Task]:
        """The tasks that fit. A filter that makes no sense is left out, and marked in the form."""
        self.is_valid()
        asked = self.cleaned_data
        fits = NARROWING[asked.get("state", "")]
        if asked.get("q"):
            fits &= Q(highlight__page_title__icontains=asked["q"])
        if asked.get("kind"):
            fits &= Q(highlight__kind=asked["kind"])
        if asked.get("person"):
            fits &= Q(worked_on_by(asked["person"]))
        return tasks.filter(fits)


@require_http_methods(["GET", "POST"])
@login_required
def highlights(request: PersonRequest, slug: str) -> HttpResponse:
    """The highlights and the draws; a POST draws more, or only tries."""
    project = project_for(request.user, slug, Role.MANAGER)
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
    asked = HighlightFilter(request.GET or {"q": ""}, project=project)
    shown = {
        "project": project,
        "form": form,
        "tried": tried,
        "draws": draws,
        "job": unfinished(sampling.KIND, project=project),
        "figures": figures(project),
        "asked": asked,
        "page": page_of_rows(request, asked.narrowed(writing_tasks(project))),
    }
    return render(request, "highlights/highlights.html", shown, status=400 if form.errors else 200)


@require_GET
@login_required
def draw(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """One draw: its report, and the settings it was made by."""
    project = project_for(request.user, slug, Role.MANAGER)
    sample = get_object_or_404(HighlightSample.objects.select_related("drawn_by"), project=project, pk=pk)
    shown = {
        "project": project,
        "sample": sample,
        "report": shown_report(sample.report),
        "titles": sample.titles,
        "settings": shown_settings(sample.settings),
    }
    return render(request, "highlights/sample.html", shown)


def _asked_for(request: PersonRequest, project: Project, form: DrawForm) -> Job | None:
    """The job that draws what the form asks for; None, with the form's error, where it cannot be asked for."""
    values = form.cleaned_data
    seed = secrets.randbits(32) if values["seed"] is None else values["seed"]
    try:
        return sampling.ask(
            project=project,
            size=values["size"],
            seed=seed,
            titles=values["titles"] or None,
            asked_by=request.user,
            after=values["after"],
        )
    except sampling.DrawnMeanwhile:
        form.refuse_second(_latest(project))
    except BadSettings as error:
        _refuse_settings(form, error)
    return None


def _tried(request: PersonRequest, project: Project, form: DrawForm) -> ShownReport | None:
    """What would be drawn, of which nothing is kept but the seed in the form, so that the same can be drawn."""
    values = form.cleaned_data
    seed = secrets.randbits(32) if values["seed"] is None else values["seed"]
    try:
        sampled = sample_highlights(
            project=project, size=values["size"], seed=seed, titles=values["titles"] or None, only_try=True
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
