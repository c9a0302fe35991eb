"""A service on the loopback that answers as a test tells it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SAID = {"protocol": 1, "model": "echo", "version": "7"}


@dataclass
class Running:
    """Its address, the bodies it was sent with the token of each, and how it answers POST requests."""

    url: str = ""
    answer: Callable[[dict[str, Any]], Any] = dict
    said: Any = field(default_factory=lambda: dict(SAID))
    status: int = 200
    drips: bool = False
    sent: list[dict[str, Any]] = field(default_factory=list)
    tokens: list[str | None] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)


@contextmanager
def service() -> Iterator[Running]:
    """Run it while the block runs."""
    running = Running()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.write(running.said)

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            running.sent.append(body)
            running.tokens.append(self.headers["Authorization"])
            self.write(running.answer(body))

        def write(self, answer: Any) -> None:
            text = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(running.status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            for byte in text if running.drips else ():
                if running.ended.wait(0.05):
                    return
                self.wfile.write(bytes([byte]))
            if not running.drips:
                self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield running
    finally:
        running.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
