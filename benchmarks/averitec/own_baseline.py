"""python -m benchmarks.averitec own: our baseline's evidence for dev, beside the claim as question and answer."""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotation.averitec.submissions import Shape
from baseline.averitec.__main__ import submission
from baseline.scoring.averitec.report import averitec_report
from baseline.scoring.averitec.rows import paired
from baseline.scoring.averitec.scorers import SCORERS
from baseline.scoring.tables import as_json


def run(shared: Path) -> None:
    """Print a line a system. The pool is the answers of training claims; nothing but the claim is read of dev."""
    dev: list[dict[str, Any]] = json.loads((shared / "dev.json").read_text(encoding="utf-8"))
    with lzma.open(shared / "train.json.xz", "rt", encoding="utf-8") as file:
        training = json.load(file)
    claims = [("dev", {"claim_id": place, "claim": row["claim"]}) for place, row in enumerate(dev)]
    known = {row["claim"] for row in training}
    print(f"{sum(row['claim'] in known for row in dev)} dev claims are among the {len(training):,} training claims")
    notes: list[str] = []
    print(f"| evidence | Q only | QA | passes @.25 | score @.25 | yardstick: recall | precision |\n{'|---' * 7}|")
    once = [_row(number, row["claim"], 1) for number, (_where, row) in enumerate(claims)]
    ten = [_row(number, row["claim"], 10) for number, (_where, row) in enumerate(claims)]
    _print("claim as question and answer", dev, once)
    _print("the same ten times", dev, ten)
    _print("our baseline", dev, list(submission(claims, training, None, (), notes)))
    print("\n".join(dict.fromkeys(notes)))


def _row(number: int, claim: str, times: int) -> dict[str, Any]:
    return {
        "claim_id": number, "claim": claim, "pred_label": "Refuted",
        "evidence": [{"question": claim, "answer": claim}] * times,
    }  # fmt: skip


def _print(title: str, gold: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]]) -> None:
    pairs = paired([("", row) for row in gold], [("", row) for row in rows])
    tables: Any = as_json(averitec_report(pairs, SCORERS[Shape.TASK_2024]))["tables"]
    values = {row["name"]: row["values"] for table in tables for row in table["rows"]}
    cells = [
        values["Questions alone"]["predicted"], values["Questions and answers"]["predicted"],
        values["@0.25"]["evidence passes"], values["@0.25"]["score"],
        values["Yardstick: recall"]["predicted"], values["Yardstick: precision"]["predicted"],
    ]  # fmt: skip
    print(
        f"| {title} | "
        + " | ".join(f"{one['value']:.3f} ({one['low']:.3f} to {one['high']:.3f})" for one in cells)
        + " |"
    )
