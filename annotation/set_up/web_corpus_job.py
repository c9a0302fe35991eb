"""Background job that imports archived web pages into a corpus of their own, which a project then searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.evidence.web.corpora import choose, web_corpora
from annotation.projects.models import Project
from annotation.set_up.corpus_jobs import KB, MOST_TIMES, counts_of, enqueue_index, problem_of, reporter
from annotation.set_up.sources import StoredSource, remove_uploads, resolved, said
from corpus.importing.worker import WorkerCannotStart
from corpus.models import Corpus, ImportRun, Phase
from corpus.snapshot.importer import ImportSettings, begin_import, complete_import, drop_empty, is_empty
from corpus.snapshot.runs import ImportRefused, alone
from corpus.sources import SourceError, kind_of
from corpus.sources.inspection import inspect_source
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.errors import JobError
from jobs.models import Job
from jobs.registry import job

KIND = "import_web_corpus"


@job(KIND)
def import_web_corpus(context: JobContext) -> dict[str, Any]:
    """Check a source, import its pages, enqueue their index, and have the project search them.

    It goes on where it was interrupted. A source without a page leaves no corpus behind.
    """
    project = Project.objects.get(pk=context.job.project_id or 0)
    corpus = imported_corpus(context.job)
    if corpus is None:
        raise JobError(_("The corpus was deleted. Import the file again."))
    run = ImportRun.objects.filter(corpus=corpus, phase=Phase.COMPLETE).first()
    if run is None:  # not by a worker that was killed before it could say so
        run = _imported(context, corpus)
        context.renew_lease()
    remove_uploads(corpus)
    enqueue_index(corpus)
    by = User.objects.filter(pk=context.job.created_by_id or 0).first()
    if by is not None and corpus not in web_corpora(project):
        choose(project, [*web_corpora(project), corpus], by)
    return counts_of(run) | {"slug": corpus.slug}


def imported_corpus(job: Job) -> Corpus | None:
    """The corpus that a job of this kind fills; None where it was deleted."""
    return Corpus.objects.filter(pk=job.arguments["corpus"]).first()


def _imported(context: JobContext, corpus: Corpus) -> ImportRun:
    """Import the pages, or what is left of them. Raises JobError."""
    stored = context.arguments["source"]
    source = resolved(corpus, stored)
    assert isinstance(source, Path)  # web pages come from files
    run = ImportRun.objects.filter(corpus=corpus).first()
    try:
        with alone(corpus.slug):
            if run is None:
                _check(context, source, stored)
            settings = ImportSettings()
            run = begin_import(corpus.slug, corpus.name, [source], settings)
            if not complete_import(run, [source], settings, 1, reporter(context)):
                raise JobError(problem_of(run, source))
    except (ImportRefused, WorkerCannotStart) as error:
        raise JobError(str(error)) from error
    except SourceError as error:
        _forget(corpus)
        raise JobError(said(error, source)) from error
    except JobError:
        _forget(corpus)
        raise
    return run


def enqueue_web_import(project: Project, corpus: Corpus, source: StoredSource, by: User) -> None:
    """Enqueue the import of a source into a new corpus, or what is left of it. Raises JobError while another runs."""
    if unfinished(KIND, project=project) is not None:
        raise JobError(_("A job is running. Wait for it to end, or cancel it."))
    with transaction.atomic():
        enqueue(KIND, project=project, arguments={"corpus": corpus.pk, "source": source}, asked_by=by)
        after = {"step": KIND, "corpus": corpus.slug}
        record(Act.CORPUS_JOB_ASKED, by=by, project=project, after=after)


def _check(context: JobContext, source: Path, stored: StoredSource) -> None:
    """Read all of a source before anything is stored of it. Raises SourceError, JobError."""
    if not kind_of(source).is_web:
        raise JobError(_("The file has articles of a wiki. Import it as the corpus of a project."))
    total = source.stat().st_size // KB if source.is_file() else 0
    most = MOST_TIMES if stored["from"] == "upload" else None
    inspect_source(source, lambda read: context.progress(read // KB, total, "checking"), most)


def _forget(corpus: Corpus) -> None:
    """Delete a corpus into which no page came."""
    if not is_empty(corpus):
        return
    remove_uploads(corpus)
    drop_empty(corpus)
    Corpus.objects.filter(pk=corpus.pk).delete()
