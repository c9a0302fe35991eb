"""Hard deadline for requests, independent of the network.

A client's time-out counts from byte to byte and does not cover looking up a host name: a server that sends a byte a
second is never too slow for it. So a search runs in a thread of its own, and is left behind when its time is over.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

MOST_AT_ONCE = 16  # searches of a process that wait; beyond that the server is in trouble already

T = TypeVar("T")
_places = threading.BoundedSemaphore(MOST_AT_ONCE)


_ends: ContextVar[float] = ContextVar("_ends", default=float("inf"))


@contextmanager
def all_within(seconds: float) -> Iterator[None]:
    """Limit all calls of `within` in this block to so many seconds in total."""
    token = _ends.set(min(_ends.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _ends.reset(token)


class TooSlow(Exception):
    """The deadline passed before the answer came."""


def within(seconds: float, work: Callable[[], T]) -> T:
    """Run `work` in a thread; raise TooSlow after so many seconds. `work` must not use the database."""
    ends = min(time.monotonic() + seconds, _ends.get())
    if not _places.acquire(timeout=max(0.0, ends - time.monotonic())):
        raise TooSlow
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)
        finally:
            _places.release()

    threading.Thread(target=run, name="elasticsearch", daemon=True).start()
    if not wait([answer], max(0.0, ends - time.monotonic())).done:
        raise TooSlow
    return answer.result()
