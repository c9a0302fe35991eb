"""What one page may cost, in time and memory, and how that is enforced.

Time is processor time, so that a busy machine does not fail pages that are innocent. Python code, regular expressions
included, is stopped by an exception; C code that does not return, or takes all memory, can only be ended with its
process, which is why large pages are read in one that may end (`corpus.importing.worker`).
"""

from __future__ import annotations

import gc
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import TypeVar

from corpus.rules import PAPER, Rules

T = TypeVar("T")

GRACE = 1.0  # seconds of processor time between asking a page to end and ending its process
AGAIN = 0.05  # seconds of processor time until a page that did not end is asked once more

_works = False  # whether there is something to stop: a signal may arrive when all is done
_rang = False  # whether the limit of the work under way has passed


@dataclass(frozen=True, slots=True)
class Limits:
    """Settings that every page is read by: `seconds` of processor time, `memory` bytes of a process of its own."""

    seconds: float = 10.0
    memory: int = 2 << 30
    rules: Rules = field(default=PAPER)


class OverLimit(BaseException):
    """The page takes too long. No Exception, so that no reader's `except Exception` swallows it."""


@contextmanager
def alarm() -> Iterator[None]:
    """While this lasts, `within` can interrupt the main thread."""
    before = signal.signal(signal.SIGVTALRM, _over)
    try:
        yield
    finally:
        signal.signal(signal.SIGVTALRM, before)


def within(seconds: float, work: Callable[[], T]) -> T:
    """The result of the work. Raises OverLimit once it has used so much processor time (inside `alarm` only)."""
    global _works, _rang
    _works, _rang = True, False
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
        result = work()
    finally:
        _works = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if _rang:
        raise OverLimit
    return result


def or_end(seconds: float) -> None:
    """This process ends once it has used so much more processor time; 0 lifts that."""
    signal.setitimer(signal.ITIMER_PROF, seconds)  # nobody handles SIGPROF: the system ends the process


def limit_memory(size: int) -> None:
    """From here on this process gets no more than so many bytes of address space."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _over(_number: int, frame: FrameType | None) -> None:
    """Stop the work, unless it is in a place where the exception would be lost: the alarm rings again."""
    global _rang
    if not _works:
        return
    _rang = True
    in_between = frame is not None and frame.f_code is within.__code__  # over anyway, and the timer has to be stopped
    if not in_between and not _swallowed(frame):
        raise OverLimit


def _swallowed(frame: FrameType | None) -> bool:
    """Whether Python would only print what is raised here, as it does in finalisers and callbacks of the collector."""
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None and frame.f_code is not within.__code__:
        if frame.f_code.co_name == "__del__" or frame.f_code in callbacks:
            return True
        frame = frame.f_back
    return False
