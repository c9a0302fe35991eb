"""What an import costs: against a bare parse, on two processes, in memory, and in room; time of a whole wiki: `whole`.

    python -m benchmarks.corpus.scale [parse workers memory storage] [--shared ../shared/data] [--rounds 3]

Rounds alternate between what is compared, and the median of their ratios is reported, so that a busy machine disturbs
both alike. Of an import everything counts that `import_corpus` does (see `one_import`).
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.corpus.dumps import DUMPS, dump, repeated, texts
from benchmarks.corpus.one_import import Measured, measured

PARTS = ("parse", "workers", "memory", "storage")
# Times each dump's pages are repeated, so that an import takes long enough for starting processes not to count.
REPEATED = {"English": 4, "Italian": 2, "Latgalian": 8}
# The English Wikipedia, about: articles without redirects, and their wikitext.
ARTICLES, WIKITEXT = 7_000_000, 24e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    if not arguments.shared.is_dir():
        sys.exit(
            f"{arguments.shared}: not there. The dumps are described in its README; name the folder with --shared."
        )
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f}\n")
    with tempfile.TemporaryDirectory(prefix="attest-benchmark-") as folder:
        for part in arguments.parts:
            _PARTS[part](arguments.shared, arguments.rounds, Path(folder))
            print(flush=True)


def parse(shared: Path, rounds: int, _folder: Path) -> None:
    """Processor time of an import with one worker over that of mwparserfromhell.parse over the same articles."""
    print("import / bare mwparserfromhell.parse, processor time (wanted: at most 1.2, better 0.7)")
    for language in DUMPS:
        path = dump(shared, language)
        pairs = [(_bare(path), measured(path, 1)) for _ in range(rounds)]
        ratio = median(one.cpu / bare for bare, one in pairs)
        bare, one = median(bare for bare, _ in pairs), median(one.cpu for _, one in pairs)
        size = sum(len(text.encode()) for text in texts(path)) / 1e6
        print(f"  {language:10} {ratio:5.2f}   import {one:6.2f} s, parse {bare:6.2f} s, {size:.1f} MB of wikitext")


def workers(shared: Path, rounds: int, folder: Path) -> None:
    """How much sooner two workers are done than one; and how much sooner two loops are that share nothing.

    On an idle machine of two cores the latter is 2: where it is less, other programs had a part of them.
    """
    print("2 workers / 1 worker, time (wanted: at least 1.8)")
    for language, times in REPEATED.items():
        path = repeated(dump(shared, language), times, folder / f"{language}.xml.bz2")
        given, pairs = [], []
        for _ in range(rounds):
            pairs.append((measured(path, 1), measured(path, 2)))
            given.append(_given_to_two())
        ratio = median(one.wall / two.wall for one, two in pairs)
        one, two = median(one.wall for one, _ in pairs), median(two.wall for _, two in pairs)
        busy = median(two.cpu / one.cpu for one, two in pairs)
        pages = pairs[0][0].pages
        print(f"  {language:10} {ratio:5.2f}   {one:6.1f} s and {two:6.1f} s, {pages:,} pages, {pages / two:,.0f}/s; ")
        print(f"             processor time {busy:.2f} times that of one; two busy loops at once: {median(given):.2f}")


def memory(shared: Path, _rounds: int, folder: Path) -> None:
    """Peak memory of all processes together, by length of the dump."""
    print("peak memory of all processes, MB (wanted: flat, below 400)")
    for language in DUMPS:
        line = []
        for times in (1, 4, 16):
            path = repeated(dump(shared, language), times, folder / "repeated.xml.bz2")
            line.append(
                f"{times}x " + "/".join(f"{measured(path, workers, watch=True).memory:.0f}" for workers in (1, 2))
            )
        print(f"  {language:10} {', '.join(line)}   (1 worker/2 workers)")


def storage(shared: Path, _rounds: int, _folder: Path) -> None:
    """Bytes in each database, and what the English Wikipedia would take in room; `whole` tells of time.

    Two dumps tell the cost of a page from that of a byte of wikitext: long English articles, short Latgalian ones.
    """
    print(f"storage, and the English Wikipedia: {ARTICLES:,} articles, {WIKITEXT / 1e9:.0f} GB of wikitext")
    from tests.servers.postgres import postgres
    from tests.servers.process import ServerMissing

    paths = [dump(shared, language) for language in ("English", "Latgalian")]
    sizes = [[len(text.encode()) for text in texts(path)] for path in paths]
    amounts = [(len(each), sum(each)) for each in sizes]
    lite = [measured(path, 1) for path in paths]
    found: dict[str, list[Measured]] = {"SQLite": lite}
    try:
        found["PostgreSQL"] = []
        for path in paths:
            with postgres() as url:
                found["PostgreSQL"].append(measured(path, 1, url))
    except ServerMissing as reason:
        print(f"  no PostgreSQL: {reason}")
    for name, runs in found.items():
        for path, run, (articles, size) in zip(paths, runs, amounts, strict=False):
            each = run.database / run.pages
            print(
                f"  {name:10} {each:8,.0f} bytes a page of {size / articles:,.0f} bytes of wikitext ({path.name[:6]})"
            )
        if runs:
            print(f"             {_whole(amounts, [run.database for run in runs]) / 1e9:,.0f} GB for all")


def _whole(amounts: Sequence[tuple[int, int]], costs: Sequence[float]) -> float:
    """The cost of ARTICLES and WIKITEXT, by a cost an article and a cost a byte that explain both measurements."""
    (articles, size), (others, short) = amounts
    a_byte = (costs[0] * others - costs[1] * articles) / (size * others - short * articles)
    an_article = max((costs[1] - a_byte * short) / others, 0)
    return an_article * ARTICLES + a_byte * WIKITEXT


def _given_to_two() -> float:
    """How many times as much two processes get done at once as one alone, right now."""

    def seconds(processes: int) -> float:
        start = time.perf_counter()
        command = [sys.executable, "-c", "for _ in range(60_000_000): pass"]
        for process in [subprocess.Popen(command) for _ in range(processes)]:
            process.wait()
        return time.perf_counter() - start

    return 2 * seconds(1) / seconds(2)


def _bare(path: Path) -> float:
    """Processor time of mwparserfromhell.parse over the articles of a dump, in a process of its own."""
    code = (
        "import sys, time, mwparserfromhell; from pathlib import Path; from benchmarks.corpus.dumps import texts\n"
        "found = list(texts(Path(sys.argv[1]))); start = time.process_time()\n"
        "for text in found: mwparserfromhell.parse(text)\n"
        "print(time.process_time() - start)"
    )
    said = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return float(said.stdout)


_PARTS = {"parse": parse, "workers": workers, "memory": memory, "storage": storage}

if __name__ == "__main__":
    main()
