"""`python -m benchmarks.citations groups`: what a cross-encoder learns from, as rows of WAFER.

The 374 claims of `wice_train_spans` and the tuned halves of both sets, as far as people found them supported or partly
so. "negative" has the likeliest passage of the cited page's other sentences, where a set says which support the claim;
the training retrieves the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from baseline.citations.query import MARK, SEPARATOR
from baseline.citations.verify import lexical_verifier
from benchmarks.citations.data import Case, side, wice_dev, wice_train, windows
from benchmarks.citations.retrieval import FOLDER


def run() -> None:
    """Write the rows, and print where they are."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / "groups.jsonl"
    rows = [*_rows()]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    print(f"{path}: {len(rows)} rows")


def _rows() -> Iterator[dict[str, Any]]:
    tuned = (case for case in (*side(), *wice_dev()) if case.is_for_tuning and not case.fails)
    for case in (*wice_train(), *tuned):
        claim = case.claim
        parts = (claim.title, " ".join(claim.sections), f"{' '.join(claim.before)} {claim.text} {MARK}".strip())
        url = f"https://{case.id}.example/"
        provenance = [{"url": url, "text": text} for text in case.passages]
        output = [{"answer": url, "provenance": provenance}]
        yield {"id": case.id, "input": f" {SEPARATOR} ".join(parts), "output": output, "negative": _negative(case)}


def _negative(case: Case) -> list[str]:
    """At most one passage."""
    supporting = frozenset().union(*case.supporting)
    rest = windows(" ".join(text for at, text in enumerate(case.sentences) if at not in supporting).split())
    if not supporting or not rest[0]:
        return []
    return [rest[lexical_verifier().verify(case.claim, rest).passage]]
