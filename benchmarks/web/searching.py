"""What the evidence search takes beside the plain search: python -m benchmarks.web.searching PROJECT [--rounds 3]

Queries are the questions of AVeriTeC's dev set. Each is asked in turn of `search` (a page of 20 hits of the first web
corpus of the project) and of the evidence search (10 passages, cut off by a date, flagged domains looked up), so that
both feel the same load; the ratio of their times is what can be compared between machines.
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
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        for text in queries:
            for name, ask in ways.items():
                begun = time.perf_counter()
                ask(text)
                if number:  # the first round opens the index
                    taken[name].append(1_000 * (time.perf_counter() - begun))
    plain = taken["plain search"]
    for name, times in taken.items():
        ratios = sorted(one / other for one, other in zip(times, plain, strict=True))
        print(
            f"{name:22} median {median(times):6.1f} ms  p95 {_percentile(times):6.1f} ms"
            f"  ratio to plain: median {median(ratios):.2f}  p95 to p95 {_percentile(times) / _percentile(plain):.2f}"
        )


def _percentile(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


if __name__ == "__main__":
    main()
