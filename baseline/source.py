"""Sources of pages for the stages: a corpus of the database with its search index, or pages in memory.

The stages know nothing but `Source`, so that each runs on a file of pages as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Protocol

from baseline.dense.encoder import Encoder
from baseline.dense.lsa import Lsa, fit
from baseline.dense.vectors import PageVectors, vectors_in_memory
from baseline.entity_tfidf.index import Introductions, index_in_memory, introduction
from baseline.words import ClaimWords, Weights, stems_of
from corpus.page.elements import Page
from search.bm25 import Bm25, idf
from search.documents import document
from search.folding import fold
from search.stemming import stem
from search.titles.key_forms import short_forms

PAGES_KEPT = 128  # of a source, in memory


@dataclass(frozen=True, slots=True)
class Titles:
    """Titles that a name leads to, best known first.

    `own`: it is the title or a redirect. `others`: it is a short form (`search.titles.key_forms`). `linked`: it is the
    anchor of links to them.
    """

    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()


class Source(Protocol):
    """A set of pages that can be searched."""

    def page(self, title: str) -> Page | None:
        """The page of exactly this title."""

    def load(self, titles: Collection[str]) -> None:
        """Read these pages at once; `page` then has them at hand."""

    def ranked(self, words: Sequence[str], limit: int) -> Sequence[tuple[str, float]]:
        """(title, score) of the pages that any of the folded words fit best, best first."""

    def named(self, names: Collection[str]) -> Mapping[str, Titles]:
        """For those of the folded names that pages are called by: their titles."""

    def by_chance(self, rng: Random) -> str:
        """The title of any page, each as likely; "" where there are none."""

    def frequencies(self, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
        """The number of pages, and of those that have each folded word (endings do not count)."""

    def introductions(self, *, is_ascii: bool = False) -> Introductions:
        """The index of introductions, as they are or folded to ASCII; for some retrievers. Raises NoIntroductions."""

    def vectors(self, encoder: Encoder) -> PageVectors:
        """The vectors of pages that this encoder made, for the dense retriever alone. Raises NoModel."""

    def lsa(self) -> Lsa:
        """The LSA of its pages: vectors of texts without a checkpoint. Raises NoModel."""


def claim_weights(source: Source, claim: ClaimWords) -> Weights:
    """The idf of the claim's stems over the source's pages."""
    words = dict.fromkeys(claim.folded)
    total, having = source.frequencies([*words])
    weights = {stem(word): idf(total, having[word]) for word in words}
    return Weights(weights, sum(weights.values()))


class PagesInMemory:
    """Pages in memory, for tests, notebooks and files of gold pages: every page is read for every question."""

    def __init__(self, pages: Iterable[Page], redirects: Mapping[str, str] | None = None) -> None:
        self.pages = {page.title: page for page in pages}
        self.names: dict[str, list[str]] = {}
        self.aliases: dict[str, list[str]] = {}
        for name, title in (*((title, title) for title in self.pages), *(redirects or {}).items()):
            self.names.setdefault(fold(name), []).append(title)
            for form in short_forms(name):
                self.aliases.setdefault(form, []).append(title)

    @cached_property
    def words(self) -> Mapping[str, Counter[str]]:
        """Stem counts of each page; stems of the title count three times."""
        return {
            title: Counter(3 * stems_of(title))
            + Counter(word for passage in document(page).passages for word in stems_of(passage.text))
            for title, page in self.pages.items()
        }

    def page(self, title: str) -> Page | None:
        """See Source."""
        return self.pages.get(title)

    def load(self, titles: Collection[str]) -> None:
        """See Source: they are."""

    def ranked(self, words: Sequence[str], limit: int) -> Sequence[tuple[str, float]]:
        """See Source: BM25 over whole pages."""
        total, having = self.frequencies(words)
        average = sum(map(Counter.total, self.words.values())) / max(total, 1)
        bm25 = Bm25(1.2, 0.75, average or 1.0)
        different = [*dict.fromkeys(words)]
        weights = {word: idf(total, having[word]) for word in different}
        scores = {
            title: 2.2 * bm25.score(weights, {word: counts[stem(word)] for word in different}, counts.total())
            for title, counts in self.words.items()
        }
        return [(title, score) for title, score in sorted(scores.items(), key=lambda one: -one[1]) if score][:limit]

    def named(self, names: Collection[str]) -> Mapping[str, Titles]:
        """See Source: anchors of links are no aliases."""
        found = {name: (self.names.get(name, ()), self.aliases.get(name, ())) for name in names}
        return {
            name: Titles(tuple(own), tuple(one for one in dict.fromkeys(others) if one not in own))
            for name, (own, others) in found.items()
            if own or others
        }

    def by_chance(self, rng: Random) -> str:
        """See Source."""
        return rng.choice(self._titles) if self.pages else ""

    @cached_property
    def _titles(self) -> list[str]:
        return [*self.pages]

    def frequencies(self, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
        """See Source."""
        having = {word: sum(stem(word) in counts for counts in self.words.values()) for word in words}
        return len(self.pages), having

    def introductions(self, *, is_ascii: bool = False) -> Introductions:
        """See Source."""
        return index_in_memory([*self.pages.values()], is_ascii=is_ascii)

    def vectors(self, encoder: Encoder) -> PageVectors:
        """See Source: made when they are asked for."""
        return vectors_in_memory([*self.pages.values()], encoder)

    def lsa(self) -> Lsa:
        """See Source: fitted when it is asked for."""
        return self._lsa

    @cached_property
    def _lsa(self) -> Lsa:
        return fit(f"{page.title}. {introduction(page)}" for page in self.pages.values())
