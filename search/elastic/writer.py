"""Write new index generations on the server and activate them.

A generation is made beside the one in use, anew or as a clone of it, and written through an alias of its own. When all
of it is there, that alias goes and writing is blocked: a finished generation never changes. `swap` moves the alias that
people search, in one step; the generation that was in use before stays until the next swap, all others are removed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from elasticsearch import ApiError, Elasticsearch, TransportError

from corpus.batching import batched
from search.backend import Entry
from search.elastic import bulk
from search.elastic.mapping import create_request, identifier, meta, removing
from search.elastic.names import index_of, writing_to
from search.elastic.server import Layout

AT_ONCE = 5_000  # ids that are counted in one request
HEALTH_SECONDS = "60s"  # that a clone may take to be opened


class IncompleteIndex(Exception):
    """The server lost documents that it was sent; the message says how many."""


def write(client: Elasticsearch, alias: str, entries: Iterable[Entry], generation: int, layout: Layout) -> int:
    """Write a new generation; return the number of documents."""
    index = index_of(alias, generation)
    with _removed_on_failure(client, index):
        client.indices.create(**create_request(index, generation, layout))
        sent = bulk.send(client, writing_to(index), entries)
        count = _refreshed_count(client, index)
        if count != sent:
            raise IncompleteIndex(f"{sent} pages were sent to Elasticsearch, and it has {count}.")
        _finish(client, index)
    return count


def rewrite(
    client: Elasticsearch,
    alias: str,
    old: int,
    entries: Iterable[Entry],
    gone: Collection[str],
    generation: int,
    layout: Layout,
) -> int:
    """Write a new generation from an old one, without the titles `gone` and with these entries; return the total."""
    index = index_of(alias, generation)
    kept: list[str] = []

    def operations() -> Iterator[Entry]:
        yield from map(removing, gone)
        for entry in entries:
            kept.append(identifier(entry.title))
            yield entry

    with _removed_on_failure(client, index):
        client.indices.clone(**clone_request(index_of(alias, old), index, layout))
        client.cluster.health(index=index, wait_for_status="yellow", timeout=HEALTH_SECONDS)
        client.indices.put_mapping(index=index, meta=meta(generation))
        bulk.send(client, writing_to(index), operations())
        count = _refreshed_count(client, index)
        there = sum(_counted(client, index, kept))
        left = sum(_counted(client, index, map(identifier, gone)))
        if there != len(set(kept)) or left > len({*map(identifier, gone)} & {*kept}):
            raise IncompleteIndex(
                f"Elasticsearch has {there} of {len(kept)} changed pages, and {left} that should be gone."
            )
        _finish(client, index)
    return count


def clone_request(old: str, index: str, layout: Layout) -> dict[str, Any]:
    """Request a writable copy of a finished index, by hard links; it has the shards of that."""
    settings = {"index.blocks.write": None, **layout.copies("index.")}
    return {"index": old, "target": index, "settings": settings, "aliases": {writing_to(index): {}}}


def swap(client: Elasticsearch, alias: str, generation: int) -> bool:
    """Activate this generation; return False if there is no such finished index."""
    index = index_of(alias, generation)
    there = client.indices.get(index=f"{alias}.*", features=["aliases"]).body
    if index not in there or writing_to(index) in there[index]["aliases"]:
        return False
    before = [name for name, described in there.items() if alias in described["aliases"] and name != index]
    client.indices.update_aliases(actions=swap_actions(alias, index, before))
    if others := set(there) - {index, *before}:
        client.indices.delete(index=",".join(sorted(others)))
    return True


def swap_actions(alias: str, index: str, before: Iterable[str]) -> list[dict[str, Any]]:
    """Alias actions that replace the old index by the new one atomically."""
    away = [{"remove": {"index": name, "alias": alias, "must_exist": True}} for name in before]
    return [*away, {"add": {"index": index, "alias": alias}}]


def remove_all(client: Elasticsearch, alias: str) -> None:
    """Delete every generation."""
    if there := sorted(client.indices.get(index=f"{alias}.*", features=["aliases"]).body):
        client.indices.delete(index=",".join(there))


def _refreshed_count(client: Elasticsearch, index: str) -> int:
    client.indices.refresh(index=index)
    return int(client.count(index=index)["count"])


def _counted(client: Elasticsearch, index: str, identifiers: Iterable[str]) -> Iterator[int]:
    """Count how many of the ids the index has, in batches."""
    for some in batched(identifiers, AT_ONCE):
        yield int(client.count(index=index, query={"ids": {"values": some}})["count"])


def _finish(client: Elasticsearch, index: str) -> None:
    client.indices.put_settings(index=index, settings={"index.blocks.write": True})
    client.indices.update_aliases(
        actions=[{"remove": {"index": index, "alias": writing_to(index), "must_exist": True}}]
    )


@contextmanager
def _removed_on_failure(client: Elasticsearch, index: str) -> Iterator[None]:
    try:
        yield
    except BaseException:
        quick: Callable[..., Any] = client.options(request_timeout=10, max_retries=0, ignore_status=404).indices.delete
        with suppress(ApiError, TransportError):  # the next swap removes it otherwise
            quick(index=index)
        raise
