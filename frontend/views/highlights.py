"""Highlights for claim writers: what became of them, and drawing more."""

from __future__ import annotations

import secrets

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from annotation.projects.access import project_for
from annotation.projects.models import Project, Role, User
from annotation.work.models import Task, TaskKind
from annotation.workflows.claim_generation.models import HighlightKind, HighlightSample
from annotation.workflows.claim_generation.sampling.sample import Sampled, sample_highlights
from annotation.workflows.claim_generation.sampling.settings import BadSettings
from frontend.views import PersonRequest
from frontend.views.draw_form import DrawForm
from frontend.views.draw_report import shown_report
from frontend.views.highlight_rows import NARROWING, STATE_NAMES, figures, page_of_rows, worked_on_by, writing_tasks
from frontend.views.settings_groups import shown_settings

SHOWN_TITLES = 20
KINDS = [(HighlightKind.SENTENCES, _("sentences")), (HighlightKind.TABLE, _("a table"))]


class HighlightFilter(forms.Form):
    q = forms.CharField(label=_("Words in the title"), required=False, max_length=200)
    state = forms.ChoiceField(label=_("Which"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    person = forms.ModelChoiceField(label=_("Person"), queryset=User.objects.none(), required=False)

    def __init__(self, *args: object, project: Project, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        states = [("", _("all")), *STATE_NAMES.items(), ("skipped", _("skipped by somebody"))]
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
        sampled = _sampled(request, project, form) if form.is_valid() else None
        if sampled is not None:
            _tell(request, sampled)
            if sampled.sample is not None:
                return redirect("manage-draw", slug=project.slug, pk=sampled.sample.pk)
            tried = shown_report(sampled.report.to_json())
            form.keep(seed=form.cleaned_data["seed"], after=_latest(project))
    asked = HighlightFilter(request.GET or {"q": ""}, project=project)
    shown = {
        "project": project,
        "form": form,
        "tried": tried,
        "draws": draws,
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
        "settings": shown_settings(sample.settings),
    }
    return render(request, "highlights/draw.html", shown)


def _sampled(request: PersonRequest, project: Project, form: DrawForm) -> Sampled | None:
    """What the form asks for; None, with the form's error, where it cannot be done. The seed used stays in the form."""
    values, trying = form.cleaned_data, "draw" not in request.POST
    if values["seed"] is None:
        values["seed"] = secrets.randbits(32)
    try:
        with transaction.atomic():
            Project.objects.select_for_update().get(pk=project.pk)
            latest = _latest(project)
            if not trying and values["after"] != latest:
                form.refuse_second(latest)
                return None
            return sample_highlights(
                project=project,
                size=values["size"],
                seed=values["seed"],
                titles=values["titles"] or None,
                drawn_by=request.user,
                only_try=trying,
            )
    except BadSettings as error:
        form.add_error(None, gettext("The project’s settings cannot be used. %(error)s") % {"error": error})
        return None


def _latest(project: Project) -> int | None:
    return project.highlight_samples.order_by("-pk").values_list("pk", flat=True).first()


def _tell(request: PersonRequest, sampled: Sampled) -> None:
    """What came of it, for the top of the next page."""
    if sampled.sample is not None:
        drawn = sampled.report.drawn
        words = ngettext("%d highlight was drawn.", "%d highlights were drawn.", drawn) % drawn
        messages.success(request, words)
    elif not sampled.report.drawn:
        messages.warning(request, gettext("Nothing could be drawn: no page left has anything that fits the settings."))
    if sampled.unknown:
        more = len(sampled.unknown) - SHOWN_TITLES
        titles = ", ".join(f"“{title}”" for title in sampled.unknown[:SHOWN_TITLES])
        titles += gettext(" and %d more") % more if more > 0 else ""
        messages.warning(request, gettext("The corpus has no such page: %(titles)s.") % {"titles": titles})
    if sampled.used:
        used = len(sampled.used)
        words = ngettext(
            "%d of these pages has a highlight already and was left out.",
            "%d of these pages have a highlight already and were left out.",
            used,
        )
        messages.info(request, words % used)
