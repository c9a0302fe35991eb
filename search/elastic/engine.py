"""Elasticsearch implementation of `search.backend.SearchBackend`."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from search.backend import EngineUnavailable, Entry, IndexMissing, Spelling, Unit
from search.documents import IndexDocument
from search.elastic import query_builder, writer
from search.elastic.client import client_for
from search.elastic.deadline import within
from search.elastic.failures import reported
from search.elastic.mapping import Json, meta, putting
from search.elastic.names import alias_of
from search.elastic.server import Server
from search.hit_rendering import hit
from search.hits import Results, ScoredHit
from search.provenance import Restriction
from search.query.ast import Query

ENGINE = "Elasticsearch"
READ_SECONDS = 1.8  # for an answer of any kind, all requests together
TRUSTED_SECONDS = 5.0  # after a look at what made the index, in which it is not looked at again

T = TypeVar("T")
_looked_at: dict[tuple[Server, str], float] = {}  # alias -> when an index of ours stood behind it


@dataclass(frozen=True, slots=True)
class ElasticIndex:
    """A corpus's index on a server; implements `search.backend.SearchBackend`, which says what the methods do."""

    server: Server
    slug: str
    engine: str = ENGINE

    @property
    def alias(self) -> str:
        """Alias of the active index."""
        return alias_of(self.server.prefix, self.slug)

    @property
    def engine_version(self) -> str:
        """Major version of the server: the next one can search its index, and the next build replaces it."""
        return str(self._read(lambda client: client.info()["version"]["number"])).partition(".")[0]

    # --- Writing -----------------------------------------------------------------------------------------------------

    @property
    def entry(self) -> Callable[[IndexDocument], Entry]:
        """See SearchBackend.entry."""
        return putting

    def index(self, entries: Iterable[Entry], generation: int) -> int:
        """See SearchBackend.index."""
        with reported(self.server, self.slug):
            return writer.write(client_for(self.server), self.alias, entries, generation, self.server.layout)

    def update(self, entries: Iterable[Entry], gone: Collection[str], generation: int) -> int:
        """See SearchBackend.update."""
        old = self.check()
        with reported(self.server, self.slug):
            return writer.rewrite(
                client_for(self.server), self.alias, old, entries, gone, generation, self.server.layout
            )

    def swap(self, generation: int) -> None:
        """See SearchBackend.swap."""
        with reported(self.server, self.slug):
            if not writer.swap(client_for(self.server), self.alias, generation):
                raise IndexMissing(self.slug, "The new search index is not there.")
        _looked_at.pop((self.server, self.alias), None)

    def delete(self) -> None:
        """See SearchBackend.delete."""
        _looked_at.pop((self.server, self.alias), None)
        with reported(self.server, self.slug):
            writer.remove_all(client_for(self.server), self.alias)

    # --- Reading -----------------------------------------------------------------------------------------------------

    def search(self, query: Query, offset: int, limit: int) -> Results:
        """See SearchBackend.search."""
        found = self._ask(query_builder.search_body(query, offset, limit), is_scored=not query.is_filter_only)["hits"]
        hits = tuple(hit(each["_source"]["page"], query.terms) for each in found["hits"])
        return Results(hits, found["total"]["value"], "")

    def retrieve(
        self,
        words: Collection[str],
        limit: int,
        unit: Unit = "page",
        titles: Collection[str] | None = None,
        restriction: Restriction | None = None,
    ) -> tuple[ScoredHit, ...]:
        """See SearchBackend.retrieve."""
        if not words or (titles is not None and not titles):
            self._ask(query_builder.frequencies_body(()))  # a missing index is one all the same
            return ()
        body = query_builder.retrieve_body(words, limit, unit, titles, restriction)
        found = self._ask(body, is_scored=True)["hits"]["hits"]
        return tuple(ScoredHit(each["_source"]["key"], None, each["_score"]) for each in found)

    def frequencies(self, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
        """See SearchBackend.frequencies."""
        answer = self._ask(query_builder.frequencies_body(words))
        buckets = answer["aggregations"]["words"]["buckets"] if words else {}
        counts = {word: buckets[str(place)]["doc_count"] for place, word in enumerate(words)}
        return answer["hits"]["total"]["value"], counts

    def spellings(self, word: str, edits: int, limit: int) -> tuple[Spelling, ...]:
        """See SearchBackend.spellings."""
        answer = self._ask(query_builder.spellings_body(word, edits, limit))
        options = [option for entry in answer["suggest"]["spellings"] for option in entry["options"]]
        itself = answer["hits"]["total"]["value"]
        found = [Spelling(option["text"], option["freq"]) for option in options if option["text"].isalpha()]
        found += [Spelling(word, itself)] if itself else []
        return tuple(sorted(found, key=lambda spelling: -spelling.pages)[:limit])

    def near_titles(self, beginning: str, limit: int) -> tuple[str, ...]:
        """See SearchBackend.near_titles."""
        if not beginning:
            return ()
        answer = self._ask(query_builder.near_titles_body(beginning, limit))
        options = [option["_source"] for entry in answer["suggest"]["near"] for option in entry["options"]]
        found = sorted(options, key=lambda page: -page["links_in"])
        return tuple(dict.fromkeys(page["key"] for page in found))[:limit]

    def titles_with(self, beginnings: Sequence[str], limit: int) -> tuple[str, ...]:
        """See SearchBackend.titles_with."""
        if not beginnings:
            return ()
        found = self._ask(query_builder.titles_with_body(beginnings, limit))["hits"]["hits"]
        return tuple(each["_source"]["key"] for each in found)

    def check(self) -> int:
        """See SearchBackend.check."""
        return self._read(self._generation)

    # --- Asking ------------------------------------------------------------------------------------------------------

    def _ask(self, body: Json, *, is_scored: bool = False) -> Json:
        """Search the corpus; raises instead of returning the hits of some shards only.

        Scores are of one scale: how rare words are is counted over all shards first, which costs a round within the
        cluster. With one shard the server leaves that out by itself.
        """
        how: Json = {"search_type": "dfs_query_then_fetch"} if is_scored else {}

        def ask(client: Any) -> Json:
            if time.monotonic() - _looked_at.get((self.server, self.alias), -TRUSTED_SECONDS) >= TRUSTED_SECONDS:
                self._generation(client)
            return dict(client.search(index=self.alias, allow_partial_search_results=False, **how, body=body).body)

        answer = self._read(ask)
        if answer["timed_out"] or answer["_shards"]["failed"]:
            said = f"Elasticsearch at {self.server.url} searched a part of the index only."
            raise EngineUnavailable(self.slug, said, "Look whether it is overloaded or a node of it is down.")
        return answer

    def _read(self, work: Callable[[Any], T]) -> T:
        """Search within the time limit of a page; no retries, which would only add to the delay."""
        client = client_for(self.server).options(request_timeout=READ_SECONDS, max_retries=0)
        with reported(self.server, self.slug):
            return within(READ_SECONDS, lambda: work(client))

    def _generation(self, client: Any) -> int:
        """Return the generation behind the alias, if this version built it. Raises IndexMissing."""
        there = client.indices.get(index=self.alias).body
        made = [described["mappings"].get("_meta", {}) for described in there.values()]
        if len(made) != 1 or not isinstance(made[0].get("generation"), int):
            raise IndexMissing(
                self.slug, f"What stands behind {self.alias} in Elasticsearch is no search index of ours."
            )
        generation: int = made[0]["generation"]
        if made[0] != meta(generation):
            raise IndexMissing(self.slug, "The search index was made by another version of Attest.")
        _looked_at[self.server, self.alias] = time.monotonic()
        return generation
