"""Prometheus metrics of the web processes, and how they are gathered from all of them.

Each process keeps its counters and histograms, under gunicorn in a file of one folder (`observation.metrics_folder`).
What the database knows is counted when it is asked for (`frontend.site.gauges`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from observation.metrics_folder import VARIABLE

__all__ = ["CONTENT_TYPE_LATEST", "DATABASE_ERRORS", "DRAFT_CONFLICTS", "REQUESTS", "REQUEST_SECONDS", "SEARCH_SECONDS"]

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30)  # seconds
REQUESTS = Counter("attest_http_requests", "Requests that were answered.", ["view", "method", "code"])
REQUEST_SECONDS = Histogram(
    "attest_http_request_duration_seconds", "Seconds until a request was answered.", ["view"], buckets=BUCKETS
)
SEARCH_SECONDS = Histogram(
    "attest_search_duration_seconds", "Seconds of a search or of suggested titles.", ["kind"], buckets=BUCKETS
)
DRAFT_CONFLICTS = Counter("attest_draft_conflicts", "Drafts that were refused because a newer one was stored.")
DATABASE_ERRORS = Counter("attest_database_errors", "Requests that ended with an error of the database.", ["kind"])


def exposition(collectors: Iterable[Collector] = ()) -> bytes:
    """The metrics of all processes and of further collectors, in Prometheus' text format."""
    registry = CollectorRegistry()
    if os.environ.get(VARIABLE):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        own = b""
    else:
        own = generate_latest(REGISTRY)
    for one in collectors:
        registry.register(one)
    return own + generate_latest(registry)
