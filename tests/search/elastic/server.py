"""A strict Elasticsearch on the loopback: real HTTP, a part of the real language, and 400 for everything else.

It checks the vendor's headers as the real one does, and plays what goes wrong in life: see `Loopback`.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.search.elastic.endpoints import Node, Request, answer
from tests.search.elastic.refusals import Json, Refused, bad

_VENDOR = re.compile(r"application/vnd\.elasticsearch\+(json|x-ndjson);\s*compatible-with=(\d+)")


@dataclass
class Trouble:
    """What happens to the next `times` requests whose "METHOD /path" matches, instead of or before an answer."""

    pattern: str
    times: int
    refused: Refused | None = None
    delay: float = 0.0  # seconds before the answer
    drops: bool = False  # the connection is cut without an answer
    drips: bool = False  # a byte of the answer every tenth of a second, without an end


@dataclass
class Loopback:
    """`node` holds the indexes. `requests` are those that came: method, target, body."""

    node: Node = field(default_factory=Node)
    credentials: str = ""  # the Authorization header that is let in; "" lets everybody in
    product: str = "Elasticsearch"
    troubles: list[Trouble] = field(default_factory=list)
    requests: list[tuple[str, str, bytes]] = field(default_factory=list)
    port: int = 0
    scheme: str = "http"
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    @property
    def asked(self) -> list[str]:
        """The requests that came, as "METHOD /path"."""
        return [f"{method} {urlsplit(target).path}" for method, target, _body in self.requests]

    def trouble(self, pattern: str, times: int = 1, **what: Any) -> None:
        self.troubles.append(Trouble(pattern, times, **what))

    def refuse(self, pattern: str, status: int, kind: str, reason: str = "it was played", times: int = 1) -> None:
        self.trouble(pattern, times, refused=Refused(status, kind, reason))

    def let_in(self, user: str, password: str) -> None:
        self.credentials = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()

    def due(self, asked: str) -> Trouble | None:
        for trouble in self.troubles:
            if trouble.times and re.search(trouble.pattern, asked):
                trouble.times -= 1
                return trouble
        return None


@contextmanager
def loopback(version: str = "9.2.0", tls: ssl.SSLContext | None = None) -> Iterator[Loopback]:
    """A server of that version on a free port, with nothing in it."""
    state = Loopback(Node(version))

    class Handler(_Handler):
        loopback = state

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            state.scheme = "https"
        state.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            state.closing.set()
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    loopback: Loopback
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle_any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        address = urlsplit(self.path)
        path = unquote(address.path)
        state = self.loopback
        state.requests.append((self.command, unquote(self.path), body))
        trouble = state.due(f"{self.command} {path}")
        if trouble and trouble.delay:
            state.closing.wait(trouble.delay)
        if trouble and trouble.drops:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        try:
            if trouble and trouble.refused:
                raise trouble.refused
            self.check_headers()
            request = Request(self.command, path, dict(parse_qsl(address.query, keep_blank_values=True)), body)
            self.send(200, answer(state.node, request), drips=bool(trouble and trouble.drips))
        except Refused as refused:
            self.send(refused.status, refused.body)
        except Exception as error:  # a mistake of this server must not look like one of the client's
            self.send(500, {"error": {"type": "loopback_failed", "reason": repr(error)}, "status": 500})
            raise

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = handle_any

    def check_headers(self) -> None:
        """Who it is, and which version is spoken: as the real server, in its words."""
        if self.loopback.credentials and self.headers.get("Authorization") != self.loopback.credentials:
            raise Refused(401, "security_exception", f"unable to authenticate for REST request [{self.path}]")
        own = int(self.loopback.node.version.partition(".")[0])
        asked: dict[str, int | None] = {}
        for name in ("Accept", "Content-Type"):
            value = self.headers.get(name)
            if value is None and (name == "Accept" or int(self.headers.get("Content-Length", 0)) == 0):
                continue  # nothing was sent that could be of a type
            match = _VENDOR.fullmatch(value or "")
            asked[name] = int(match[2]) if match else None
            if match and asked[name] not in (own, own - 1):
                raise bad(
                    f"{name} version must be either version {own} or {own - 1}, but found {match[2]}. {name}={value}",
                    "media_type_header_exception",
                )
        if len(set(asked.values())) > 1:
            raise bad(
                "A compatible version is required on both Content-Type and Accept headers "
                "if either one has requested a compatible version",
                "media_type_header_exception",
            )
        if self.path.split("?")[0].endswith("_bulk") != ("x-ndjson" in self.headers.get("Content-Type", "")):
            raise Refused(406, "content_type_header_exception", "Content-Type header is not supported")

    def send(self, status: int, body: Json, *, drips: bool = False) -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("X-Elastic-Product", self.loopback.product)
        self.send_header("Content-Type", self.headers.get("Accept", "application/json"))
        self.send_header("Content-Length", str(len(raw) + 10_000 * drips))
        self.end_headers()
        if not drips:
            self.wfile.write(raw)
            return
        while not self.loopback.closing.wait(0.1):
            self.wfile.write(b" ")
            self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Tests have their own output."""


def closed_port() -> int:
    """A port of the loopback on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_until(condition: Any, seconds: float = 5.0) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it did not come to that"
        time.sleep(0.01)
