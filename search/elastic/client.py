"""Elasticsearch client, one per process.

Version 8.19 of it is used for servers of both versions: it asks for `compatible-with=8`, which 8 and 9 answer, while
version 9 asks for `compatible-with=9`, which 8 refuses.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from elasticsearch import Elasticsearch

from search.elastic.server import Server

BUILD_SECONDS = 60.0  # for one request of a build, which may wait; a search has a bound of its own
CONNECTIONS = 16

_clients: dict[tuple[int, Server], Elasticsearch] = {}
_connecting = threading.Lock()


def client_for(server: Server) -> Elasticsearch:
    """Return the client of this process: sockets must not be shared with a forked parent."""
    with _connecting:
        key = (os.getpid(), server)
        if key not in _clients:
            _clients[key] = connect(server)
        return _clients[key]


def connect(server: Server) -> Elasticsearch:
    """Create a client; sends nothing."""
    options: dict[str, Any] = {"request_timeout": BUILD_SECONDS, "http_compress": True}
    if server.api_key:
        options["api_key"] = server.api_key
    elif server.user:
        options["basic_auth"] = (server.user, server.password)
    if server.fingerprint:
        options["ssl_assert_fingerprint"] = server.fingerprint
    elif server.ca_file:
        options["ca_certs"] = server.ca_file
    return Elasticsearch(server.url, connections_per_node=CONNECTIONS, **options)
