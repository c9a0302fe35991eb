"""A line with a round trip of its own before a server: bytes pass as fast as they come, each so much later.

Chromium's own emulation delays what a page asks for, and not what its service worker asks for.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CHUNK = 1 << 16


class SlowLine:
    """A TCP proxy on a free port of 127.0.0.1: half a round trip later in each direction, one more to connect."""

    def __init__(self, port: int, round_trip_ms: float) -> None:
        self.target, self.delay = port, round_trip_ms / 2000
        self.port = 0

    async def serve(self, ready: threading.Event, stop: asyncio.Event) -> None:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        async with server:
            await stop.wait()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * self.delay)  # the handshake
        to_server, from_browser = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(self._carry(reader, from_browser), self._carry(to_server, writer), return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Chunks keep their order: the calls of a loop with equal delays come in the order they were asked for."""
        loop = asyncio.get_running_loop()
        while data := await reader.read(CHUNK):
            loop.call_later(self.delay, writer.write, data)
        loop.call_later(self.delay, writer.close)


@contextmanager
def slow_line(port: int, round_trip_ms: float) -> Iterator[int]:
    """The port of a line to `port` that takes so long there and back, in a thread of its own."""
    line, ready, loop = SlowLine(port, round_trip_ms), threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(line.serve(ready, stop),), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield line.port
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(timeout=5)
