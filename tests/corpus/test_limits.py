"""No page holds up an import or ends it, whatever it does to the process that reads it."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from corpus.importing import Failed, Imported, Limits, read_parcels
from corpus.importing.batches import Parcel, Position
from corpus.importing.limits import OverLimit, alarm, within
from corpus.importing.worker import Worker
from corpus.sources import SourcePage

SLOW = SourcePage("Slow", "<div>" * 400_000)  # takes seconds, being large
SHORT = SourcePage("Short", "One.")


def parcel(*records: SourcePage) -> Parcel:
    return Parcel(records, 0, Position(0, len(records)))


def outcomes(parcels, workers, **limits):
    return [outcome for _, found in read_parcels(parcels, Limits(**limits), workers) for outcome in found]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_page_that_takes_too_long_fails_and_those_around_it_are_read(workers):
    first, slow, last = outcomes([parcel(SHORT, SLOW, SourcePage("Last", "Two."))], workers, seconds=0.2)
    assert isinstance(first, Imported) and isinstance(last, Imported)
    assert isinstance(slow, Failed)
    assert (slow.title, slow.place) == ("Slow", "page 2")
    assert "more than 0.2 s" in slow.reason and "--page-limit" in slow.remedy


def test_a_small_page_that_takes_too_long_fails_in_this_process_as_well():
    first, small = outcomes([parcel(SHORT, SourcePage("Small", "<div>" * 40_000))], 1, seconds=0.001)
    assert isinstance(first, Imported)
    assert isinstance(small, Failed) and "more than" in small.reason


@pytest.fixture
def worker():
    worker = Worker(Limits())
    yield worker
    worker.close()


def test_a_page_over_which_its_process_dies_twice_is_given_up_alone(worker):
    died = 0
    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(worker.read, parcel(SHORT, SLOW, SourcePage("Last", "Two.")))
        while not reading.done():
            if worker._at.value == 1:
                os.kill(worker._process.pid, signal.SIGKILL)
                worker._process.join(5)
                died += 1
            time.sleep(0.01)
    first, slow, last = reading.result()
    assert died >= 2
    assert isinstance(first, Imported) and isinstance(last, Imported)
    assert isinstance(slow, Failed) and slow.title == "Slow" and "SIGKILL" in slow.reason


def test_a_process_ends_over_code_that_no_exception_stops():
    code = "from corpus.importing.limits import or_end; or_end(0.2); print(len(str(7 ** 9_000_000)))"
    ended = subprocess.run([sys.executable, "-X", "int_max_str_digits=0", "-c", code], capture_output=True, check=False)
    assert ended.returncode == -signal.SIGPROF


def test_a_page_that_takes_too_much_memory_fails_alone():
    large = SourcePage("Large", "A word and [[another|word]]. " * 400_000)
    first, large, last = outcomes([parcel(SHORT, large, SHORT)], 2, memory=200 << 20)
    assert isinstance(first, Imported) and isinstance(last, Imported)
    assert isinstance(large, Failed)
    assert "memory" in large.reason or "process ended" in large.reason


def test_no_reader_can_swallow_the_limit():
    def reader():
        while True:
            try:
                sum(range(1_000))
            except Exception:
                continue

    with alarm(), pytest.raises(OverLimit):
        within(0.05, reader)


def test_the_limit_holds_though_it_is_reached_where_python_swallows_exceptions():
    def collected(phase, _facts):
        until = time.process_time() + 0.1
        while phase == "start" and time.process_time() < until:
            sum(range(1_000))

    gc.callbacks.append(collected)
    try:
        with alarm(), pytest.raises(OverLimit):
            within(0.02, gc.collect)
    finally:
        gc.callbacks.remove(collected)


def test_a_signal_that_comes_late_stops_nothing():
    with alarm():
        within(5, lambda: None)
        signal.raise_signal(signal.SIGVTALRM)


def test_a_limit_that_was_reached_leaves_the_next_page_alone():
    with alarm():
        with pytest.raises(OverLimit):
            within(0.01, lambda: sum(1 for _ in iter(int, 1)))
        assert within(5, lambda: sum(len(str(number)) for number in range(500_000))) > 0


def test_outside_the_main_thread_pages_are_read_in_processes():
    found = []
    thread = threading.Thread(target=lambda: found.extend(outcomes([parcel(SHORT)], 1)))
    thread.start()
    thread.join(60)
    assert isinstance(found[0], Imported)


@pytest.mark.parametrize("workers", [1, 2])
def test_no_process_is_left_when_an_import_is_abandoned(workers):
    long = SourcePage("Long", "Text. " * 60_000)
    others = _children()  # of tests before this one: a browser, a server
    reading = read_parcels([parcel(long)] * 20, Limits(), workers)
    next(reading)
    children = _children() - others
    assert children
    reading.close()
    assert not children & _children()


def _children() -> set[str]:
    found = set()
    for thread in os.listdir("/proc/self/task"):
        with suppress(FileNotFoundError), open(f"/proc/self/task/{thread}/children", encoding="ascii") as file:
            found.update(file.read().split())  # a thread may end while it is looked at
    tracker = {str(_tracker())}
    return found - tracker


def _tracker() -> int | None:
    from multiprocessing import resource_tracker

    return resource_tracker._resource_tracker._pid
