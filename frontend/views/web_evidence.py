"""Web evidence of a project: the web corpora that are searched, their import, and the lists of flagged domains."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, BinaryIO

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError, Invalid
from annotation.evidence.web.access import flagged_list_of
from annotation.evidence.web.corpora import choosable, choose, web_corpora
from annotation.evidence.web.flagged import MOST_LINES_NAMED, ReadList, import_list, remove_list
from annotation.evidence.web.models import LONGEST_NAME, FlaggedList
from annotation.projects.models import Project
from annotation.set_up.rights import create_corpus
from annotation.set_up.sources import most_bytes, name_of, remove_uploads, server_entries, server_path, store_upload
from annotation.set_up.web_corpus_job import KIND, enqueue_web_import, imported_corpus
from corpus.models import Corpus, ImportFailure, WebPage
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import has_no_worker, latest_job
from jobs.enqueue import cancel
from jobs.errors import JobError
from jobs.models import UNFINISHED, JobState

SHOWN_FAILURES = 20


class CorporaForm(forms.Form):
    """Which web corpora of the site the annotators of the project search."""

    corpora = forms.MultipleChoiceField(label=_("Web corpora"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any = None, *, chosen: Iterable[Corpus], others: Iterable[Corpus]) -> None:
        self._known = {corpus.slug: corpus for corpus in (*chosen, *others)}
        super().__init__(data, initial={"corpora": [corpus.slug for corpus in chosen]})
        names = [(corpus.slug, corpus.name) for corpus in self._known.values()]
        self.fields["corpora"].choices = names  # type: ignore[attr-defined]

    def chosen(self) -> list[Corpus]:
        """The corpora of a valid form."""
        return [self._known[slug] for slug in self.cleaned_data["corpora"]]


class ArchiveForm(forms.Form):
    """A file of web pages, uploaded or of the server, and the name of the corpus that is made of it."""

    title = forms.CharField(label=_("Name of the corpus"), max_length=100, help_text=_("Annotators do not see it."))
    archive = forms.FileField(label=_("File"), required=False, error_messages={"empty": _("The file is empty.")})
    path = forms.ChoiceField(label=_("Or a file or folder of the server"), required=False)

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        entries = server_entries()
        self.fields["path"].choices = [("", "–"), *((path, path) for path in entries)]  # type: ignore[attr-defined]
        if not entries:
            del self.fields["path"]
        if not most_bytes():
            del self.fields["archive"]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if bool(cleaned.get("archive")) == bool(cleaned.get("path")) and not self.errors:
            self.add_error(None, gettext("Choose one file: from your computer, or of the server."))
        return cleaned


class ListForm(forms.Form):
    """A file of domains, and the name that warnings give as who flagged them."""

    name = forms.CharField(
        label=_("Name of the list"),
        max_length=LONGEST_NAME,
        help_text=_("Annotators read it in the warning: who flagged the domain."),
    )
    file = forms.FileField(
        label=_("File"),
        help_text=_("Plain text, a domain a line, such as example.com. Hosts below it are flagged too."),
        error_messages={"empty": _("The file is empty.")},
    )


@manager_view("GET", "POST", fresh=True)
def web_evidence(request: PersonRequest, project: Project) -> HttpResponse:
    """The page; a POST saves which web corpora are searched."""
    form = CorporaForm(
        request.POST if request.method == "POST" else None, chosen=web_corpora(project), others=choosable(project)
    )
    if request.method == "POST" and form.is_valid():
        choose(project, form.chosen(), request.user)
        messages.success(request, gettext("Web corpora saved."))
        return redirect("manage-web-evidence", slug=project.slug)
    return _page(request, project, form, ListForm())


@manager_view("POST")
def web_archive_import(request: PersonRequest, project: Project) -> HttpResponse:
    """Import a file of web pages as a corpus of its own, which the project searches when it is complete."""
    form = ArchiveForm(request.POST, request.FILES)
    if form.is_valid():
        given = form.cleaned_data
        corpus = create_corpus(f"{project.slug}-web", given["title"])
        try:
            if given.get("archive"):
                source = store_upload(corpus, given["archive"])
            else:
                server_path(given["path"])
                source = {"from": "server", "path": given["path"]}
            enqueue_web_import(project, corpus, source, request.user)
        except (AnnotationError, JobError) as error:
            remove_uploads(corpus)
            corpus.delete()
            form.add_error(None, error.message)
        else:
            messages.success(request, gettext("The import has begun."))
            return redirect("manage-web-evidence", slug=project.slug)
    corpora = CorporaForm(chosen=web_corpora(project), others=choosable(project))
    return _page(request, project, corpora, ListForm(), form, status=400)


@manager_view("POST")
def web_archive_step(request: PersonRequest, project: Project) -> HttpResponse:
    """Cancel the import that runs, or go on with the one that stopped (`step`)."""
    job = latest_job(project, KIND)
    corpus = None if job is None else imported_corpus(job)
    try:
        if job is not None and request.POST.get("step") == "cancel" and cancel(job):
            after = {"corpus": "" if corpus is None else corpus.slug}
            record(Act.CORPUS_JOB_CANCELLED, by=request.user, project=project, after=after)
            messages.info(request, gettext("Cancelled."))
        elif job is not None and corpus is not None and request.POST.get("step") == "resume":
            enqueue_web_import(project, corpus, job.arguments["source"], request.user)
    except JobError as error:
        messages.error(request, error.message)
    return redirect("manage-web-evidence", slug=project.slug)


@manager_view("POST")
def flagged_list_import(request: PersonRequest, project: Project) -> HttpResponse:
    """Import a list of flagged domains; lines that are no domain are named."""
    form = ListForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            stored, read = import_list(
                project, form.cleaned_data["name"], _lines(form.cleaned_data["file"]), request.user
            )
        except Invalid as error:
            form.add_error(next(iter(error.fields)), error.message)
        else:
            _say(request, stored, read)
            return redirect("manage-web-evidence", slug=project.slug)
    corpora = CorporaForm(chosen=web_corpora(project), others=choosable(project))
    return _page(request, project, corpora, form, status=400)


@manager_view("POST")
def flagged_list_remove(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Remove a list with its domains."""
    stored = flagged_list_of(project, pk)
    remove_list(stored, request.user)
    messages.success(request, gettext("The list “%(name)s” was removed.") % {"name": stored.name})
    return redirect("manage-web-evidence", slug=project.slug)


def _page(
    request: PersonRequest,
    project: Project,
    corpora: CorporaForm,
    lists: ListForm,
    archive: ArchiveForm | None = None,
    status: int = 200,
) -> HttpResponse:
    stored = FlaggedList.objects.filter(project=project).annotate(count=Count("domains")).select_related("imported_by")
    counts = WebPage.objects.filter(corpus__in=web_corpora(project)).order_by()
    pages = dict(counts.values_list("corpus__slug").annotate(count=Count("pk")))
    shown = {"project": project, "form": corpora, "list_form": lists, "lists": stored, "pages": sum(pages.values())}
    shown |= {"archive_form": archive or ArchiveForm(), "limit": settings.ATTEST_IMPORT_UPLOAD_MB, **_import(project)}
    return render(request, "set_up/web_evidence.html", shown, status=status)


def _import(project: Project) -> dict[str, Any]:
    """The last import of web pages of the project, and what could not be read of it."""
    job = latest_job(project, KIND)
    if job is None:
        return {}
    corpus = imported_corpus(job)
    failed = ImportFailure.objects.filter(run__corpus=corpus) if corpus is not None else ImportFailure.objects.none()
    return {
        "job": job,
        "running": job if job.state in UNFINISHED else None,
        "has_no_worker": has_no_worker(job),
        "imported": corpus,
        "source": name_of(job.arguments["source"]),
        "can_resume": corpus is not None and job.state in (JobState.FAILED, JobState.STOPPED),
        "failures": failed[:SHOWN_FAILURES],
        "failure_count": failed.count(),
    }


def _lines(file: BinaryIO) -> Iterable[str]:
    return io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace")


def _say(request: PersonRequest, stored: FlaggedList, read: ReadList) -> None:
    count = len(read.domains)
    words = ngettext("%(count)d domain of “%(name)s” imported.", "%(count)d domains of “%(name)s” imported.", count)
    messages.success(request, words % {"count": count, "name": stored.name})
    for number, written in read.problems[:MOST_LINES_NAMED]:
        message = gettext("Line %(number)d was left out: “%(text)s” is no domain. Write it as example.com.")
        messages.warning(request, message % {"number": number, "text": written})
    if more := len(read.problems[MOST_LINES_NAMED:]):
        words = ngettext("%(count)d more line was left out.", "%(count)d more lines were left out.", more)
        messages.warning(request, words % {"count": more})
