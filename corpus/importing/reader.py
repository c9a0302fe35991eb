"""Parcels read in order: by this process with one worker, by several beside it with more."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue
from threading import current_thread, main_thread

from corpus.importing.batches import Parcel, records_of
from corpus.importing.limits import Limits, alarm
from corpus.importing.outcomes import Failed, Outcome
from corpus.importing.worker import Worker, read_within
from corpus.sources import SourceError, SourceFailure, SourcePage

AHEAD = 4  # parcels in work or waiting for their turn, per worker: this bounds the memory
SMALL = 250_000  # characters: no text of this size has been found that takes two seconds, or 100 MB

Read = tuple[Parcel, list[Outcome]]


def read_parcels(parcels: Iterable[Parcel], limits: Limits, workers: int = 1) -> Generator[Read, None, None]:
    """Every parcel with the outcomes of its records, in order.

    One worker is one processor's work: small pages are read here, larger ones in a process that may end over them
    while this one waits. With several, reading goes on ahead of the caller.
    """
    if workers == 1 and current_thread() is main_thread():  # signals reach no other thread
        yield from _here(parcels, limits)
    else:
        yield from _beside(parcels, limits, workers)


def _here(parcels: Iterable[Parcel], limits: Limits) -> Generator[Read, None, None]:
    worker: Worker | None = None
    try:
        for parcel in parcels:
            found: list[Outcome] = []
            for number, (place, record) in enumerate(records_of(parcel)):
                if _is_small(record):
                    with alarm():
                        found.append(read_within(record, place, limits))
                    continue
                worker = worker or Worker(limits)
                alone = Parcel((record,), number, parcel.after, parcel.site)
                found += (_named(outcome, record, place) for outcome in worker.read(alone))
            yield parcel, found
    finally:
        if worker is not None:
            worker.close()


def _is_small(record: SourcePage | SourceFailure) -> bool:
    if isinstance(record, SourceFailure) or record.page is not None:
        return True
    return len(record.html or record.wikitext) <= SMALL


def _named(outcome: Outcome, record: SourcePage | SourceFailure, place: str) -> Outcome:
    if isinstance(outcome, Failed):
        return replace(outcome, title=outcome.title or record.title, place=place)
    return outcome


def _beside(parcels: Iterable[Parcel], limits: Limits, workers: int) -> Generator[Read, None, None]:
    idle: SimpleQueue[Worker] = SimpleQueue()
    everyone = [Worker(limits) for _ in range(workers)]
    for worker in everyone:
        idle.put(worker)

    def read(parcel: Parcel) -> list[Outcome]:
        worker = idle.get()
        try:
            return worker.read(parcel)
        finally:
            idle.put(worker)

    waiting: deque[tuple[Parcel, Future[list[Outcome]]]] = deque()
    threads = ThreadPoolExecutor(workers, "import")
    try:
        broken: SourceError | None = None
        source = iter(parcels)
        while True:
            try:
                parcel = next(source)
            except StopIteration:
                break
            except SourceError as error:
                broken = error  # once what was read ahead of it has been handed over
                break
            waiting.append((parcel, threads.submit(read, parcel)))
            if len(waiting) >= AHEAD * workers:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
        if broken is not None:
            raise broken
    finally:
        for worker in everyone:
            worker.close()
        threads.shutdown(cancel_futures=True)
        for worker in everyone:
            worker.close()  # one may have begun anew in between
