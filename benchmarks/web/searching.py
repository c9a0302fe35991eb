"""What the evidence search takes beside the plain search: python -m benchmarks.web.searching PROJECT [--rounds 3]

Queries are the questions of AVeriTeC's dev set. Each is asked in turn of `search` (a page of 20 hits of the first web
corpus of the project) and of the evidence search (10 passages, cut off by a date, flagged domains looked up), so that
both feel the same load; the ratio of their times is what can be compared between machines. Times are by the clock, and
of the processor, which other people's work on the machine changes less.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median

import django


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project")
    parser.add_argument("--queries", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    measure(given.project, questions(given.shared, given.queries), given.rounds)


def questions(shared: Path, count: int) -> list[str]:
    """The first question of each claim."""
    claims = json.loads((shared / "averitec" / "dev.json").read_bytes())
    return [claim["questions"][0]["question"] for claim in claims if claim["questions"]][:count]


def measure(slug: str, queries: list[str], rounds: int) -> None:
    """Print median and 95th percentile of both, in milliseconds, and of their ratio."""
    from annotation.evidence.web.corpora import web_corpora
    from annotation.evidence.web.search import Wanted, search_evidence
    from annotation.projects.models import Project
    from search.api import search

    project = Project.objects.get(slug=slug)
    corpus = web_corpora(project)[0]
    ways: dict[str, Callable[[str], object]] = {
        "plain search": lambda text: search(corpus, text),
        "evidence": lambda text: search_evidence(project, Wanted(text=text, where="web")),
        "evidence before 2017": lambda text: search_evidence(
            project, Wanted(text=text, where="web", before=date(2016, 12, 31))
        ),
        "evidence before 2011": lambda text: search_evidence(
            project, Wanted(text=text, where="web", before=date(2010, 12, 31))
        ),
        "evidence of one site": lambda text: search_evidence(
            project, Wanted(text=text, where="web", domain="site7.in")
        ),
    }
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        for text in queries:
            for name, ask in ways.items():
                clock, processor = time.perf_counter(), time.process_time()
                ask(text)
                if number:  # the first round opens the index
                    taken[name].append((time.perf_counter() - clock, time.process_time() - processor))
    print(f"load {os.getloadavg()[0]:.1f}; milliseconds; ratio: median of a way to the median of the plain search")
    print(f"{'':22} {'clock: median':>14} {'p95':>6} {'ratio':>6} {'processor: median':>18} {'p95':>6} {'ratio':>6}")
    for name, times in taken.items():
        clock_ms, processor_ms = (
            _of(list(each), list(plain))
            for each, plain in zip(zip(*times, strict=True), zip(*taken["plain search"], strict=True), strict=True)
        )
        print(f"{name:22} {clock_ms:>28} {processor_ms:>32}")


def _of(times: list[float], plain: list[float]) -> str:
    """Median and 95th percentile in milliseconds, and the ratio of medians."""
    p95 = sorted(times)[int(0.95 * len(times))]
    return f"{1_000 * median(times):14.1f} {1_000 * p95:6.1f} {median(times) / median(plain):6.2f}"


if __name__ == "__main__":
    main()
