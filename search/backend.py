"""Protocol of a search engine, and its exceptions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from search.documents import IndexDocument
from search.hits import Results, ScoredHit
from search.query.ast import Query

Unit = Literal["page", "introduction"]


class IndexMissing(Exception):
    """There is no index that can be searched. The message says why, and which command makes one."""

    def __init__(self, slug: str, reason: str) -> None:
        self.slug = slug
        self.reason = reason
        self.remedy = f"python manage.py build_index --corpus {slug}"
        super().__init__(f"{reason} Run: {self.remedy}")


class EngineUnavailable(IndexMissing):
    """The engine does not answer, or not as it should; the index may be well. `advice` says what may help."""

    def __init__(self, slug: str, trouble: str, advice: str) -> None:
        super().__init__(slug, f"{trouble} {advice}")
        self.trouble = trouble
        self.advice = advice
        self.remedy = "python manage.py doctor"
        self.args = (f"{self.reason} Run: {self.remedy}",)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word of the index, as written and folded, and how many pages have it."""

    word: str
    pages: int


class SearchBackend(Protocol):
    """One corpus in one engine. `tests/search/backend_cases.py` is the suite every engine passes.

    Everything that reads answers within two seconds and raises nothing but IndexMissing, whose reason also covers an
    engine that cannot be reached or is too slow. Words come folded (`search.folding`), titles as stored.
    """

    @property
    def engine(self) -> str:
        """Its name, for people."""

    @property
    def engine_version(self) -> str:
        """An index of another version is refused."""

    # --- Writing: one process at a time (`search.indexing.build` holds the lock) -------------------------------------

    def index(self, documents: Iterable[IndexDocument], generation: int) -> int:
        """Make a new index beside the one in use. Nobody searches it before `swap`. Returns the number of documents.

        `generation` grows from build to build. Whatever `documents` raises leaves the old index in use, and nothing
        of the new one behind.
        """

    def update(self, documents: Iterable[IndexDocument], gone: Collection[str], generation: int) -> int:
        """Make a new index of the one in use: without the titles `gone`, and with `documents` in the place of those
        of the same title. Nobody searches it before `swap`. Returns the number of documents in all.

        Raises IndexMissing.
        """

    def swap(self, generation: int) -> None:
        """Search this generation from now on, at once and for everybody. Raises IndexMissing if it is not there."""

    def delete(self) -> None:
        """Remove everything of this corpus; doing it twice is fine."""

    # --- Reading -----------------------------------------------------------------------------------------------------

    def search(self, query: Query, offset: int, limit: int) -> Results:
        """Hits offset..offset+limit, best first, and the total. `note` and `did_you_mean` are empty.

        `query` has at least one clause, `limit` is at least 1. A query of filters only is ordered by `links_in`.
        """

    def retrieve(
        self, words: Collection[str], limit: int, unit: Unit = "page", titles: Collection[str] | None = None
    ) -> tuple[ScoredHit, ...]:
        """The pages that any of the words fit best, by all their text, or by title and introduction only.

        `titles` restricts to pages of these titles. `ScoredHit.element` is None. No words, no hits.
        """

    def frequencies(self, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
        """The number of pages, and of those that have each word (endings do not count)."""

    def spellings(self, word: str, edits: int, limit: int) -> tuple[Spelling, ...]:
        """Words of the index at most `edits` (1 or 2) letters away, `word` itself included; on most pages first."""

    def near_titles(self, beginning: str, limit: int) -> tuple[str, ...]:
        """Titles of pages whose folded title begins with something one letter away from `beginning` (two from eight
        letters on), those first that most pages link to."""

    def check(self) -> int:
        """The generation that would be searched. Raises IndexMissing."""
