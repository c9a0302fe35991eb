"""Comparison of two releases: asked for, shown and downloaded."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.projects.access import job_of
from annotation.projects.models import Project
from annotation.release.access import release_or_none
from annotation.release.differences import Field
from annotation.release.differences_job import KIND, ask, list_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import job_context
from frontend.views.releases_form import ComparisonForm, made_at
from jobs.models import Job, JobState

KINDS = {
    "added": _("added"),
    "removed": _("removed"),
    Field.CLAIM.value: _("words of the claim changed"),
    Field.VERDICT.value: _("verdict changed"),
    Field.CHALLENGE.value: _("challenge changed"),
    Field.EVIDENCE.value: _("evidence changed"),
    Field.SPLIT.value: _("moved to another split"),
}
MEASURES = {
    "alpha": _("Krippendorff’s alpha"),
    "ac1": _("Gwet’s AC1"),
    "fleiss": _("Fleiss’ kappa"),
    "percent": _("Agreement on the verdict"),
    "unanimous": _("Unanimous claims"),
}
SHOWN = 50


@manager_view("POST")
def ask_differences(request: PersonRequest, project: Project) -> HttpResponse:
    """Ask for the comparison of two releases."""
    form = ComparisonForm(request.POST, project=project)
    if not form.is_valid():
        messages.warning(request, gettext("Choose two different releases."))
        return redirect("releases", slug=project.slug)
    job = ask(project=project, asked_by=request.user, **form.cleaned_data)
    return redirect("release-differences", slug=project.slug, pk=job.pk)


@manager_view("GET")
def release_differences(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """What differs: counts, agreement, and the claims of the kind that is asked for."""
    job = job_of(project, pk, KIND)
    compared = [release_or_none(project, job.arguments[name]) for name in ("before", "after")]
    result: dict[str, Any] = job.result or {}
    counts = [(kind, words, result["counts"][kind]) for kind, words in KINDS.items()] if result else []
    there = [kind for kind, _words, count in counts if count]
    asked = request.GET.get("kind", "")
    kind = asked if asked in there else next(iter(there), "")
    rows = _rows(job, kind)
    shown = {
        "project": project,
        **job_context(job),
        "releases": [made_at(one) for one in compared if one is not None],
        "result": result,
        "counts": counts,
        "agreement": [(words, result["agreement"][name]) for name, words in MEASURES.items()] if result else [],
        "kind": kind,
        "words": KINDS.get(kind, ""),
        "rows": rows[:SHOWN],
        "more": max(0, len(rows) - SHOWN),
    }
    return render(request, "releases/differences.html", shown)


@manager_view("GET")
def differences_list(request: PersonRequest, project: Project, pk: int) -> HttpResponseBase:
    """The whole comparison, as `diff_releases --json` writes it."""
    job = job_of(project, pk, KIND)
    if not list_of(job).is_file():
        raise Http404
    name = f"{project.slug}-differences-{pk}.json"
    return FileResponse(list_of(job).open("rb"), as_attachment=True, filename=name, content_type="application/json")


def _rows(job: Job, kind: str) -> list[dict[str, Any]]:
    """The claims of a kind; `was` and `now` of changed ones are its values."""
    if job.state != JobState.DONE or not kind or not list_of(job).is_file():
        return []
    found = json.loads(list_of(job).read_text(encoding="utf-8"))
    if kind in ("added", "removed"):
        rows: list[dict[str, Any]] = found[kind]
        return rows
    changed = [one for one in found["changed"] if kind in one]
    return [one | {"was": one[kind]["before"], "now": one[kind]["after"]} for one in changed]
