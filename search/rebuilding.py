"""An index that was there and cannot be used any more is made anew without anybody asking, where a worker can do it.

That happens after an upgrade (another version of the engine, another schema) and when files were lost. With a broker
(REDIS_URL) the first search that meets it hands the job to a worker. Without one the message names the command: a
build takes longer than anybody waits for an answer.
"""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from corpus.models import Corpus
from search.backend import EngineUnavailable, IndexMissing
from search.tasks import rebuild_index

ONCE_IN = 600  # seconds: a build that cannot succeed must not be asked for by every search


def asked_for_another(corpus: Corpus, missing: IndexMissing) -> IndexMissing:
    """Ask for a new index, if that is possible; the error to show, which says so."""
    if settings.CELERY_TASK_ALWAYS_EAGER or isinstance(missing, EngineUnavailable):
        return missing
    if cache.add(f"search-rebuilding-{corpus.pk}", True, ONCE_IN):
        try:
            rebuild_index.apply_async([corpus.pk], retry=False)
        except Exception:  # whatever the broker's client raises: the person still gets the command
            return missing
    reason = _("A new search index is being made; until then pages can be opened by their title.")
    return IndexMissing(corpus.slug, f"{missing.reason} {reason}")
