"""Worker processes that read batches of records. A worker that ends over a page is replaced, and the page given up.

Workers are forked from a server process that has loaded the reader and nothing else, since the caller may hold database
connections and threads.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import cast

from corpus.importing.batches import RecordBatch, records_of
from corpus.importing.limits import Limits, limit_memory, limit_time
from corpus.importing.outcomes import Failed, Outcome, outcome_of
from corpus.syntax.template_tree import Definitions
from corpus.templates.definitions import StoredDefinitions

SIMPLER = "Leave the page out, or simplify it in the wiki; a longer --page-limit may also do."
_BETWEEN_PAGES = -1
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([__name__])


class WorkerCannotStart(RuntimeError):
    """The process ended before it was ready: nothing can be read, and no page caused it."""


class Worker:
    """A worker process that is restarted when it ends. Use it from one thread at a time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._at = _context.RawValue("q", _BETWEEN_PAGES)  # number of the page being read; outlives the process
        self._closed = False
        self._start()

    def read(self, batch: RecordBatch) -> list[Outcome]:
        """Return the outcomes of the batch's records, in order."""
        given_up: dict[int, Failed] = {}
        ended: Counter[int] = Counter()
        while True:
            try:
                self._connection.send((batch, given_up))
                return cast(list[Outcome], self._connection.recv())
            except (EOFError, OSError):
                if self._closed:
                    raise
            page = self._at.value
            why = self._why_it_ended()
            ended[page] += 1
            if page == _BETWEEN_PAGES and ended[page] > 1:
                place = "" if batch.stream is None else f"stream at byte {batch.stream.offset:,}"
                return [Failed("", place or f"pages after {batch.first:,}", why, SIMPLER)]
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


def _too_long(limits: Limits) -> str:
    return f"reading it takes more than {limits.seconds:g} s"


def _serve(connection: Connection, at: object, limits: Limits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl+C
    limit_memory(limits.memory)
    definitions = None if limits.templates is None else StoredDefinitions(limits.templates)
    connection.send("ready")
    while True:
        try:
            batch, given_up = connection.recv()
        except EOFError:
            return  # the parent is done, or dead
        connection.send(_outcomes(batch, given_up, at, limits, definitions))


def _outcomes(
    batch: RecordBatch, given_up: Mapping[int, Failed], at: object, limits: Limits, definitions: Definitions | None
) -> list[Outcome]:
    found: list[Outcome] = []
    for number, (place, record) in enumerate(records_of(batch)):
        if number in given_up:
            found.append(replace(given_up[number], title=record.title, place=place))
            continue
        at.value = number  # type: ignore[attr-defined]
        limit_time(limits.seconds)
        found.append(outcome_of(record, place, limits.rules, definitions))
        at.value = _BETWEEN_PAGES  # type: ignore[attr-defined]
    limit_time(0)
    return found
