"""The official scorer of the `feverous` package, on whole files as `evaluate.py` reads them."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

HEADER = {"id": "", "label": "", "claim": "", "evidence": "", "annotator_operations": "", "challenge": ""}


def write_predictions(path: Path, rows: list[dict[str, Any]]) -> Path:
    """A prediction file with its placeholder line."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in [HEADER, *rows]), encoding="utf-8")
    return path


def prediction_row(evidence: list[list[str]], predicted: list[str], label: str = "SUPPORTS", said: str = "SUPPORTS"):
    """A gold row with a prediction, contexts left out: no scorer reads them."""
    return {
        "evidence": [{"content": one} for one in evidence],
        "label": label,
        "predicted_label": said,
        "predicted_evidence": predicted,
    }


def official_scores(path: Path) -> list[float] | None:
    """[strict, accuracy, precision, recall, F1]; None where the official scorer divides by zero."""
    pytest.importorskip("feverous", reason="the official package feverous==0.54 is not installed")
    evaluate = importlib.import_module("feverous.evaluation.evaluate")
    try:
        return evaluate.feverous_evaluation(str(path))
    except ZeroDivisionError:
        return None
