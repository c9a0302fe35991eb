"""The loopback wiki on the network, well-behaved or not."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.servers.wiki import LoopbackWiki, api_error

ERROR_PAGE = b"<!DOCTYPE html><html><title>Wiki Error</title><p>Our servers are under maintenance.</p></html>"


class WikiServer(ThreadingHTTPServer):
    """Serves one wiki on a port of its own."""

    daemon_threads = True

    def __init__(self, wiki: LoopbackWiki) -> None:
        super().__init__(("127.0.0.1", 0), WikiHandler)
        self.wiki = wiki
        wiki.root = f"http://127.0.0.1:{self.server_address[1]}"


class WikiHandler(BaseHTTPRequestHandler):
    """One request: noted, then answered or spoilt."""

    server: WikiServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._serve(urlsplit(self.path).query)

    def do_POST(self) -> None:
        self._serve(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def send(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        """A whole answer, packed if the client can unpack it. An underscore in a header's name is a hyphen."""
        if "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body)
            headers["Content_Encoding"] = "gzip"
        self.start(status, len(body), kind, **headers)
        self.wfile.write(body)

    def start(self, status: int, length: int, kind: str = "application/json", **headers: str) -> None:
        """The head of an answer."""
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        pass

    def _serve(self, query: str) -> None:
        wiki, path = self.server.wiki, urlsplit(self.path).path
        if path != f"{wiki.script_path}/api.php":
            self._web_page(wiki, path)
            return
        asked = {name: values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}
        wiki.requests.append(asked)
        wiki.methods.append(self.command)
        wiki.agents.append(self.headers.get("User-Agent", ""))
        wiki.starts.append(time.monotonic())
        fault = wiki.faults.pop(0) if wiki.faults else ""
        body = json.dumps(wiki.answer(asked), ensure_ascii=False).encode()
        FAULTS[fault](self, body)

    def _web_page(self, wiki: LoopbackWiki, path: str) -> None:
        link = f'<link rel="EditURI" type="application/rsd+xml" href="{wiki.script_path}/api.php?action=rsd"/>'
        if path.startswith(wiki.article_path.partition("$1")[0]):
            self.send(200, f"<html><head>{link}</head><body>Main page</body></html>".encode(), "text/html")
        else:
            self.send(404, ERROR_PAGE, "text/html")


def _lagging(handler: WikiHandler, body: bytes) -> None:
    answer = api_error("maxlag", "Waiting for db1: 7.5 seconds lagged.")
    answer["error"] |= {"host": "db1", "lag": 7.5, "type": "db"}
    handler.send(200, json.dumps(answer).encode(), Retry_After="1", X_Database_Lag="7")


def _slow(handler: WikiHandler, body: bytes) -> None:
    time.sleep(3.0)
    handler.send(200, body)


def _broken_off(handler: WikiHandler, body: bytes) -> None:
    """Half of what was announced, then nothing."""
    handler.start(200, len(body))
    handler.wfile.write(body[: len(body) // 2])
    handler.close_connection = True


def _reset(handler: WikiHandler, body: bytes) -> None:
    handler.close_connection = True


def _trickling(handler: WikiHandler, body: bytes) -> None:
    """A byte now and then: no single wait is long."""
    handler.start(200, len(body))
    try:
        for at in range(len(body)):
            handler.wfile.write(body[at : at + 1])
            time.sleep(0.05)
    except OSError:
        handler.close_connection = True


def _refusal(code: str, info: str) -> Callable[[WikiHandler, bytes], None]:
    return lambda handler, body: handler.send(200, json.dumps(api_error(code, info)).encode())


# What a wiki may do to a request, by the names that tests put into `LoopbackWiki.faults`.
FAULTS: dict[str, Callable[[WikiHandler, bytes], None]] = {
    "": lambda handler, body: handler.send(200, body),
    "maxlag": _lagging,
    "ratelimited": _refusal("ratelimited", "You've exceeded your rate limit."),
    "denied": _refusal("readapidenied", "You need read permission to use this module."),
    "429": lambda handler, body: handler.send(429, b"Too many requests", "text/plain", Retry_After="1"),
    "429 for an hour": lambda handler, body: handler.send(429, b"Too many requests", "text/plain", Retry_After="3600"),
    "503": lambda handler, body: handler.send(503, ERROR_PAGE, "text/html"),
    "403": lambda handler, body: handler.send(403, b"Please set a user-agent", "text/plain"),
    "html": lambda handler, body: handler.send(200, ERROR_PAGE, "text/html"),
    "not json": lambda handler, body: handler.send(200, b'{"batchcomplete": tr'),
    "not an object": lambda handler, body: handler.send(200, b"[]"),
    "broken off": _broken_off,
    "reset": _reset,
    "trickle": _trickling,
    "slow": _slow,
}


@contextmanager
def loopback_wiki(**held: Any) -> Iterator[LoopbackWiki]:
    """The wiki, being served until the block ends."""
    wiki = LoopbackWiki(**held)
    server = WikiServer(wiki)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield wiki
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
