"""python -m tests.baseline.official_comparison [--random N] [--malformed N]: our scores beside the official ones, file
by file. Ends with 1 at the first file that differs."""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from baseline.scoring.intervals import estimates
from baseline.scoring.measures import derived, measured
from baseline.scoring.predictions import Prediction, read_predictions
from tests.baseline.official import official_scores, prediction_row, write_predictions

ROWS = 10  # of a file
MALFORMED = (
    "P_sentence",
    "P_sentence_x",
    "P_sentence_0_1",
    "P_cell_0_1",
    "P_cell",
    "P_header_cell_0",
    "P_table_caption",
    "P_item_",
    "P_picture_3",
    "_sentence_0",
    "P__0",
    "P_title_",
    "P_sentence_00",
    "A header_cell_0_0_1",
)


def scores(rows: list[Prediction]) -> list[float]:
    """Score, accuracy, precision, recall and F1, as the official scorer gives them."""
    found = estimates([measured(row) for row in rows], derived, resamples=0)
    return [found[name].value for name in ("score", "accuracy", "precision", "recall", "f1")]


def own_scores(path: Path, **reading: Any) -> list[float]:
    """`scores` of a file."""
    with path.open(encoding="utf-8") as lines:
        return scores(read_predictions(lines, **reading))


def random_row(rng: random.Random) -> dict[str, Any]:
    """A gold row with a prediction of elements of the same pages."""
    pages = ["P", "É", "A.b (c)"]
    pool = [
        f"{page}_{kind}"
        for page in pages[: rng.randint(1, 3)]
        for kind in (
            *(f"sentence_{i}" for i in range(rng.randint(1, 4))),
            *(f"cell_0_{r}_{c}" for r in range(rng.randint(1, 8)) for c in range(4)),
            "header_cell_0_0_1",
            "table_caption_0",
            "item_0_3",
            "section_0",
            "title",
        )
    ]
    evidence = [rng.choices(pool, k=rng.choice([0, 1, 1, 1, 2, 3, 7])) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    predicted = rng.choices(pool, k=rng.choice([0, 1, 3, 8, 40]))
    if evidence and rng.random() < 0.5:
        predicted += rng.choice(evidence)
        rng.shuffle(predicted)
    labels = ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
    return prediction_row(evidence, predicted, rng.choice(labels), rng.choice([*labels, "supports"]))


def malformed_row(rng: random.Random) -> dict[str, Any]:
    """A random row with malformed ids among its predictions, and at times a label there is none of."""
    row = random_row(rng)
    row["predicted_evidence"] += rng.choices(MALFORMED, k=rng.randint(1, 6))
    rng.shuffle(row["predicted_evidence"])
    if rng.random() < 0.1:
        row["predicted_label"] = "MAYBE"
    return row


def compared(folder: Path, files: int, row_of: Callable[[random.Random], dict[str, Any]], seed: int) -> tuple[int, int]:
    """(files that both scored, malformed parts of all files). The official scorer stops at files with nothing right.

    Raises AssertionError, naming the file, at the first that differs.
    """
    rng = random.Random(seed)
    both, parts = 0, 0
    path = folder / "predictions.jsonl"
    for number in range(files):
        write_predictions(path, [row_of(rng) for _ in range(ROWS)])
        malformed: list[str] = []
        own = own_scores(path, malformed=malformed)
        with contextlib.redirect_stdout(io.StringIO()):  # the official scorer prints
            official = official_scores(path)
        if official is not None:
            both += 1
            assert own == pytest.approx(official, abs=1e-12), f"file {number} of seed {seed}"
        parts += len(malformed)
    return both, parts


def main() -> None:
    """Compare, and print how many files were."""
    parser = argparse.ArgumentParser(prog="python -m tests.baseline.official_comparison")
    parser.add_argument("--random", type=int, default=10_000)
    parser.add_argument("--malformed", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, files, row_of, seed in (
            ("random", options.random, random_row, 54),
            ("malformed", options.malformed, malformed_row, 8),
        ):
            both, parts = compared(Path(folder), files, row_of, seed)
            sys.stdout.write(
                f"{name}: {files:,} files, {both:,} scored by both, all equal; {parts:,} malformed parts\n"
            )


if __name__ == "__main__":
    main()
