"""Server health for `doctor`; `search.indexing.state` reports per corpus whether its index is stale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from search.backend import EngineUnavailable
from search.elastic.server import Server, server_from_settings


@dataclass(frozen=True, slots=True)
class Finding:
    """Finding about the server; a problem if it has a remedy."""

    text: str
    remedy: str = ""


def examine_server() -> Iterator[Finding]:
    """Report whether the configured server answers, its version, and our indexes on it."""
    try:
        server = server_from_settings()
    except ImproperlyConfigured as error:
        yield Finding(str(error), "Correct it, or unset ELASTICSEARCH_URL to use the embedded index.")
        return
    yield from examine(server)


def examine(server: Server) -> Iterator[Finding]:
    """Report on any server, as `examine_server` does."""
    from search.elastic.client import client_for
    from search.elastic.deadline import within
    from search.elastic.engine import READ_SECONDS
    from search.elastic.failures import reported

    client = client_for(server).options(request_timeout=READ_SECONDS, max_retries=0)
    try:
        with reported(server, ""):
            info = within(READ_SECONDS, lambda: client.info().body)
            described = within(READ_SECONDS, lambda: client.indices.get(index=f"{server.prefix}.*").body)
    except EngineUnavailable as error:
        yield Finding(error.trouble, error.advice)
        return
    yield Finding(f"{server.url} answers, version {info['version']['number']}")
    yield from _indexes(described)


def _indexes(described: dict[str, Any]) -> Iterator[Finding]:
    """Return each alias with its index, and the indexes without an alias."""
    for index, description in sorted(described.items()):
        aliases = sorted(description["aliases"])
        if any(alias.endswith(".writing") for alias in aliases):
            yield Finding(f"{index} is being built, or was left by a build that was killed; the next build removes it")
        elif aliases:
            yield Finding(f"{', '.join(aliases)} -> {index}")
        else:
            yield Finding(f"{index} was searched before the one now in use; the next build removes it")
