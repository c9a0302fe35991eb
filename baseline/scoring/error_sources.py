"""Where a claim goes wrong first: a page, a sentence, a table or cell that was missed, or the verdict (Figure 4).

Of alternative gold sets the one counts of which the fewest pieces are missing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from baseline.scoring.feverous import is_cell, truncated
from baseline.scoring.measures import Parts, holder_id
from baseline.scoring.predictions import Prediction
from corpus.page.element_id import parse

PAGE, SENTENCE, TABLE, CELL, BOTH, VERDICT, RIGHT = (
    "page", "sentence", "table", "cell", "sentence and cell", "verdict", "right",
)  # fmt: skip
SOURCES = {
    PAGE: "Page missed",
    SENTENCE: "Sentence missed",
    TABLE: "Table missed",
    CELL: "Cell missed",
    BOTH: "Sentence and cell missed",
    VERDICT: "Wrong verdict",
    RIGHT: "Complete",
}
_PREFIX = "source"


def source_of(prediction: Prediction) -> str | None:
    """One of SOURCES; None where the claim has no gold evidence. Without a label there is no wrong verdict."""
    judged = prediction.judged
    if not judged.evidence:
        return None
    found = {*truncated(judged.predicted_evidence)}
    missing = min(([*{*one} - found] for one in judged.evidence), key=len)
    if missing:
        return _missed(missing, prediction)
    is_right = not judged.predicted_label or judged.predicted_label.upper() == judged.label.upper()
    return RIGHT if is_right else VERDICT


def source_parts(prediction: Prediction) -> Parts:
    """A share for each source, over all claims and over those of the claim's challenge."""
    source = source_of(prediction)
    if source is None:
        return {}
    challenges = ("", f" | {prediction.challenge}") if prediction.challenge else ("",)
    return {name_of(one, challenge): (float(one == source), 1.0) for challenge in challenges for one in SOURCES}


def name_of(source: str, challenge: str = "") -> str:
    """Name of the number; `challenge` begins with " | " where it is of one."""
    return f"{_PREFIX} {source}{challenge}"


def _missed(missing: Sequence[str], prediction: Prediction) -> str:
    pages, tables = prediction.pages, prediction.tables
    if pages is not None and not {parse(one).page for one in missing} <= {*pages}:
        return PAGE
    cells = [one for one in missing if is_cell(one)]
    if len(cells) < len(missing):
        return BOTH if cells else SENTENCE
    return TABLE if tables is not None and not _holders(cells) <= {*tables} else CELL


def _holders(cells: Collection[str]) -> set[str]:
    return {holder for one in cells if (holder := holder_id(one))}
