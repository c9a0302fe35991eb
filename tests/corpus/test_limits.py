"""No page holds up an import or ends it, whatever it does to the process that reads it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from corpus.importing.batches import Position, RecordBatch
from corpus.importing.limits import Limits
from corpus.importing.outcomes import Failed, Imported
from corpus.importing.reader import read_batches
from corpus.importing.worker import Worker
from corpus.sources import SourcePage

SLOW = SourcePage("Slow", "<div>" * 400_000)  # takes seconds, being large
SHORT = SourcePage("Short", "One.")


def batch(*records: SourcePage) -> RecordBatch:
    return RecordBatch(records, 0, Position(0, len(records)))


def outcomes(batches, workers, **limits):
    return [outcome for _, found in read_batches(batches, Limits(**limits), workers) for outcome in found]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_page_that_takes_too_long_fails_and_those_around_it_are_read(workers):
    first, slow, last = outcomes([batch(SHORT, SLOW, SourcePage("Last", "Two."))], workers, seconds=0.2)
    assert isinstance(first, Imported) and isinstance(last, Imported)
    assert isinstance(slow, Failed)
    assert (slow.title, slow.place) == ("Slow", "page 2")
    assert "more than 0.2 s" in slow.reason and "--page-limit" in slow.remedy


@pytest.fixture
def worker():
    worker = Worker(Limits())
    yield worker
    worker.close()


def wait_for_the_end(pid: int) -> None:
    """Without joining it: the thread that reads does, and the exit code is there once only."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(pid, 0)
            time.sleep(0.01)


def test_a_page_over_which_its_process_dies_twice_is_given_up_alone(worker):
    died = 0
    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(worker.read, batch(SHORT, SLOW, SourcePage("Last", "Two.")))
        while not reading.done():
            if worker._at.value == 1:
                os.kill(worker._process.pid, signal.SIGKILL)
                wait_for_the_end(worker._process.pid)
                died += 1
            time.sleep(0.01)
    first, slow, last = reading.result()
    assert died >= 2
    assert isinstance(first, Imported) and isinstance(last, Imported)
    assert isinstance(slow, Failed) and slow.title == "Slow" and "SIGKILL" in slow.reason


def test_a_process_ends_over_code_that_no_exception_stops():
    code = "from corpus.importing.limits import limit_time; limit_time(0.2); print(len(str(7 ** 9_000_000)))"
    ended = subprocess.run([sys.executable, "-X", "int_max_str_digits=0", "-c", code], capture_output=True, check=False)
    assert ended.returncode == -signal.SIGPROF


def test_a_page_that_takes_too_much_memory_fails_alone():
    large = SourcePage("Large", "A word and [[another|word]]. " * 400_000)
    first, large, last = outcomes([batch(SHORT, large, SHORT)], 2, memory=200 << 20)
    assert isinstance(first, Imported) and isinstance(last, Imported)
    assert isinstance(large, Failed)
    assert "memory" in large.reason or "process ended" in large.reason


def test_no_reader_can_swallow_the_limit():
    """The limit is no exception: neither `except` nor a callback of the garbage collector gets in its way."""
    code = (
        "import gc, sys\n"
        "from corpus.importing.limits import limit_time\n"
        "def collected(phase, _facts):\n"
        "    while True:\n"
        "        try: sum(range(1_000))\n"
        "        except BaseException: continue\n"
        "gc.callbacks.append(collected)\n"
        "limit_time(0.2); gc.collect()\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == -signal.SIGPROF


def test_the_limit_of_one_page_leaves_the_next_alone():
    found = outcomes([batch(SLOW, SHORT), batch(SLOW, SHORT)], 1, seconds=0.2)
    assert [type(outcome) for outcome in found] == [Failed, Imported, Failed, Imported]


def test_pages_can_be_read_outside_the_main_thread():
    found = []
    thread = threading.Thread(target=lambda: found.extend(outcomes([batch(SHORT)], 1)))
    thread.start()
    thread.join(60)
    assert isinstance(found[0], Imported)


@pytest.mark.parametrize("workers", [1, 2])
def test_no_process_is_left_when_an_import_is_abandoned(workers):
    long = SourcePage("Long", "Text. " * 60_000)
    reading = read_batches([batch(long)] * 20, Limits(), workers)
    next(reading)
    assert len(multiprocessing.active_children()) == workers
    reading.close()
    assert multiprocessing.active_children() == []
