"""A manager's page of the fields file: edit, upload, check, save; earlier versions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.models import Project
from annotation.workflows.question_answering.fields.file import BUILT_IN, read
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import lost_values, save_file, text_of
from annotation.workflows.question_answering.fields.reading import LARGEST, BadFields, FileProblem
from annotation.workflows.question_answering.models import FieldsFile
from frontend.views.access import PersonRequest, manager_view

VERSIONS = 20  # that are listed


class FieldsForm(forms.Form):
    """The text of a file, or an uploaded one in its place."""

    text = forms.CharField(
        label=gettext_lazy("Fields file"),
        required=False,
        strip=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Upload a file"),
        required=False,
        help_text=gettext_lazy("TOML in UTF-8. It takes the place of the text below."),
    )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        file: UploadedFile[Any] | None = values.get("file")
        if file is not None:
            if (file.size or 0) > LARGEST:
                self.add_error("file", _("The file has more than %(most)d bytes.") % {"most": LARGEST})
            else:
                values["text"] = self._decoded(file.read())
        return values

    def _decoded(self, content: bytes) -> str:
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.add_error("file", _("The file is not UTF-8 (%(error)s). Save it as UTF-8.") % {"error": error.reason})
            return ""


@manager_view("GET", "POST", fresh=True)
def fields(request: PersonRequest, project: Project) -> HttpResponse:
    """The file that holds in the project. `check`: only say what is wrong; `built-in`: show that of Attest."""
    form, problems, checked = FieldsForm(initial={"text": _shown(request, project)}), [], False
    if request.method == "POST":
        form = FieldsForm(request.POST, request.FILES)
        if form.is_valid():
            text = form.cleaned_data["text"].replace("\r\n", "\n")
            problems = problems_of(project, text)
            checked = "check" in request.POST
            if not problems and not checked:
                _save(request, project, text)
                return redirect("manage-fields", slug=project.slug)
            form = FieldsForm(initial={"text": text})
    shown = {
        "project": project,
        "form": form,
        "problems": problems,
        "checked": checked,
        "versions": FieldsFile.objects.filter(project=project)
        .select_related("saved_by")
        .order_by("-number")[:VERSIONS],
    }
    return render(request, "question_answering/fields.html", shown, status=400 if problems or form.errors else 200)


@manager_view("GET")
def file(request: PersonRequest, project: Project) -> HttpResponse:
    """The file as a download."""
    answer = HttpResponse(text_of(project), content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-fields.toml"'
    return answer


def problems_of(project: Project, text: str) -> list[FileProblem]:
    """What is wrong with a file for this project: with the file itself, and values that were used and are not in it."""
    try:
        found: Fields = read(text)
    except BadFields as bad:
        return list(bad.problems)
    return [
        FileProblem(0, _("“%(value)s” was used in this project and is missing. Keep it.") % {"value": value})
        for value in lost_values(project, found)
    ]


def _shown(request: PersonRequest, project: Project) -> str:
    return BUILT_IN.read_text(encoding="utf-8") if "built-in" in request.GET else text_of(project)


@transaction.atomic
def _save(request: PersonRequest, project: Project, text: str) -> None:
    if text == text_of(project):
        messages.success(request, _("Nothing was changed."))
        return
    stored = save_file(project, text, request.user)
    before, after = {"fields_file": stored.number - 1}, {"fields_file": stored.number}
    record(Act.SETTINGS_CHANGED, by=request.user, project=project, about=stored, before=before, after=after)
    messages.success(request, _("Saved as version %(number)d. It holds from now on.") % {"number": stored.number})
