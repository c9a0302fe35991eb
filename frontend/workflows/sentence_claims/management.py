"""Pages of managers: the sentences with their states, draws, balance of the types, settings."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.dashboard.reports import report
from annotation.projects.models import Project
from annotation.quality.workflows.sentence_claims.audit import SentenceFigures
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.workflows.sentence_claims.access import sample_of
from annotation.workflows.sentence_claims.models import SentenceSample
from annotation.workflows.sentence_claims.mutation_types import TYPES
from annotation.workflows.sentence_claims.sampling.sample import SLUG
from annotation.workflows.sentence_claims.settings import PRESETS, Settings, save_settings, settings_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import choice_of, page_of, words_of
from frontend.views.sampling.pages import asked_for, tried
from frontend.workflows.sentence_claims.forms import SettingsForm
from frontend.workflows.sentence_claims.sampling import PAGES, DrawForm
from jobs.enqueue import unfinished

# Every sentence is in exactly one of these.
STATES: dict[str, tuple[Any, Q]] = {
    "open": (gettext_lazy("queued"), Q(done=False, held=False, withdrawn_at__isnull=True)),
    "held": (gettext_lazy("in progress"), Q(done=False, held=True)),
    "done": (gettext_lazy("done"), Q(done=True)),
    "withdrawn": (gettext_lazy("withdrawn"), Q(done=False, held=False, withdrawn_at__isnull=False)),
}


@manager_view("GET", "POST")
def sentences(request: PersonRequest, project: Project) -> HttpResponse:
    """The sentences and the draws; a POST draws more, or only tries."""
    form, preview = DrawForm(initial={"after": SentenceSample.latest(project)}), None
    if request.method == "POST":
        form = DrawForm(request.POST)
        if form.is_valid() and "draw" in request.POST:
            job = asked_for(request, project, form, PAGES)
            if job is not None:
                return redirect("manage-sentence-drawing", slug=project.slug, pk=job.pk)
        elif form.is_valid():
            preview = tried(request, project, form, PAGES)
    tasks, state = _tasks(project), choice_of(request, "state", STATES)
    number = {f"number_{name}": Count("pk", filter=fits) for name, (_name, fits) in STATES.items()}
    counts = tasks.aggregate(number_all=Count("pk"), **number)
    listed = tasks.filter(STATES[state][1]) if state else tasks
    if words := words_of(request):
        fits = Q(sampled_sentence__text__icontains=words) | Q(sampled_sentence__page_title__icontains=words)
        listed = listed.filter(fits)
    shown = {
        "project": project,
        "form": form,
        "tried": preview,
        "pages": PAGES,
        "draws": project.sentencesamples.select_related("drawn_by").order_by("-pk"),
        "job": unfinished(PAGES.kind, project=project),
        "counts": [(name, label, counts[f"number_{name}"]) for name, (label, _fits) in STATES.items()],
        "all": counts["number_all"],
        "state": state,
        "words": words,
        "page": page_of(request, listed.select_related("sampled_sentence")),
        "balance": _balance(report(project, "sentence claims"), settings_of(project)),
    }
    return render(request, "sentence_claims/manage.html", shown, status=400 if form.errors else 200)


@manager_view("GET")
def draw(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One draw: its report, and the settings it was made by."""
    return render(
        request, "sentence_claims/draw.html", {"project": project, "pages": PAGES, "sample": sample_of(project, pk)}
    )


@manager_view("GET", "POST", fresh=True)
def settings(request: PersonRequest, project: Project) -> HttpResponse:
    """Where sentences are drawn from, and the boxes of mutations. `?preset=` shows those of a published data set."""
    before = settings_of(project)
    form = SettingsForm(request.POST or None, before, choice_of(request, "preset", PRESETS))
    if request.method == "POST" and form.is_valid():
        after: Settings = form.cleaned_data["settings"]
        with transaction.atomic():
            save_settings(project, after)
            changed = {name: value for name, value in after.to_json().items() if value != before.to_json()[name]}
            if changed:
                old = {name: before.to_json()[name] for name in changed}
                record(Act.SETTINGS_CHANGED, by=request.user, project=project, before=old, after=changed)
        messages.success(request, _("Saved. The settings hold from the next draw and the next sentence on."))
        return redirect("manage-sentence-settings", slug=project.slug)
    shown = {"project": project, "form": form, "presets": PRESETS}
    return render(request, "sentence_claims/settings.html", shown, status=400 if form.errors else 200)


def _tasks(project: Project) -> QuerySet[Task]:
    """The drawn sentences in queue order, with `done` and `held`; walkthroughs are none of them."""
    of_task = Assignment.objects.filter(task=OuterRef("pk"))
    return (
        Task.objects.filter(project=project, kind=SLUG, phase=Phase.PRODUCTION)
        .annotate(
            done=Exists(of_task.filter(state=AssignmentState.SUBMITTED)),
            held=Exists(of_task.filter(state=AssignmentState.HELD, leased_until__gte=timezone.now())),
        )
        .order_by("position", "pk")
    )


def _balance(found: SentenceFigures, current: Settings) -> dict[str, Any]:
    """Lines by type beside the shares of the settings, each with the words that give it away."""
    total = sum(count for kind, count in found.types.items() if kind)
    weights = {box.type: box.share for box in current.boxes}
    whole = sum(weights.values())
    kinds = [kind for kind in TYPES if kind in weights or kind in found.types]
    return {
        "originals": found.types.get("", 0),
        "total": total,
        "rows": [
            {
                "name": TYPES[kind].name,
                "lines": found.types.get(kind, 0),
                "share": 100 * found.types.get(kind, 0) / total if total else 0,
                "asked": 100 * weights.get(kind, 0) / whole,
                "words": [one for one in found.words if one.type == kind],
            }
            for kind in kinds
        ],
    }
