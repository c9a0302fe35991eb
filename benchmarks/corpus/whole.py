"""Dump to searchable and exported in one run: time, processor time and memory of every step, and their curves.

    python -m benchmarks.corpus.whole ARTICLES... [--workers 2] [--folder DIR] [--dumps DIR] [--samples FILE]

For each number of articles a dump is made (`made_dump`; --dumps keeps it for another run), and a fresh installation
imports, indexes and exports it by the commands that people type. Every half second all processes of a step are looked
at: their processor time, that of the first one's Python threads (the parent, whose work more workers do not share)
apart, and their memory as PSS, in which what several processes share counts once, and which holds the mapped files of
the index; `private` is what no file backs. A line a second goes to FILE, for the curves. The folder is left empty.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

from benchmarks.corpus.made_dump import write_dump

EVERY = 0.5  # seconds between two looks at the processes
SLUG = "whole"
ENGLISH = 7_000_000  # articles of the English Wikipedia, about
CORES = (2, 16)
STEPS = ("reading", "linking", "index", "export")
_DONE = re.compile(r"(?:links of )?([\d,]+) (?:read|pages resolved|of [\d,]+ pages)")


@dataclass(slots=True)
class Step:
    """What a step took: seconds, processor seconds (of all processes, and of the first), peaks of memory in MB."""

    wall: float = 0.0
    cpu: float = 0.0
    parent: float = 0.0
    pss: float = 0.0
    private: float = 0.0


@dataclass(slots=True)
class Watched:
    """One command that runs, with what has been seen of its processes."""

    process: psutil.Process
    cpu: dict[int, float] = field(default_factory=dict)
    threads: dict[int, float] = field(default_factory=dict)  # of the parent, those of Python

    def look(self) -> tuple[float, float, float, float]:
        """Processor seconds of all processes and of the parent so far; PSS and private memory now, in MB."""
        pss = private = 0.0
        for each in [self.process, *_children(self.process)]:
            try:
                times, memory = each.cpu_times(), _memory(each.pid)
            except (psutil.Error, OSError):
                continue  # it ended meanwhile
            self.cpu[each.pid] = times.user + times.system
            if each is self.process:
                self.threads |= _python_threads(each)
            pss, private = pss + memory[0], private + memory[1]
        return sum(self.cpu.values()), sum(self.threads.values()), pss, private


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("articles", type=int, nargs="+")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--dumps", type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    parser.add_argument("--samples", type=Path, default=Path(os.devnull))
    arguments = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, ", end="")
    print(f"load {os.getloadavg()[0]:.1f}, {arguments.workers} workers")
    print(f"{'articles':>9} {'step':8} {'wall s':>8} {'cpu s':>8} {'parent s':>8} {'us/page':>8} {'PSS MB':>7} private")
    measured: dict[int, dict[str, Step]] = {}
    with arguments.samples.open("a", encoding="utf-8") as samples:
        for articles in arguments.articles:
            with tempfile.TemporaryDirectory(prefix="attest-whole-", dir=arguments.folder) as folder:
                dump = (arguments.dumps or Path(folder)) / f"made-{articles}-multistream.xml.bz2"
                if not dump.exists():
                    write_dump(dump, articles, arguments.shared)
                measured[articles] = run(dump, arguments.workers, Path(folder), articles, samples)
                _say(articles, measured[articles], Path(folder), dump)
    _extrapolate(measured)


def run(dump: Path, workers: int, folder: Path, articles: int, samples: IO[str]) -> dict[str, Step]:
    """Import, index and export a dump in a fresh installation; return what every step took."""
    steps = {name: Step() for name in STEPS}
    environment = {**os.environ, "ATTEST_DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/a.sqlite3"}
    environment |= {"ATTEST_ENV_FILE": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], env=environment, check=True)
    several = ["--workers", str(workers)]
    for name, words in (
        ("reading", ["import_corpus", str(dump), "--corpus", SLUG, *several]),
        ("index", ["build_index", "--corpus", SLUG, *several]),
        ("export", ["export_corpus", str(folder / "out.db"), "--corpus", SLUG]),
    ):
        said = folder / f"{name}.log"
        with said.open("w", encoding="utf-8") as log:
            command = [sys.executable, "manage.py", *words]
            started = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        _watch(started, name, said, steps, articles, samples)
        if started.returncode != 0:
            print(said.read_text(encoding="utf-8")[-500:], file=sys.stderr)
    return steps


def _watch(
    started: subprocess.Popen[bytes], name: str, said: Path, steps: dict[str, Step], articles: int, samples: IO[str]
) -> None:
    """Follow a command to its end; an import is two steps, told apart by what it says."""
    watched, before, next_sample = Watched(psutil.Process(started.pid)), (time.monotonic(), 0.0, 0.0), 0.0
    step = steps[name]
    while started.poll() is None:
        last_line, now = _last_line(said), time.monotonic()
        cpu, parent, pss, private = watched.look()
        if name == "reading" and _is_linking(said):
            name, before, step = "linking", (now, cpu, parent), steps["linking"]
        step.wall, step.cpu, step.parent = now - before[0], max(cpu - before[1], 0.0), max(parent - before[2], 0.0)
        step.pss, step.private = max(step.pss, pss), max(step.private, private)
        if now >= next_sample:
            next_sample = now + 1
            line = {"articles": articles, "step": name, "wall": step.wall, "cpu": step.cpu, "parent": step.parent}
            samples.write(json.dumps(line | {"pss": pss, "private": private, "done": _done(last_line)}) + "\n")
            samples.flush()
        time.sleep(EVERY)


def _is_linking(said: Path) -> bool:
    """Return whether an import has come to its second phase, by its own record."""
    try:
        with sqlite3.connect(f"file:{said.parent}/a.sqlite3?mode=ro", uri=True, timeout=0.1) as connection:
            row = connection.execute("SELECT phase FROM corpus_importrun").fetchone()
    except sqlite3.Error:
        return False
    return row is not None and row[0] != "reading"


def _last_line(said: Path) -> str:
    with said.open("rb") as file:
        file.seek(max(0, said.stat().st_size - 200))
        lines = file.read().decode("utf-8", "replace").splitlines()
    return lines[-1] if lines else ""


def _done(line: str) -> int | None:
    found = _DONE.search(line)
    return int(found[1].replace(",", "")) if found else None


def _children(process: psutil.Process) -> list[psutil.Process]:
    children: list[psutil.Process] = []
    with suppress(psutil.Error):
        children = process.children(recursive=True)
    return children


def _python_threads(process: psutil.Process) -> dict[int, float]:
    """Processor seconds of the threads that share Python's lock; those of the engine have names of their own."""
    found = {}
    for thread in process.threads():
        try:
            name = Path(f"/proc/{process.pid}/task/{thread.id}/comm").read_text().strip()
        except OSError:
            continue  # it ended meanwhile
        if name.startswith("python"):
            found[thread.id] = thread.user_time + thread.system_time
    return found


def _memory(pid: int) -> tuple[float, float]:
    """PSS and what no file backs, in MB (Linux alone tells)."""
    found = dict(re.findall(r"^(\w+): +(\d+) kB$", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M))
    return int(found["Pss"]) / 1e3, int(found["Pss_Anon"]) / 1e3


def _say(articles: int, steps: dict[str, Step], folder: Path, dump: Path) -> None:
    for name, step in steps.items():
        each = step.cpu / articles * 1e6
        print(f"{articles:>9,} {name:8} {step.wall:>8.1f} {step.cpu:>8.1f} {step.parent:>8.1f} {each:>8.0f}", end="")
        print(f" {step.pss:>7.0f} {step.private:>7.0f}", flush=True)
    wall, cpu, parent = (sum(getattr(step, name) for step in steps.values()) for name in ("wall", "cpu", "parent"))
    sizes = {path.name: path.stat().st_size for path in (dump, folder / "a.sqlite3", folder / "out.db")}
    index = sum(path.stat().st_size for path in (folder / "index").rglob("*") if path.is_file())
    room = ", ".join(f"{name} {size / 1e6:,.0f} MB" for name, size in {**sizes, "index": index}.items())
    print(f"{articles:>9,} all      {wall:>8.1f} {cpu:>8.1f} {parent:>8.1f}; {room}", flush=True)
    shutil.rmtree(folder / "index", ignore_errors=True)


def _extrapolate(measured: dict[int, dict[str, Step]]) -> None:
    """Print what the English Wikipedia would take, by the cost of a page between the two largest sizes.

    What the parent does nobody shares: a step takes the parent's time, or that of all divided by the cores, whichever
    is longer.
    """
    *others, largest = sorted(measured)
    smaller = others[-1] if others else 0
    none = {name: Step() for name in STEPS}
    times = dict.fromkeys(CORES, 0.0)
    for name, step in measured[largest].items():
        before = measured.get(smaller, none)[name]
        cpu, parent = (
            max(after - earlier, 0.0) / (largest - smaller) * ENGLISH
            for after, earlier in ((step.cpu, before.cpu), (step.parent, before.parent))
        )
        for cores in CORES:
            times[cores] += max(parent, cpu / cores)
        print(f"{ENGLISH:>9,} {name:8} {cpu / 3600:.2f} h of processor time, {parent / 3600:.2f} h the parent's")
    for cores, seconds in times.items():
        print(f"{ENGLISH:>9,} {cores:2} cores: {seconds / 3600:.1f} h, by the curve from {smaller:,} to {largest:,}")


if __name__ == "__main__":
    main()
