"""A manager's page of evidence to rate: how much of each system is rated, and importing a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Count, F, Q, Sum
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.models import Project
from annotation.release.importing.evidence_ratings import import_ratings, is_rating
from annotation.release.importing.lines import Line
from annotation.release.importing.task_lines import task_lines
from annotation.workflows.evidence_rating.importing import add_items
from annotation.workflows.evidence_rating.models import RatedEvidence
from frontend.views.access import PersonRequest, manager_view

LARGEST, SHOWN = 50 * 1024 * 1024, 20  # bytes of a file, problems
Problems = list[tuple[int, str]]


class FileForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("File"))

    def clean_file(self) -> UploadedFile[bytes]:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST:
            raise forms.ValidationError(_("The file is larger than 50 MB. Import it with the command import_dataset."))
        return file


@manager_view("GET", "POST", fresh=True)
def rated_evidence(request: PersonRequest, project: Project) -> HttpResponse:
    """Items and ratings by system, and a form that takes items, or ratings that are finished."""
    form, problems = FileForm(request.POST or None, request.FILES or None), Problems()
    if request.method == "POST" and form.is_valid():
        with _kept(form.cleaned_data["file"]) as path:
            problems = _import(request, project, list(task_lines(path)))
        if not problems:
            return redirect("manage-rated-evidence", slug=project.slug)
        form = FileForm()
    of = RatedEvidence.objects.filter(project=project).order_by()
    done = Count("pk", filter=Q(task__assigned_count__gte=F("task__required_annotations")))
    systems = of.values("system").annotate(
        items=Count("pk"),
        done=done,
        taken=Sum("task__assigned_count"),
        required=Sum("task__required_annotations"),
        with_reference=Count("pk", filter=Q(reference__isnull=False)),
    )
    shown = {"project": project, "form": form, "systems": systems.order_by("system")}
    shown |= {"problems": problems[:SHOWN], "more": max(0, len(problems) - SHOWN)}
    return render(request, "evidence_rating/manage.html", shown, status=400 if problems or form.errors else 200)


@contextmanager
def _kept(file: UploadedFile[bytes]) -> Iterator[Path]:
    """The upload as a file with its ending, by which `task_lines` knows how to read it."""
    with NamedTemporaryFile(suffix="".join(Path(file.name or "").suffixes[-2:])) as kept:
        for chunk in file.chunks():
            kept.write(chunk)
        kept.flush()
        yield Path(kept.name)


def _import(request: PersonRequest, project: Project, lines: list[Line]) -> Problems:
    """Store the rows, and say how many; what is wrong with the others, by line."""
    if any(is_rating(line.row) for line in lines):
        return _import_ratings(request, project, lines)
    problems = [(line.place.line, line.problem) for line in lines if line.problem]
    fine = [line for line in lines if not line.problem]
    if not lines:
        return [(1, _("The file has no rows."))]
    added = add_items(project, (line.row for line in fine), request.user)
    _say(request, added.created, 0, added.known)
    return sorted([*problems, *((fine[place].place.line, why) for place, why in added.problems)])


def _import_ratings(request: PersonRequest, project: Project, lines: list[Line]) -> Problems:
    problems = Problems()
    with transaction.atomic():
        done = import_ratings(project, lines, lambda one: problems.append((one.place.line, one.remedy)))
        if done.ratings:
            after: dict[str, Any] = {"items": done.items, "ratings": done.ratings}
            record(Act.EVIDENCE_ADDED, by=request.user, project=project, after=after)
    _say(request, done.items, done.ratings, done.known)
    return problems


def _say(request: PersonRequest, items: int, ratings: int, known: int) -> None:
    counts = {"items": items, "ratings": ratings, "known": known}
    said = _("New: %(items)d items, %(ratings)d ratings. Already there: %(known)d.") % counts
    (messages.success if items or ratings else messages.warning)(request, said)
