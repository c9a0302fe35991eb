"""Read batches of records in worker processes, and return them in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue

from corpus.importing.batches import RecordBatch
from corpus.importing.limits import Limits
from corpus.importing.outcomes import Outcome
from corpus.importing.worker import Worker
from corpus.sources import SourceError

AHEAD = 4  # batches in work or waiting for their turn, per worker: this bounds the memory

Read = tuple[RecordBatch, list[Outcome]]


def read_batches(batches: Iterable[RecordBatch], limits: Limits, workers: int = 1) -> Generator[Read, None, None]:
    """Yield every batch with the outcomes of its records, in order.

    Pages are read in `workers` processes, ahead of the caller. Raises WorkerCannotStart, and the SourceError of a
    source once the batches before it have been yielded.
    """
    idle: SimpleQueue[Worker] = SimpleQueue()
    everyone = [Worker(limits) for _ in range(workers)]
    for worker in everyone:
        idle.put(worker)

    def read(batch: RecordBatch) -> list[Outcome]:
        worker = idle.get()
        try:
            return worker.read(batch)
        finally:
            idle.put(worker)

    waiting: deque[tuple[RecordBatch, Future[list[Outcome]]]] = deque()

    def done(most_waiting: int) -> Iterator[Read]:
        """The oldest batches, until so many wait."""
        while len(waiting) > most_waiting:
            batch, outcomes = waiting.popleft()
            yield batch, outcomes.result()

    threads = ThreadPoolExecutor(workers, "import")
    try:
        try:
            for batch in batches:
                waiting.append((batch, threads.submit(read, batch)))
                yield from done(AHEAD * workers - 1)
        except SourceError:  # once what was read ahead of it has been handed over
            yield from done(0)
            raise
        yield from done(0)
    finally:
        for worker in everyone:
            worker.close()
        threads.shutdown(cancel_futures=True)
        for worker in everyone:
            worker.close()  # one may have been restarted in between
