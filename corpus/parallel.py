"""Work on the items of a stream in several processes, results in order. Imports no Django.

Processes are forked from a server process that has loaded nothing but what their work imports, since the caller may
hold database connections and threads.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

AHEAD = 2  # items in work or waiting for their turn, per process: this bounds the memory

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_order(work: Callable[[Item], Result], items: Iterable[Item], workers: int = 1) -> Iterator[Result]:
    """Yield `work(item)` for every item, in order; with one worker in this process, otherwise in so many others.

    Items are taken as results are asked for, at most AHEAD for each process before. `work`, items and results must be
    picklable. Raises what `work` raises, and BrokenProcessPool when a process ends.
    """
    if workers == 1:
        yield from map(work, items)
        return
    waiting: deque[Future[Result]] = deque()
    context = multiprocessing.get_context("forkserver")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended: a pool's processes would outlive one that is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
