"""Background job that builds a search index, and its automatic request when an index is lost or outdated.

An index becomes unusable with an upgrade (another engine version or schema) or when its files are lost. The first
search that fails enqueues the job if a worker is alive. Otherwise the error names the command to run: building takes
longer than a request may.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from corpus.models import Corpus
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished, worker_is_alive
from jobs.models import Job
from jobs.registry import job
from search.backend import EngineUnavailable, IndexMissing
from search.indexing.build import BuildInProgress, build_index

KIND = "build_index"
RETRY_AFTER = timedelta(minutes=10)  # a build that fails must not be enqueued by every search


@job(KIND)
def build(context: JobContext) -> dict[str, Any]:
    """Build the corpus's index if it is outdated. `pages` is null if another process is building it."""
    corpus = Corpus.objects.get(pk=context.arguments["corpus"])
    try:
        return {"pages": build_index(corpus, lambda done, total: context.progress(done, total, corpus.slug)).pages}
    except BuildInProgress:
        return {"pages": None}


def request_build(corpus_id: int) -> bool:
    """Enqueue a build unless one is pending or was enqueued lately. Return whether a worker is alive to run it."""
    if not worker_is_alive():
        return False
    arguments = {"corpus": corpus_id}
    recent = Job.objects.filter(kind=KIND, arguments=arguments, created_at__gt=timezone.now() - RETRY_AFTER)
    if unfinished(KIND, arguments=arguments) is None and not recent.exists():
        enqueue(KIND, arguments=arguments)
    return True


def rebuilding(corpus: Corpus, missing: IndexMissing) -> IndexMissing:
    """Request a build for a missing index; return the error to raise, which says whether one is on its way."""
    if isinstance(missing, EngineUnavailable) or not request_build(corpus.pk):
        return missing
    reason = _("A new search index is being built; until then pages can be opened by title.")
    return IndexMissing(corpus.slug, f"{missing.reason} {reason}")
