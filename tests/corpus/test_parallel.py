"""Results of several processes come in the order of their items, a bounded number ahead, and errors arrive."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from corpus.parallel import AHEAD, in_order
from tests.conftest import ROOT


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order_and_items_are_taken_as_they_are_needed(workers: int) -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(40):
            taken.append(number)
            yield number

    results = in_order(str, items(), workers)
    assert next(results) == "0"
    assert len(taken) <= AHEAD * workers
    assert [*results] == [str(number) for number in range(1, 40)]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_work_is_raised(workers: int) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(in_order(int, ["1", "one", "2"], workers))


def test_the_processes_end_with_one_that_is_killed() -> None:
    code = (
        "from corpus.parallel import in_order\n"
        "if __name__ == '__main__':\n"
        "    for pid in in_order(worker_id, range(10**9), 2):\n"
        "        print(pid, flush=True)"
    ).replace("worker_id", "__import__('tests.corpus.test_parallel', fromlist=['']).worker_id")
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.communicate()
    _, left = psutil.wait_procs([worker], timeout=20)
    assert left == []


def worker_id(_item: int) -> int:
    """The process that works on an item."""
    return os.getpid()
