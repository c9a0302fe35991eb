"""A manager's page that imports fact-checking articles from a file, and says which rows were left out and why."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.errors import Invalid
from annotation.projects.models import Project
from annotation.release.importing.tasks_job import KIND, MOST_BYTES, enqueue_rows
from annotation.work.registry import workflows
from annotation.workflows.question_answering.models import Article
from annotation.workflows.question_answering.phases import PhaseName
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import has_no_worker, latest_job
from jobs.models import UNFINISHED


class ArticlesForm(forms.Form):
    """The file of articles."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("JSON lines, a JSON array or CSV, in UTF-8; also packed as .gz or .xz."),
        error_messages={"empty": gettext_lazy("The file is empty.")},
    )


@manager_view("GET", "POST", fresh=True)
def articles(request: PersonRequest, project: Project) -> HttpResponse:
    """The page; a POST stores the file and enqueues its import."""
    form = ArticlesForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        workflow = workflows()[PhaseName.NORMALISATION]
        try:
            enqueue_rows(project, workflow, form.cleaned_data["file"], request.user)
        except Invalid as error:
            form.add_error("file", error.message)
        else:
            messages.success(request, _("The import has begun."))
            return redirect("manage-articles", slug=project.slug)
    shown = _shown(project) | {"form": form}
    return render(request, "question_answering/articles.html", shown, status=400 if form.errors else 200)


def _shown(project: Project) -> dict[str, Any]:
    job = latest_job(project, KIND)
    return {
        "project": project,
        "running": job if job is not None and job.state in UNFINISHED else None,
        "has_no_worker": has_no_worker(job),
        "last": job,
        "articles": Article.objects.filter(project=project).count(),
        "limit": MOST_BYTES >> 20,
    }
