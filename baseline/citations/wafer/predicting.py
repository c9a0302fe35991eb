"""Predictions for WAFER rows: the pages that a search finds for each claim, best first, with their best passages.

The order is that of `ranking`; with a verifier the first `read` pages are put in the order of its score. A prediction
file that was interrupted goes on behind its last whole line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from baseline.citations.claim import Claim, Verifier
from baseline.citations.retrieval import READ, Candidate, Search, candidates, ordered
from baseline.citations.wafer.inputs import claim_of
from baseline.citations.wafer.rows import Report, WaferRow, read_rows
from baseline.scoring.wafer import prediction_of
from search.passages import CountedPassage

MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictor:
    """`most`: pages predicted for a row. `texts`: with the text of their passages."""

    search: Search
    verifier: Verifier | None = None
    read: int = READ
    most: int = MOST
    texts: bool = False

    def passages(self, claim: Claim) -> list[dict[str, Any]]:
        """One of each page, best first. `score`: the verifier's, of the pages that it read, or else of the order."""
        found = sorted(ordered(claim, self.search, candidates(claim, self.search)), key=lambda one: -one[1].score)
        if self.verifier is None:
            return [self._passage(page, each.passages[each.best], each.score) for page, each in found[: self.most]]
        read = []
        for page, each in found[: self.read]:
            checked = self.verifier.verify(claim, [one.text for one in each.passages])
            read.append((checked.score, page, each.passages[checked.passage]))
        read.sort(key=lambda one: -one[0])
        rest = [self._passage(page, each.passages[each.best]) for page, each in found[self.read :]]
        return [*(self._passage(page, passage, score) for score, page, passage in read), *rest][: self.most]

    def _passage(self, page: Candidate, passage: CountedPassage, score: float | None = None) -> dict[str, Any]:
        return {
            "url": page.url,
            "chunk_id": passage.element,
            **({"text": passage.text} if self.texts else {}),
            **({} if score is None else {"score": round(score, 6)}),
        }


def predict(
    gold: Path, out: Path, predictor: Predictor, settings: str, report: Report, progress: Callable[[int], None]
) -> int:
    """Write a prediction for each good row; returns how many. `settings` names all that a prediction depends on.

    The file appears when it is complete. Until then a neighbour has what is done.
    """
    stat = gold.stat()
    named = hashlib.sha256(f"{settings} {gold.resolve()} {stat.st_size} {stat.st_mtime_ns}".encode()).hexdigest()[:12]
    part = out.with_name(f".{out.name}.{named}.part")
    done = _whole_lines(part)
    with part.open("ab") as file:
        for row in islice(read_rows(gold, report), done, None):
            file.write(_prediction(row, predictor).raw)
            done += 1
            progress(done)
    part.replace(out)
    return done


def _prediction(row: WaferRow, predictor: Predictor) -> WaferRow:
    return prediction_of(row, predictor.passages(claim_of(row.data["input"])))


def _whole_lines(part: Path) -> int:
    """How many there are; what was cut off behind them is taken away."""
    lines = size = 0
    if part.exists():
        with part.open("rb+") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                lines, size = lines + 1, size + len(line)
            file.truncate(size)
    return lines
