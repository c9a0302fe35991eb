"""Starting the check of a corpus's citations: against which web pages, and how far it is."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.evidence.web.corpora import web_corpora
from annotation.projects.access import READERS
from annotation.projects.models import Project
from corpus.models import Corpus
from frontend.views.access import PersonRequest, member_view
from frontend.views.citations.pages import CHECK, DECIDERS
from frontend.views.citations.study import note_checked
from frontend.views.citations.summary import summary_of
from frontend.views.job_status import has_no_worker, latest_job
from jobs.enqueue import cancel, enqueue, unfinished
from jobs.errors import JobError
from jobs.models import UNFINISHED


class CheckForm(forms.Form):
    """The web corpora of the project among which cited pages and better ones are looked up."""

    corpora = forms.MultipleChoiceField(label=_("Web corpora"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any, corpora: list[Corpus]) -> None:
        self._known = {one.slug: one for one in corpora}
        super().__init__(data, initial={"corpora": list(self._known)})
        names = [(one.slug, one.name) for one in corpora]
        self.fields["corpora"].choices = names  # type: ignore[attr-defined]

    def chosen(self) -> list[Corpus]:
        """The corpora of a valid form."""
        return [self._known[slug] for slug in self.cleaned_data["corpora"]]


@member_view("GET", roles=READERS, fresh=True)
def check(request: PersonRequest, project: Project) -> HttpResponseBase:
    """What a check does, the form that starts it, and how far the last one is."""
    return _page(request, project, CheckForm(None, web_corpora(project)))


@member_view("POST", roles=DECIDERS)
def start_check(request: PersonRequest, project: Project) -> HttpResponseBase:
    """Start a check, or cancel the one that runs (`step`)."""
    running = unfinished(CHECK, project=project)
    if request.POST.get("step") == "cancel":
        if running is not None and cancel(running):
            record(Act.CITATION_CHECK_CANCELLED, by=request.user, project=project)
            messages.info(request, gettext("Cancelled."))
        return redirect("citation-check", slug=project.slug)
    form = CheckForm(request.POST, web_corpora(project))
    if not form.is_valid():
        return _page(request, project, form, status=400)
    try:
        _start(project, form.chosen(), request)
    except JobError as error:
        form.add_error(None, str(error))
        return _page(request, project, form, status=409)
    return redirect("citation-check", slug=project.slug)


def _start(project: Project, corpora: list[Corpus], request: PersonRequest) -> None:
    with transaction.atomic():
        locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if unfinished(CHECK, project=locked) is not None:
            raise JobError(gettext("A check is running. Wait for it to end, or cancel it."))
        slugs = [one.slug for one in corpora]
        enqueue(CHECK, project=locked, arguments={"corpora": slugs}, asked_by=request.user)
        note_checked(project, request.user)
        record(Act.CITATION_CHECK_ASKED, by=request.user, project=project, after={"corpora": slugs})


def _page(request: PersonRequest, project: Project, form: CheckForm, status: int = 200) -> HttpResponseBase:
    job = latest_job(project, CHECK)
    shown = {
        "project": project,
        "form": form,
        "job": job,
        "running": job if job is not None and job.state in UNFINISHED else None,
        "has_no_worker": has_no_worker(job),
        "may_decide": request.user.memberships.filter(project=project, role__in=DECIDERS).exists(),
        "summary": summary_of(project.corpus, version=f"{job.pk}:{job.state}" if job else ""),
    }
    return render(request, "citations/check.html", shown, status=status)
