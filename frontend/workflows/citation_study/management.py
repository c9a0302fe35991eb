"""Managers' pages of the study: how far it is, importing a file of items, who judges nothing, and its settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, F, Q, Sum
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.models import Project
from annotation.release.importing.task_lines import task_lines
from annotation.work.models import Task
from annotation.workflows.citation_study.exclusions import leave_out
from annotation.workflows.citation_study.importing import add_items
from annotation.workflows.citation_study.models import SLUG, Control, StudyExclusion, StudyItem, StudySettings
from annotation.workflows.citation_study.settings import FIELDS, read, settings_of, write
from frontend.views.access import PersonRequest, manager_view

if TYPE_CHECKING:
    _SettingsForm = forms.ModelForm[StudySettings]
else:
    _SettingsForm = forms.ModelForm

LARGEST, SHOWN = 50 * 1024 * 1024, 20  # bytes of a file, problems
Problems = list[tuple[int, str]]


class ItemsForm(forms.Form):
    """A file of items."""

    file = forms.FileField(label=gettext_lazy("File"))

    def clean_file(self) -> UploadedFile[bytes]:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST:
            raise forms.ValidationError(_("The file is larger than 50 MB. Import it with the command import_dataset."))
        return file


class ExclusionForm(forms.Form):
    """Somebody to leave out, by their user name."""

    person = forms.CharField(label=gettext_lazy("User name"), max_length=150)

    def clean_person(self) -> User:
        found = User.objects.filter(username=self.cleaned_data["person"].strip()).first()
        if found is None:
            raise forms.ValidationError(_("Nobody has this user name."))
        return found


class SettingsForm(_SettingsForm):
    """All settings of the study."""

    class Meta:
        model = StudySettings
        fields = FIELDS


@manager_view("GET", "POST", fresh=True)
def study(request: PersonRequest, project: Project) -> HttpResponse:
    """Items and how many of them are judged; forms that import items, and leave somebody out."""
    names_person = request.method == "POST" and "person" in request.POST
    sent = request.method == "POST" and not names_person
    form = ItemsForm(request.POST, request.FILES) if sent else ItemsForm()
    naming, problems = ExclusionForm(request.POST if names_person else None), Problems()
    if names_person and naming.is_valid():
        _leave_out(request, project, naming.cleaned_data["person"])
        return redirect("manage-citation-study", slug=project.slug)
    if sent and form.is_valid():
        with _kept(form.cleaned_data["file"]) as path:
            problems = _import(request, project, path)
        if not problems:
            return redirect("manage-citation-study", slug=project.slug)
        form = ItemsForm()
    excluded = StudyExclusion.objects.filter(project=project).select_related("person").order_by("person__username")
    shown = {
        "project": project,
        "form": form,
        "naming": naming,
        "settings": settings_of(project),
        "excluded": excluded,
        "problems": problems[:SHOWN],
        "more": max(0, len(problems) - SHOWN),
    }
    is_wrong = bool(problems or form.errors or naming.errors)
    return render(request, "citation_study/manage.html", shown | _counts(project), status=400 if is_wrong else 200)


@manager_view("GET", "POST", fresh=True)
def settings(request: PersonRequest, project: Project) -> HttpResponse:
    """The settings of the study. How many judge an item holds for items that are open too."""
    form = SettingsForm(request.POST or None, instance=settings_of(project))
    if request.method == "POST" and form.is_valid():
        before = read(project)
        write(project, form.cleaned_data)
        after = read(project)
        open_items = Task.objects.filter(project=project, kind=SLUG, study_item__control="")
        open_items.filter(assigned_count__lte=after["annotators"]).update(required_annotations=after["annotators"])
        if changed := [name for name in FIELDS if before[name] != after[name]]:
            values = ({name: of[name] for name in changed} for of in (before, after))
            was, now = values
            record(Act.SETTINGS_CHANGED, by=request.user, project=project, before=was, after=now)
        messages.success(request, _("Saved."))
        return redirect("manage-citation-study-settings", slug=project.slug)
    shown = {"project": project, "form": form}
    return render(request, "citation_study/settings.html", shown, status=400 if form.errors else 200)


def _counts(project: Project) -> dict[str, Any]:
    items = StudyItem.objects.filter(project=project).order_by()
    plain, controls = Q(control=""), ~Q(control="")
    done = plain & Q(task__assigned_count__gte=F("task__required_annotations"))
    found: dict[str, Any] = items.aggregate(
        items=Count("pk", filter=plain),
        done=Count("pk", filter=done),
        taken=Sum("task__assigned_count", filter=plain),
        required=Sum("task__required_annotations", filter=plain),
        controls=Count("pk", filter=controls),
        random=Count("pk", filter=Q(control=Control.RANDOM_PASSAGE)),
    )
    return found


@contextmanager
def _kept(file: UploadedFile[bytes]) -> Iterator[Path]:
    """The upload as a file with its ending, by which `task_lines` knows how to read it."""
    with NamedTemporaryFile(suffix="".join(Path(file.name or "").suffixes[-2:])) as kept:
        for chunk in file.chunks():
            kept.write(chunk)
        kept.flush()
        yield Path(kept.name)


def _import(request: PersonRequest, project: Project, path: Path) -> Problems:
    """Store the rows, and say how many; what is wrong with the others, by line."""
    lines = list(task_lines(path))
    if not lines:
        return [(1, _("The file has no rows."))]
    problems = [(line.place.line, line.problem) for line in lines if line.problem]
    fine = [line for line in lines if not line.problem]
    added = add_items(project, (line.row for line in fine), request.user)
    counts = {"items": added.created, "known": added.known}
    said = _("New: %(items)d items. Already there: %(known)d.") % counts
    (messages.success if added.created else messages.warning)(request, said)
    return sorted([*problems, *((fine[place].place.line, why) for place, why in added.problems)])


def _leave_out(request: PersonRequest, project: Project, person: User) -> None:
    if leave_out(project, person, StudyExclusion.Reason.NAMED):
        record(Act.STUDY_PERSON_LEFT_OUT, by=request.user, project=project, about=person)
    messages.success(request, _("%(name)s is given no item of the study.") % {"name": person.get_username()})
