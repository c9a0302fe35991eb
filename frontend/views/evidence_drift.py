"""Verdicts whose evidence differs in another corpus: search, list, and reopening as a project."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.errors import AnnotationError
from annotation.projects.access import job_of
from annotation.projects.models import Project
from annotation.quality.evidence_drift.comparison import Status
from annotation.quality.evidence_drift.job import KIND, ask, kinds_of, list_of, open_project
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import job_context
from frontend.views.releases_form import DriftForm, OpenForm
from jobs.models import Job, JobState

KINDS: dict[Status, Promise] = {
    Status.MOVED: _("same text, different position"),
    Status.CHANGED: _("different text at the position"),
    Status.VANISHED: _("missing"),
    Status.CONTEXT_CHANGED: _("same text, different headings or table headers"),
    Status.PAGE_RENAMED: _("page renamed"),
    Status.PAGE_GONE: _("page missing"),
    Status.NEVER_FOUND: _("imported, never in the project’s corpus"),
}
SHOWN = 50


@manager_view("POST")
def ask_drift(request: PersonRequest, project: Project) -> HttpResponse:
    """Ask for a look at the evidence in another corpus."""
    form = DriftForm(request.POST, project=project)
    if not form.is_valid():
        messages.warning(request, gettext("Choose a corpus to compare with."))
        return redirect("releases", slug=project.slug)
    job = ask(project=project, against=form.cleaned_data["against"], asked_by=request.user)
    return redirect("drift", slug=project.slug, pk=job.pk)


@manager_view("GET", "POST")
def drift(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """What a look has found; a POST opens it as a project."""
    job = job_of(project, pk, KIND)
    result: dict[str, Any] = job.result or {}
    found = [(kind, words, result.get("verdicts_by_kind", {}).get(kind, 0)) for kind, words in KINDS.items()]
    there = [(kind.value, f"{words} ({count})") for kind, words, count in found if count]
    form = OpenForm(request.POST or None, kinds=there, initial={"slug": f"{project.slug}-again"[:60]})
    if request.method == "POST" and form.is_valid():
        answer = _opened(request, project, job, form)
        if answer is not None:
            return answer
    asked = request.GET.get("kind", "")
    rows, more = _rows(job, Status(asked) if asked in list(Status) else None)
    shown = {
        "project": project,
        **job_context(job),
        "result": result,
        "found": [one for one in found if one[2]],
        "kind": asked,
        "rows": rows,
        "more": more,
        "form": form,
    }
    return render(request, "releases/drift.html", shown, status=400 if form.errors else 200)


@manager_view("GET")
def drift_list(request: PersonRequest, project: Project, pk: int) -> HttpResponseBase:
    """The whole list, as `check_evidence --json` writes it."""
    job = job_of(project, pk, KIND)
    if not list_of(job).is_file():
        raise Http404
    name = f"{project.slug}-{job.arguments['against']}.jsonl"
    return FileResponse(list_of(job).open("rb"), as_attachment=True, filename=name, content_type="application/jsonl")


def _opened(request: PersonRequest, project: Project, job: Job, form: OpenForm) -> HttpResponse | None:
    """To the new project; None, with the form's error, where it cannot be made."""
    asked = form.cleaned_data
    kinds = frozenset(map(Status, asked["kinds"]))
    try:
        made = open_project(job=job, project=project, kinds=kinds, slug=asked["slug"])
    except AnnotationError as error:
        form.add_error("slug" if error.code == "slug_taken" else None, error.message)
        return None
    except OSError:
        form.add_error(None, gettext("The list no longer exists. Compare again."))
        return None
    messages.success(request, gettext("The project has been created, and its claims are in the queue."))
    return redirect("manage", slug=made.slug)


def _rows(job: Job, kind: Status | None) -> tuple[list[dict[str, Any]], int]:
    """The first rows of the list that fit, with what changed of each, and how many there are beyond."""
    if job.state != JobState.DONE or not list_of(job).is_file():
        return [], 0
    with list_of(job).open(encoding="utf-8") as file:
        fitting = (row for row in map(json.loads, file) if kind is None or kind in kinds_of(row))
        rows = [_row(row) for row in islice(fitting, SHOWN)]
        return rows, sum(1 for _row in fitting)


def _row(row: dict[str, Any]) -> dict[str, Any]:
    changed = [
        {**finding, "set": number, "words": KINDS[Status(finding["status"])]}
        for number, each in enumerate(row["sets"], start=1)
        for finding in each
        if finding["status"] != Status.UNCHANGED
    ]
    return {**row, "changed": changed}
