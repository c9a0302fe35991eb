"""The table of Ev2R: recall and precision of atomic facts, with the model and the prompt that gave them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from baseline.models import NoModel
from baseline.scoring.averitec.ev2r import NOT_SET_UP, PROMPT, FactScore, Judge
from baseline.scoring.intervals import estimates
from baseline.scoring.tables import Table

AT_ONCE = 4  # requests
THRESHOLD = 0.5  # of the recall, in the task of 2025


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim's evidence strings, predicted and gold, and whether its label is right."""

    predicted: Sequence[str]
    gold: Sequence[str]
    is_right: bool


def ev2r_table(claims: Sequence[Judged], judge: Judge | None, *, resamples: int, seed: int) -> Table:
    """Ask the model about every claim. Raises NoModel where it does not answer for the first one with evidence.

    Later claims that it gave no usable answer for are left out and counted in the note.
    """
    if judge is None:
        return Table(f"Ev2R: {NOT_SET_UP}.", "", ("",), ())
    first = next((claim for claim in claims if claim.predicted), claims[0])
    judge.judged(first.predicted, first.gold)  # a service that is away is not waited for once a claim
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda claim: _judged(judge, claim), claims))
    scores = [(claim, one) for claim, one in zip(claims, found, strict=True) if isinstance(one, FactScore)]
    failed = [one for one in found if isinstance(one, NoModel)]
    parts = [
        {
            "Recall of facts": (one.recall, 1.0),
            "Precision of facts": (one.precision, 1.0),
            f"Label right, recall at least {THRESHOLD}": (float(one.recall >= THRESHOLD and claim.is_right), 1.0),
        }
        for claim, one in scores
    ]
    values = estimates(parts, lambda _ratios: {}, resamples=resamples, seed=seed)
    left_out = f" {len(failed):,} claims are left out: {failed[0]}" if failed else ""
    return Table(
        f"Ev2R: atomic facts judged by {judge.model} at {judge.service.url}; not on one scale with METEOR",
        f"{len(scores):,} claims.{left_out} Prompt: {PROMPT}",
        ("predicted",),
        tuple((name, (values[name],)) for name in parts[0]),
    )


def _judged(judge: Judge, claim: Judged) -> FactScore | NoModel:
    try:
        return judge.judged(claim.predicted, claim.gold)
    except NoModel as error:
        return error
