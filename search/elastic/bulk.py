"""Bulk indexing with retries; every page is indexed or reported."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from elasticsearch import ApiError, Elasticsearch
from elasticsearch import ConnectionError as NotConnected

from search.backend import Entry

MOST_PAGES = 500  # of a request
MOST_BYTES = 8_000_000  # of a request; a single larger page goes alone
ATTEMPTS = 6
FIRST_PAUSE = 0.5  # seconds, doubled before every further attempt
PASSING = frozenset({429, 502, 503, 504})  # the server is busy or a node is away: the same may do later
NAMED = 5  # failed pages that a message names


class PagesRefused(Exception):
    """Some pages cannot be indexed; the message names them with the server's reasons."""

    def __init__(self, failed: Sequence[tuple[str, str]]) -> None:
        self.failed = failed
        named = "; ".join(f"{title}: {reason}" for title, reason in failed[:NAMED])
        more = f"; and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
        super().__init__(f"{len(failed)} page{'s' if len(failed) > 1 else ''} could not be indexed ({named}{more}).")


def send(client: Elasticsearch, target: str, operations: Iterable[Entry]) -> int:
    """Send the operations in order, in requests of bounded size; return their number.

    Requests, and single pages of them, are tried again while the server is busy. `target` must be an alias: when its
    index is deleted meanwhile, the server must not make another in its place. Raises PagesRefused at the first request
    with a page that fails for good, and what the client raises when the server is gone.
    """
    patient = client.options(max_retries=0)  # trying again is up to us: the client would send good pages again too
    count = 0
    for batch in _batches(operations):
        _send_batch(patient, target, batch)
        count += len(batch)
    return count


def _batches(operations: Iterable[Entry]) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    size = 0
    for operation in operations:
        if batch and (len(batch) == MOST_PAGES or size + len(operation.text) > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(operation)
        size += len(operation.text) + 1
    if batch:
        yield batch


def pause(seconds: float) -> None:
    """Wait before a retry."""
    time.sleep(seconds)


def _send_batch(client: Elasticsearch, target: str, batch: list[Entry]) -> None:
    left = batch
    for attempt in range(1, ATTEMPTS + 1):
        try:
            left, refused = _attempt(client, target, left)
        except (ApiError, NotConnected) as error:
            passing = not isinstance(error, ApiError) or error.status_code in PASSING
            if not passing or attempt == ATTEMPTS:
                raise
            refused = []
        if refused and (attempt == ATTEMPTS or any(status not in PASSING for _title, status, _reason in refused)):
            raise PagesRefused([(title, reason) for title, _status, reason in refused])
        if not left:
            return
        pause(FIRST_PAUSE * 2 ** (attempt - 1))


Refusal = tuple[str, int, str]  # title, status, reason
_UNSAID: dict[str, Any] = {"status": 503, "error": "the server did not say what became of it"}


def _attempt(client: Elasticsearch, target: str, batch: list[Entry]) -> tuple[list[Entry], list[Refusal]]:
    """Send one request; return the operations that failed, each with its reason."""
    lines = [operation.text for operation in batch]
    # its types forget that lines may be written already
    answer = client.bulk(index=target, operations=cast(Any, lines), require_alias=True)
    items: list[dict[str, Any]] = [item for each in answer["items"] for item in each.values()]
    left: list[Entry] = []
    refused: list[Refusal] = []
    for place, operation in enumerate(batch):
        item = items[place] if place < len(items) else _UNSAID
        # deleting what is not there is no error; a missing index is
        if 200 <= item["status"] < 300 or (item["status"] == 404 and "error" not in item):
            continue
        left.append(operation)
        refused.append((operation.title, item["status"], _reason(item["error"])))
    return left, refused


def _reason(error: object) -> str:
    return f"{error.get('type')}: {error.get('reason')}" if isinstance(error, dict) else str(error)
