"""A process that reads parcels and may end over a page: the page is given up and the rest of its parcel read again."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import cast

from corpus.importing.batches import Parcel, records_of
from corpus.importing.limits import GRACE, Limits, OverLimit, alarm, limit_memory, or_end, within
from corpus.importing.outcomes import Failed, Outcome, outcome_of
from corpus.sources import SourceFailure, SourcePage

SIMPLER = "Leave the page out, or simplify it in the wiki; a longer --page-limit may also do."
_BETWEEN_PAGES = -1
# Not forked: the caller may hold database connections and threads.
_context = multiprocessing.get_context("spawn")


class WorkerCannotStart(RuntimeError):
    """The process ended before it was ready: nothing can be read, and no page is to blame."""


class Worker:
    """One such process, with what it takes to begin another. Used by one thread at a time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._at = _context.RawValue("q", _BETWEEN_PAGES)  # the page it is at; outlives the process
        self._closed = False
        self._start()

    def read(self, parcel: Parcel) -> list[Outcome]:
        """The outcomes of the parcel's records, in order."""
        given_up: dict[int, Failed] = {}
        ended: Counter[int] = Counter()
        while True:
            try:
                self._connection.send((parcel, given_up))
                return cast(list[Outcome], self._connection.recv())
            except (EOFError, OSError):
                if self._closed:
                    raise
            page = self._at.value
            why = self._why_it_ended()
            ended[page] += 1
            if page == _BETWEEN_PAGES and ended[page] > 1:
                place = "" if parcel.stream is None else f"stream at byte {parcel.stream.offset:,}"
                return [Failed("", place or f"pages after {parcel.first:,}", why, SIMPLER)]
            if why == _too_long(self._limits) or ended[page] > 1:  # whatever else ended it may have been chance
                given_up[page] = Failed("", "", why, SIMPLER)
            self._start()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _start(self) -> None:
        self._at.value = _BETWEEN_PAGES
        self._connection, theirs = _context.Pipe()
        self._process = _context.Process(target=_serve, args=(theirs, self._at, self._limits), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._connection.recv()
        except EOFError:
            raise WorkerCannotStart(f"No process for reading can be started: {self._why_it_ended()}") from None

    def _why_it_ended(self) -> str:
        self._connection.close()
        self._process.join()
        code = self._process.exitcode or 0
        if code == -signal.SIGPROF:
            return _too_long(self._limits)
        return f"its process ended ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})"


def read_within(record: SourcePage | SourceFailure, place: str, limits: Limits) -> Outcome:
    """The record's outcome, or that it took too long. Inside `alarm` only."""
    try:
        return within(limits.seconds, lambda: outcome_of(record, place, limits.rules))
    except OverLimit:
        return Failed(record.title, place, _too_long(limits), SIMPLER)


def _too_long(limits: Limits) -> str:
    return f"reading it takes more than {limits.seconds:g} s"


def _serve(connection: Connection, at: object, limits: Limits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's business
    limit_memory(limits.memory)
    connection.send("ready")
    with alarm():
        while True:
            try:
                parcel, given_up = connection.recv()
            except EOFError:
                return  # the parent is done, or dead
            connection.send(_outcomes(parcel, given_up, at, limits))


def _outcomes(parcel: Parcel, given_up: Mapping[int, Failed], at: object, limits: Limits) -> list[Outcome]:
    found: list[Outcome] = []
    for number, (place, record) in enumerate(records_of(parcel)):
        if number in given_up:
            reason, remedy = given_up[number].reason, given_up[number].remedy
            found.append(Failed(record.title, place, reason, remedy))
            continue
        at.value = number  # type: ignore[attr-defined]
        or_end(limits.seconds + GRACE)
        found.append(read_within(record, place, limits))
        at.value = _BETWEEN_PAGES  # type: ignore[attr-defined]
    or_end(0)
    return found
