"""Stop a training on Ctrl+C, SIGTERM or a time limit."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def asked_to_stop(minutes: float) -> Iterator[Callable[[], bool]]:
    """Yield a function that says whether to stop. `minutes` 0: no time limit. A second Ctrl+C ends at once."""
    end = time.monotonic() + 60 * minutes if minutes else float("inf")
    asked: list[int] = []

    def ask(number: int, _frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        print("\nStopping after this step (again: at once, without saving) ...", file=sys.stderr, flush=True)

    before = {one: signal.signal(one, ask) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked) or time.monotonic() > end
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
