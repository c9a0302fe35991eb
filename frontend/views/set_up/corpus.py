"""The corpus of a project: import it, watch and cancel the import, build its index, or choose another corpus."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError
from annotation.figures.figure import unarmed
from annotation.projects.models import Project
from annotation.set_up.corpus_jobs import (
    BUILD_INDEX,
    CHECK,
    CLEAR,
    IMPORT,
    enqueue_check,
    enqueue_clear,
    enqueue_import,
)
from annotation.set_up.corpus_status import CorpusStatus, corpus_status
from annotation.set_up.rights import choose_corpus, why_no_import, why_not_changeable
from annotation.set_up.sources import name_of, remove_uploads, server_folder, uploads_of
from corpus.models import ImportFailure
from frontend.views.access import PersonRequest, manager_view
from frontend.views.job_status import has_no_worker, latest_job
from frontend.views.set_up.corpus_forms import SOURCES, OtherCorpusForm, SourceForm, sources_on
from jobs.enqueue import cancel, enqueue, unfinished
from jobs.errors import JobError
from jobs.models import UNFINISHED, Job, JobState

SHOWN_FAILURES = 20
Action = Callable[[PersonRequest, Project], None]


@manager_view("GET", "POST", fresh=True)
def corpus(request: PersonRequest, project: Project) -> HttpResponse:
    """State of the corpus, and what can be done with it. A POST names a source or an action."""
    action = request.POST.get("action", "")
    if request.method == "POST" and action in sources_on():
        form = SOURCES[action](request.POST, request.FILES, project=project)
        if why := _why_no_source(project):
            messages.error(request, why)
        elif not form.is_valid():
            return render(request, "set_up/corpus.html", _shown(project, {action: form}), status=400)
        else:
            _carry_out(request, project, action, lambda *_: enqueue_check(project, form.stored, request.user))
    elif request.method == "POST" and action not in ACTIONS:
        return HttpResponseBadRequest(_("Unknown action."))
    elif request.method == "POST":
        _carry_out(request, project, action, ACTIONS[action])
    else:
        return render(request, "set_up/corpus.html", _shown(project))
    return redirect("manage-corpus", slug=project.slug)


def _carry_out(request: PersonRequest, project: Project, name: str, carry_out: Action) -> None:
    act = ACTS.get(name, Act.CORPUS_JOB_ASKED)
    before = project.corpus.slug
    try:
        with transaction.atomic():
            carry_out(request, project)
            now = Project.objects.select_related("corpus").get(pk=project.pk).corpus
            record(act, by=request.user, project=project, after={"step": name, "left": before, "corpus": now.slug})
    except JobError as error:
        messages.error(request, error.message)


@manager_view("GET", "HEAD")
def failures(request: PersonRequest, project: Project) -> HttpResponse:
    """The pages that could not be imported, as a CSV file with the columns title, place, reason and remedy."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.corpus.slug}-failures.csv"'
    rows = csv.writer(answer)
    rows.writerow(("title", "place", "reason", "remedy"))
    for one in ImportFailure.objects.filter(run__corpus=project.corpus).order_by("pk").iterator():
        rows.writerow([unarmed(text) for text in _told(project, one)])
    return answer


def _shown(project: Project, forms: dict[str, SourceForm] | None = None) -> dict[str, Any]:
    status = corpus_status(project)
    job, index_job = latest_job(project, CHECK, IMPORT, CLEAR), _index_job(project)
    running = job if job is not None and job.state in UNFINISHED else None
    no_import = why_no_import(project)
    failed = ImportFailure.objects.filter(run__corpus=project.corpus)
    return {
        "project": project,
        "status": status,
        "running": running,
        "has_no_worker": has_no_worker(running or index_job),
        "rate": _rate(running),
        "last": job,
        "source": name_of(job.arguments.get("source", {})) if job is not None else "",
        "checked": job if _is_checked(job, status) else None,
        "can_resume": running is None and status.import_state == "begun" and _import_of(project) is not None,
        "can_clear": running is None and _can_clear(project, status),
        "why_no_import": no_import,
        "forms": _forms(project, forms or {}) if running is None and _takes_source(project, status) else {},
        "limit": settings.ATTEST_IMPORT_UPLOAD_MB,
        "server_folder": server_folder(),
        "wikis": ", ".join(settings.ATTEST_IMPORT_WIKIS),
        "index_job": index_job,
        "index_failed": _failed_index(project) if index_job is None and status.index != "current" else None,
        "failures": [_told(project, one) for one in failed[:SHOWN_FAILURES]],
        "failure_count": failed.count(),
        "why_not_changeable": why_not_changeable(project),
        "other": OtherCorpusForm(project=project),
    }


def _why_no_source(project: Project) -> str:
    """Why no source can be given now; empty where one can."""
    if why := why_no_import(project):
        return why
    job = latest_job(project, CHECK, IMPORT, CLEAR)
    if job is not None and job.state in UNFINISHED:
        return _("A job is running. Wait for it to end, or cancel it.")
    if corpus_status(project).import_state != "empty":
        return _("An import has begun. Resume it, or delete what it has read.")
    return ""


def _takes_source(project: Project, status: CorpusStatus) -> bool:
    return status.import_state == "empty" and not why_no_import(project)


def _forms(project: Project, given: dict[str, SourceForm]) -> dict[str, SourceForm]:
    return {name: given.get(name) or SOURCES[name](project=project) for name in sources_on()}


def _is_checked(job: Job | None, status: CorpusStatus) -> bool:
    """Whether a source was checked and can be imported."""
    return job is not None and job.kind == CHECK and job.state == JobState.DONE and status.import_state == "empty"


def _import_of(project: Project) -> Job | None:
    """The latest import of the project's present corpus."""
    of_corpus = Job.objects.filter(project=project, kind=IMPORT, arguments__corpus=project.corpus_id)
    return of_corpus.order_by("-pk").first()


def _can_clear(project: Project, status: CorpusStatus) -> bool:
    return status.import_state != "empty" and not status.others and not why_not_changeable(project)


def _rate(job: Job | None) -> float | None:
    """Records a second of a running import, since this attempt began; None until there is something to count."""
    if job is None or job.kind != IMPORT or job.started_at is None or job.message != "reading":
        return None
    seconds = (timezone.now() - job.started_at).total_seconds()
    done = job.done - int(job.arguments.get("taken", 0))
    return done / seconds if done > 0 and seconds > 0 else None


def _index_job(project: Project) -> Job | None:
    return unfinished(BUILD_INDEX, arguments={"corpus": project.corpus_id})


def _failed_index(project: Project) -> Job | None:
    jobs = Job.objects.filter(kind=BUILD_INDEX, arguments={"corpus": project.corpus_id}).order_by("-pk")
    last = jobs.first()
    return last if last is not None and last.state in (JobState.FAILED, JobState.STOPPED) else None


def _told(project: Project, failure: ImportFailure) -> tuple[str, str, str, str]:
    """Title, place, reason and remedy of a failure, without the folders of this server."""
    place = failure.place
    for folder in (uploads_of(project.corpus), server_folder()):
        place = place.replace(f"{folder}/", "") if folder is not None else place
    return failure.title, place, failure.reason, failure.remedy


# --- Actions ---------------------------------------------------------------------------------------------------------


def _import(request: PersonRequest, project: Project) -> None:
    """Import the source that was checked last."""
    if not _is_checked(job := latest_job(project, CHECK, IMPORT, CLEAR), corpus_status(project)) or job is None:
        raise JobError(_("Choose a source first."))
    keep = "keep_flagged" in request.POST
    enqueue_import(project, job.arguments["source"], keep_flagged=keep, asked_by=request.user)


def _resume(request: PersonRequest, project: Project) -> None:
    job = _import_of(project)
    if job is None or job.state in UNFINISHED:
        raise JobError(_("There is no import to resume."))
    keep = job.arguments["keep_flagged"]
    enqueue_import(project, job.arguments["source"], keep_flagged=keep, asked_by=request.user)


def _cancel(request: PersonRequest, project: Project) -> None:
    job = latest_job(project, CHECK, IMPORT, CLEAR)
    if job is not None and cancel(job):
        messages.info(request, _("Cancelled."))


def _cancel_index(request: PersonRequest, project: Project) -> None:
    job = _index_job(project)
    if job is not None and cancel(job):
        messages.info(request, _("Cancelled. The index that was there before stays in use."))


def _forget(request: PersonRequest, project: Project) -> None:
    """Take away the source that was checked: another one is chosen."""
    job = latest_job(project, CHECK, IMPORT, CLEAR)
    if job is not None and job.kind == CHECK and job.state == JobState.DONE:
        remove_uploads(project.corpus)
        Job.objects.filter(pk=job.pk).update(state=JobState.STOPPED)


def _clear(request: PersonRequest, project: Project) -> None:
    enqueue_clear(project, request.user)


def _build_index(request: PersonRequest, project: Project) -> None:
    if corpus_status(project).import_state != "complete":
        raise JobError(_("The corpus is not complete yet."))
    if _index_job(project) is None:
        enqueue(BUILD_INDEX, arguments={"corpus": project.corpus_id}, asked_by=request.user)


def _choose(request: PersonRequest, project: Project) -> None:
    form = OtherCorpusForm(request.POST, project=project)
    if not form.is_valid():
        raise AnnotationError("invalid", _("There is no such corpus."))
    chosen = choose_corpus(project, form.cleaned_data["corpus"])
    messages.success(request, _("The corpus of this project is now %(name)s.") % {"name": chosen.name})


ACTS = {"cancel": Act.CORPUS_JOB_CANCELLED, "cancel-index": Act.CORPUS_JOB_CANCELLED, "choose": Act.CORPUS_CHOSEN}
ACTIONS: dict[str, Action] = {
    "import": _import,
    "resume": _resume,
    "cancel": _cancel,
    "cancel-index": _cancel_index,
    "forget": _forget,
    "clear": _clear,
    "index": _build_index,
    "choose": _choose,
}
