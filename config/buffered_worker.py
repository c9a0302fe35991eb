"""Worker class of gunicorn that gives a request to a thread only once it has arrived.

gunicorn's own `gthread` gives a thread to every connection that has sent one byte, and the thread waits for the rest:
as many slow connections as there are threads stop the site. Here the event loop receives the head and a body of up to
`BODY_BYTES`, so that a slow client costs a socket and a buffer. A longer body is received by the thread, as the page
asks for it: `frontend.request_size` answers before that to whoever may not send one.
"""

from __future__ import annotations

import re
import socket
import struct
import time
from concurrent.futures import Future
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

HEAD_BYTES = 32 * 1024  # longest request line and headers, as nginx allows by default
BODY_BYTES = 1024 * 1024
LINGER_SECONDS = 2.0  # after an answer that ends the connection: what is still under way must not turn into a reset
LINGER_BYTES = 256 * 1024
HEAD_SECONDS = 20.0  # from the first wait to the last byte of the head: a byte now and then does not prolong it
BODY_SECONDS = 60.0  # the same for a body that is received here
STALL_SECONDS = 30  # a thread that reads a long body, or writes an answer, waits so long for the next bytes
MOST_CONNECTIONS = 500  # of a process; more wait to be accepted
READ_BYTES = 64 * 1024
HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,19})[ \t]*\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BufferedWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """`gthread` whose event loop receives requests."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._looked_at = 0.0

    def enqueue_req(self, conn: TConn) -> None:
        """Give the connection to a thread if its request is here; wait for the rest otherwise."""
        try:
            is_here = _receive(conn)
        except OSError:
            self._drop(conn)
            return
        if is_here:
            super().enqueue_req(conn)
        else:
            self.pending_conns.append(conn)
            self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer; a connection with a body that was not received here ends then, as nobody may have read it."""
        if conn.is_streamed:
            req.force_close()
        return super().handle_request(req, conn)

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """As gunicorn does, but for the end of a connection: it would wait for the client here, and all others too."""
        if fs.cancelled() or fs.exception() is not None or fs.result():
            super().finish_request(conn, fs)
            return
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
            conn.drained, conn.timeout = 0, time.monotonic() + LINGER_SECONDS
            self.poller.register(conn.sock, EVENT_READ, partial(self._drain, conn))
        except (OSError, ValueError):
            self._drop(conn)
        else:
            self.pending_conns.append(conn)

    def _drain(self, conn: TConn, client: socket.socket) -> None:
        """Throw away what arrives after the last answer, up to a limit."""
        try:
            arrived = len(client.recv(READ_BYTES))
        except BlockingIOError:
            return
        except OSError:
            arrived = 0
        conn.drained += arrived
        if not arrived or conn.drained > LINGER_BYTES:
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            self._drop(conn)

    def murder_pending(self) -> None:
        """Close connections whose time is over. Their limits differ, so that all are looked at, once a second."""
        now = time.monotonic()
        if now - self._looked_at < 1:
            return
        self._looked_at = now
        if not self.alive:  # whoever has sent nothing does not hold up the end
            for conn in self.pending_conns:
                if not conn.received:
                    conn.timeout = min(conn.timeout, now)
        for conn in [conn for conn in self.pending_conns if conn.timeout <= now]:
            self.pending_conns.remove(conn)
            self.poller.unregister(conn.sock)
            self._drop(conn)

    def _drop(self, conn: TConn) -> None:
        self.nr_conns -= 1
        conn.close()


def _receive(conn: TConn) -> bool:
    """Read what has arrived, without waiting; True if a thread can begin. Raises OSError: the connection is over."""
    if not conn.initialized:
        _limit_stalls(conn.sock)
        conn.init()
        conn.data_ready = True  # a thread need not wait for the first byte
    unreader = conn.parser.unreader
    received = getattr(conn, "received", None)
    if received is None:  # a new request; what came behind the one before is in gunicorn's buffer
        received = conn.received = bytearray(unreader.take_buffered())
        conn.timeout = time.monotonic() + HEAD_SECONDS
        conn.awaited = None  # bytes of head and body, once the head is here
        conn.is_streamed = False
    conn.sock.setblocking(False)
    while not _is_complete(conn, received):
        try:
            data = conn.sock.recv(READ_BYTES)
        except BlockingIOError:
            return False
        if not data:
            raise ConnectionAbortedError
        received += data
    unreader.unread(bytes(received))
    conn.received = None
    return True


def _is_complete(conn: TConn, received: bytearray) -> bool:
    """Whether the head is here, and the body if it is short. Raises ConnectionAbortedError if the head is too long."""
    if conn.awaited is None:
        end = received.find(HEAD_END)
        if end < 0 or end > HEAD_BYTES:
            if len(received) <= HEAD_BYTES:
                return False
            conn.sock.send(TOO_LONG)
            raise ConnectionAbortedError
        length = _body_length(bytes(received[: end + 2]))
        conn.is_streamed = length is None
        conn.awaited = end + len(HEAD_END) + (length or 0)
        conn.timeout = time.monotonic() + BODY_SECONDS
    return bool(len(received) >= conn.awaited)


def _body_length(head: bytes) -> int | None:
    """Bytes of the body to wait for here; None: a thread reads it. gunicorn judges the head; this says only when."""
    if CHUNKED.search(head):
        return None
    length = LENGTH.search(head)
    if length is None:
        return 0
    return int(length[1]) if int(length[1]) <= BODY_BYTES else None


def _limit_stalls(sock: socket.socket) -> None:
    """Let blocking reads and writes of a thread fail after STALL_SECONDS without a byte."""
    seconds = struct.pack("ll", STALL_SECONDS, 0)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, seconds)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, seconds)
