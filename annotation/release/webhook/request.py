"""Send one signed request, within SECONDS in all, to the address that was checked.

The standard library's client is used since the connection is opened here, to that address and no other; what answers is
read up to its status line, and nothing of its body.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException

from annotation.release.webhook.addresses import RefusedAddress, Target, resolve, target_of

SECONDS = 10.0


class NotDelivered(Exception):
    """No answer came; the message says why, in a few words."""


def post(url: str, body: bytes, headers: Mapping[str, str], seconds: float | None = None) -> int:
    """Send the body; return the status of the answer. Raises NotDelivered."""
    seconds = SECONDS if seconds is None else seconds
    try:
        target = target_of(url)
        return _post(target, resolve(target), body, headers, seconds)
    except RefusedAddress as error:
        raise NotDelivered(str(error)) from error
    except TimeoutError as error:
        raise NotDelivered(f"no answer within {seconds:g} seconds") from error
    except (OSError, HTTPException) as error:
        raise NotDelivered(str(error) or type(error).__name__) from error


def _post(target: Target, address: str, body: bytes, headers: Mapping[str, str], seconds: float) -> int:
    end = time.monotonic() + seconds
    with socket.create_connection((address, target.port), seconds) as plain, _ended_at(plain, end) as is_over:
        try:
            connection = HTTPConnection(target.host, target.port)
            connection.sock = _secured(plain, target) if target.is_https else plain
            connection.request("POST", target.path, body, dict(headers))
            return connection.getresponse().status
        except (OSError, HTTPException):
            if is_over.is_set():
                raise TimeoutError from None
            raise


def _secured(plain: socket.socket, target: Target) -> ssl.SSLSocket:
    return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)


@contextmanager
def _ended_at(plain: socket.socket, end: float) -> Iterator[threading.Event]:
    """Shut the connection at this time: a server that sends a letter now and then would never time out."""
    is_over = threading.Event()

    def shut() -> None:
        is_over.set()
        with suppress(OSError):  # it is closed already
            plain.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(0.0, end - time.monotonic()), shut)
    timer.daemon = True
    timer.start()
    try:
        yield is_over
    finally:
        timer.cancel()
