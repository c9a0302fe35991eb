"""Which requests the live server, a thread of the test's own process, is still answering."""

from __future__ import annotations

import threading
import time

from django.core.signals import request_finished, request_started

_lock = threading.Lock()
_in_flight = 0


def started(**_: object) -> None:
    global _in_flight
    with _lock:
        _in_flight += 1


def finished(**_: object) -> None:
    global _in_flight
    with _lock:
        _in_flight = max(0, _in_flight - 1)


request_started.connect(started)
request_finished.connect(finished)


def forget_all() -> None:
    """Before a test: an answer that an earlier one never closed is nobody's business."""
    global _in_flight
    with _lock:
        _in_flight = 0


def wait_for_the_last(patience: float = 60, quiet: float = 0.1) -> None:
    """Until none has been in flight for a moment: a browser that was closed may have sent one more."""
    deadline = time.monotonic() + patience
    quiet_since = time.monotonic()
    while time.monotonic() < deadline and time.monotonic() - quiet_since < quiet:
        time.sleep(0.01)
        if _in_flight:
            quiet_since = time.monotonic()
