"""What an engine must do, and which one this installation uses."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from corpus.models import Corpus
from search.documents import IndexDocument
from search.hits import Results
from search.query import Query


class IndexMissing(Exception):
    """There is no index that can be searched. The message says why, and which command makes one."""

    def __init__(self, slug: str, reason: str) -> None:
        self.slug = slug
        self.reason = reason
        self.remedy = f"python manage.py build_index --corpus {slug}"
        super().__init__(f"{reason} Run: {self.remedy}")


class SearchBackend(Protocol):
    """One corpus in one engine. `tests/search/backend_cases.py` is the suite every engine passes."""

    @property
    def engine(self) -> str:
        """Its name, for people."""

    @property
    def engine_version(self) -> str:
        """An index of another version is refused."""

    def build(self, documents: Iterable[IndexDocument], generation: int) -> int:
        """Index the documents and put them in the place of what was searched so far, at once or not at all.

        `generation` grows from build to build, and one process builds at a time. Returns how many
        documents there were. Whatever `documents` raises leaves the old index in use.
        """

    def search(self, query: Query, offset: int, limit: int) -> Results:
        """Hits offset..offset+limit, best first, and the total. The note is empty. Raises IndexMissing.

        `query` has at least one clause, `limit` is at least 1.
        """

    def check(self) -> int:
        """The generation that would be searched. Raises IndexMissing."""

    def delete(self) -> None:
        """Remove everything of this corpus; doing it twice is fine."""


def get_backend(corpus: Corpus) -> SearchBackend:
    """The engine the settings ask for. Raises ImproperlyConfigured."""
    if settings.ELASTICSEARCH_URL:
        raise ImproperlyConfigured(
            "ELASTICSEARCH_URL is set, but this version of Attest cannot use Elasticsearch yet. "
            "Unset it to use the embedded index."
        )
    from search.embedded import EmbeddedIndex

    return EmbeddedIndex(Path(settings.ATTEST_DATA_DIR) / "index", corpus.slug)
