"""Making a search index anew, as a job: what `search.indexing.rebuild` asks for where there is no broker."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from corpus.models import Corpus
from jobs.context import Turn
from jobs.enqueue import enqueue, somebody_works, unfinished
from jobs.models import Job
from search.indexing.build import BuildInProgress, build_index

KIND = "build_index"
ONCE_IN = timedelta(minutes=10)  # a build that cannot succeed must not be asked for by every search


def ask(corpus_id: int) -> bool:
    """Ask for a new index, once. Whether a worker is there to make it."""
    arguments = {"corpus": corpus_id}
    if not somebody_works():
        return False
    lately = Job.objects.filter(kind=KIND, arguments=arguments, created_at__gt=timezone.now() - ONCE_IN)
    if unfinished(KIND, arguments=arguments) is None and not lately.exists():
        enqueue(KIND, arguments=arguments)
    return True


def build(turn: Turn) -> dict[str, Any]:
    """Build the corpus's index if it is behind. One that another process is building now is left to that."""
    corpus = Corpus.objects.get(pk=turn.arguments["corpus"])
    try:
        return {"pages": build_index(corpus, lambda done, total: turn.progress(done, total, corpus.slug)).pages}
    except BuildInProgress:
        return {"pages": None}
