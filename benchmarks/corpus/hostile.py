"""Time of our whole reader and of a bare `mwparserfromhell.parse` on the hostile pages of the tests.

    python -m benchmarks.corpus.hostile [--length 50000] [--limit 12] [--list]

Every page is read in a process of its own with 2 GB of memory, which is ended at the limit of processor time
(seconds). A page is not read, too, where Python's recursion limit or the memory ends.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import resource
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

import mwparserfromhell

from corpus.wikitext.build import build_page
from tests.corpus.test_hostile_wikitext import REPEATED, WHOLE

MEMORY = 2 << 30


def main() -> None:
    """Print how many pages each reads within the limit, and in how long."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--length", type=int, default=50_000)
    arguments.add_argument("--limit", type=int, default=12)
    arguments.add_argument("--list", action="store_true")
    chosen = arguments.parse_args()
    pages = _pages(chosen.length)
    print(f"{len(pages)} pages of {chosen.length:,} characters, at most {chosen.limit} s each")
    for name, read in (("mwparserfromhell.parse", _parse), ("our reader", _build)):
        times = {page: _seconds(read, text, chosen.limit) for page, text in pages.items()}
        ended = [seconds for seconds in times.values() if seconds is not None]
        slow = [page for page, seconds in times.items() if seconds is None]
        print(
            f"{name:24} {len(ended)} read in {sum(ended):.1f} s, the slowest in {max(ended):.2f} s; "
            f"{len(slow)} not read"
        )
        if chosen.list:
            print("".join(f"    {page}\n" for page in slow), end="", flush=True)


def _pages(length: int) -> dict[str, str]:
    repeated = {f"repeated {piece!r}": piece * (length // len(piece)) for piece in REPEATED}
    return repeated | {name: page(length) for name, page in WHOLE.items()}


def _parse(text: str) -> None:
    mwparserfromhell.parse(text)


def _build(text: str) -> None:
    build_page("A", text)


def _seconds(read: Callable[[str], None], text: str, limit: int) -> float | None:
    """Processor time of one page; None if the process ended before it was read."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_limited, args=(read, text, limit, sender))
    process.start()
    sender.close()
    try:
        return float(receiver.recv())
    except EOFError:
        return None
    finally:
        process.join()


def _limited(read: Callable[[str], None], text: str, limit: int, sender: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    start = time.process_time()
    with contextlib.suppress(RecursionError, MemoryError):
        read(text)
        sender.send(time.process_time() - start)


if __name__ == "__main__":
    main()
