"""Protocol of a search engine, and its exceptions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from search.documents import IndexDocument
from search.hits import Results, ScoredHit
from search.provenance import Restriction
from search.query.ast import Query

Unit = Literal["page", "introduction"]


class IndexMissing(Exception):
    """No usable index. The message gives the reason and the command that builds one."""

    def __init__(self, slug: str, reason: str) -> None:
        self.slug = slug
        self.reason = reason
        self.remedy = f"python manage.py build_index --corpus {slug}"
        super().__init__(f"{reason} Run: {self.remedy}")


class EngineUnavailable(IndexMissing):
    """The engine does not answer, or answers with an error; the index may be intact. `advice` says what may help."""

    def __init__(self, slug: str, trouble: str, advice: str) -> None:
        super().__init__(slug, f"{trouble} {advice}")
        self.trouble = trouble
        self.advice = advice
        self.remedy = "python manage.py doctor"
        self.args = (f"{self.reason} Run: {self.remedy}",)


@dataclass(frozen=True, slots=True)
class Spelling:
    """Folded word of the index, and the number of pages that contain it."""

    word: str
    pages: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as an engine takes it: its title, and text in the engine's own format."""

    title: str
    text: bytes


class SearchBackend(Protocol):
    """Index of one corpus in one engine. Every engine passes `tests/search/backend_cases.py`.

    Everything that reads answers within two seconds and raises nothing but IndexMissing, whose reason also covers an
    engine that cannot be reached or is too slow. Words come folded (`search.folding`), titles as stored.
    """

    @property
    def engine(self) -> str:
        """Name of the engine, shown to users."""

    @property
    def engine_version(self) -> str:
        """Version of the engine; an index of another version is refused."""

    # --- Writing: one process at a time (`search.indexing.build` holds the lock) -------------------------------------

    @property
    def entry(self) -> Callable[[IndexDocument], Entry]:
        """Function that turns a document into what this engine takes; worker processes call it."""

    def index(self, entries: Iterable[Entry], generation: int) -> int:
        """Build a new index next to the active one, unused until `swap`. Return the number of entries.

        `generation` grows from build to build. Whatever `entries` raises leaves the old index in use, and nothing
        of the new one behind.
        """

    def update(self, entries: Iterable[Entry], gone: Collection[str], generation: int) -> int:
        """Build a new index from the active one: without the titles `gone`, and with `entries` in place of those
        of the same title; unused until `swap`. Return the total number of entries.

        Raises IndexMissing.
        """

    def swap(self, generation: int) -> None:
        """Activate this generation atomically, for all processes. Raises IndexMissing if it does not exist."""

    def delete(self) -> None:
        """Delete every index of this corpus; idempotent."""

    # --- Reading -----------------------------------------------------------------------------------------------------

    def search(self, query: Query, offset: int, limit: int) -> Results:
        """Return hits offset..offset+limit, best first, and the total; `note` and `did_you_mean` are empty.

        `query` has at least one clause, `limit` is at least 1. A query of filters only is ordered by `links_in`.
        """

    def retrieve(
        self,
        words: Collection[str],
        limit: int,
        unit: Unit = "page",
        titles: Collection[str] | None = None,
        restriction: Restriction | None = None,
    ) -> tuple[ScoredHit, ...]:
        """Rank pages by any of the words, over their whole text or over title and introduction only.

        `titles` restricts to pages of these titles, `restriction` to web pages that meet it. `ScoredHit.element` is
        None. No words, no hits.
        """

    def frequencies(self, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
        """Return the number of pages, and per word the number that contain it (stemmed)."""

    def spellings(self, word: str, edits: int, limit: int) -> tuple[Spelling, ...]:
        """Return words of the index within `edits` (1 or 2) letters, `word` included; most frequent first."""

    def near_titles(self, beginning: str, limit: int) -> tuple[str, ...]:
        """Return titles whose folded form begins with something one letter away from `beginning` (two from eight
        letters on), those first that most pages link to."""

    def titles_with(self, beginnings: Sequence[str], limit: int) -> tuple[str, ...]:
        """Return titles of pages whose names (the title and its redirects) have a word with each of these folded
        beginnings, in any order; those first that most pages link to. No beginnings, no titles."""

    def check(self) -> int:
        """Return the active generation. Raises IndexMissing."""
