"""An index that was there and cannot be used any more is made anew without anybody asking, where a worker can do it.

That happens after an upgrade (another version of the engine, another schema) and when files were lost. The first
search that meets it hands the job to a worker: of Celery where there is a broker (REDIS_URL), of the job table
otherwise. Where no worker is there the message names the command: a build takes longer than anybody waits for an
answer.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from corpus.models import Corpus
from search.backend import EngineUnavailable, IndexMissing
from search.indexing.tasks import rebuild_index

ONCE_IN = 600  # seconds: a build that cannot succeed must not be asked for by every search


# The job table belongs to a room that this one may not enter: it leaves here how to ask for an index of a corpus, which
# says whether a worker is there to make it.
without_broker: list[Callable[[int], bool]] = []


def asked_for_another(corpus: Corpus, missing: IndexMissing) -> IndexMissing:
    """Ask for a new index, if that is possible; the error to show, which says so."""
    if isinstance(missing, EngineUnavailable):
        return missing
    if settings.CELERY_TASK_ALWAYS_EAGER:
        if not any(ask(corpus.pk) for ask in without_broker):
            return missing
    elif cache.add(f"search-rebuilding-{corpus.pk}", True, ONCE_IN):
        try:
            rebuild_index.apply_async([corpus.pk], retry=False)
        except Exception:  # whatever the broker's client raises: the person still gets the command
            return missing
    reason = _("A new search index is being made; until then pages can be opened by their title.")
    return IndexMissing(corpus.slug, f"{missing.reason} {reason}")
