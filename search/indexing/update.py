"""Plan an incremental update of the index, or decide on a full build."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.models import Corpus, StoredPage
from corpus.store import pages_titled
from search.indexing import index_manifest
from search.indexing.index_manifest import REDIRECT, Change

LEAST_FULL = 100  # pages that are always few
MOST_SHARE = 0.2  # of all pages; above it a full build is quicker, and counts links anew


@dataclass(frozen=True, slots=True)
class Update:
    """Titles to index again, titles to remove, and the underlying changes."""

    again: frozenset[str]
    gone: frozenset[str]
    changes: tuple[Change, ...]

    @property
    def size(self) -> int:
        """Pages indexed or removed."""
        return len(self.again) + len(self.gone)


def update_since(corpus: Corpus, names: int) -> Update | None:
    """Return what changed since this generation of names was recorded; None if a full build is quicker."""
    total = StoredPage.objects.filter(corpus=corpus).count()
    most = max(LEAST_FULL, int(total * MOST_SHARE))
    changes: list[Change] = []
    for change in index_manifest.changes(corpus, names):
        changes.append(change)
        if len(changes) > most:
            return None
    again = {change.name for change in changes if _is_page(change.now)}
    gone = {change.name for change in changes if _is_page(change.before) and change.now is None}
    led_to = {target for change in changes for target in change.targets}
    again |= pages_titled(corpus, led_to - gone)  # pages that gained or lost a name
    return Update(frozenset(again), frozenset(gone - again), tuple(changes))


def _is_page(content: str | None) -> bool:
    return content is not None and not content.startswith(REDIRECT)
