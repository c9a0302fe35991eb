"""A corpus of the database as a source of pages."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from random import Random

from django.db.models import Max, Min

from baseline.dense.encoder import Encoder
from baseline.dense.lsa import Lsa
from baseline.dense.stored import stored_vectors
from baseline.dense.stored_lsa import stored_lsa
from baseline.dense.vectors import PageVectors
from baseline.entity_tfidf.index import Introductions
from baseline.entity_tfidf.stored import open_introductions
from baseline.source import PAGES_KEPT, Titles
from corpus.batching import batched
from corpus.models import Corpus, StoredPage
from corpus.page.elements import Page
from corpus.page.page_json import page_from_json
from corpus.store import PageNotFound, get_page, page_json_of
from search.api import backend_of
from search.folding import fold
from search.models import IndexState, TitleKey
from search.titles.key_forms import key_bytes

KEYS_PER_QUERY = 500
_PLACES = (TitleKey.WHOLE, TitleKey.ALIAS, TitleKey.ANCHOR)  # in the order of `Titles`


class StoredPages:
    """A corpus with its search index; see `baseline.source.Source`. Raises IndexMissing when it has none."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.backend = backend_of(corpus)
        self.generation = IndexState.objects.values_list("names", flat=True).get(corpus=corpus)
        self._kept: dict[str, Page | None] = {}  # the one asked for longest ago first
        self._lsa: Lsa | None = None
        self._keys: tuple[int, int] | None = None  # of its first page and its last

    def page(self, title: str) -> Page | None:
        """See Source."""
        page = self._kept.pop(title) if title in self._kept else _stored_page(self.corpus, title)
        self._keep(title, page)
        return page

    def load(self, titles: Collection[str]) -> None:
        """See Source: one query for those that are not kept."""
        known = {title: self._kept[title] for title in titles if title in self._kept}
        rows = page_json_of(self.corpus, [title for title in titles if title not in known])
        for title in titles:
            self._kept.pop(title, None)
            if title in known or title in rows:
                self._keep(title, known[title] if title in known else page_from_json(json.loads(rows[title])))

    def forget(self) -> None:
        """Keep no page any longer."""
        self._kept.clear()

    def _keep(self, title: str, page: Page | None) -> None:
        self._kept[title] = page
        while len(self._kept) > PAGES_KEPT:
            self._kept.pop(next(iter(self._kept)))

    def ranked(self, words: Sequence[str], limit: int) -> Sequence[tuple[str, float]]:
        """See Source."""
        return [(hit.title, hit.score) for hit in self.backend.retrieve(words, limit)]

    def named(self, names: Collection[str]) -> Mapping[str, Titles]:
        """See Source: one query of the title keys per 500 names."""
        found: dict[str, dict[int, dict[str, int]]] = {}
        keys = {key_bytes(name): name for name in names}
        for batch in batched(keys, KEYS_PER_QUERY):
            rows = TitleKey.objects.filter(
                corpus=self.corpus, generation=self.generation, place__in=_PLACES, key__in=batch
            ).values_list("key", "place", "title", "redirect_from", "rank")
            for key, place, title, redirect_from, rank in rows:
                name = keys[bytes(key)]
                if place == TitleKey.WHOLE and fold(redirect_from or title) != name:
                    continue  # a title after its article
                ranks = found.setdefault(name, {}).setdefault(place, {})
                ranks[title] = max(rank, ranks.get(title, 0))
        return {name: _titles(places) for name, places in found.items()}

    def by_chance(self, rng: Random) -> str:
        """See Source. Gaps between keys, which an import leaves few of, make the pages behind them likelier."""
        pages = StoredPage.objects.filter(corpus=self.corpus)
        if self._keys is None:
            ends = pages.aggregate(first=Min("pk"), last=Max("pk"))
            self._keys = (ends["first"] or 0, ends["last"] or 0)
        found = pages.filter(pk__gte=rng.randint(*self._keys)).order_by("pk").values_list("title", flat=True).first()
        return found or ""

    def frequencies(self, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
        """See Source."""
        return self.backend.frequencies(words)

    def introductions(self, *, is_ascii: bool = False) -> Introductions:
        """See Source."""
        return open_introductions(self.corpus, is_ascii=is_ascii)

    def vectors(self, encoder: Encoder) -> PageVectors:
        """See Source."""
        return stored_vectors(self.corpus, encoder)

    def lsa(self) -> Lsa:
        """See Source: opened once."""
        if self._lsa is None:
            self._lsa = stored_lsa(self.corpus)
        return self._lsa


def _titles(places: Mapping[int, Mapping[str, int]]) -> Titles:
    """Order the titles of each place by their ranks, and then by their names; each title once."""
    seen = set[str]()
    ordered = []
    for place in _PLACES:
        best = sorted((-rank, title) for title, rank in places.get(place, {}).items() if title not in seen)
        ordered.append(tuple(title for _, title in best))
        seen.update(ordered[-1])
    return Titles(*ordered)


def _stored_page(corpus: Corpus, title: str) -> Page | None:
    try:
        return get_page(corpus, title)
    except PageNotFound:
        return None  # gone since it was indexed
