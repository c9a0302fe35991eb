"""P@1 and success rate at k by the rule of KILT (`eval_retrieval --rank_keys url`; Petroni et al. 2021).

The rank of a document is that of its best passage: passages of an address that came before are left out. Each output
of a gold row is a set of addresses, which counts once all are found, at the place of the last. P@1: the first document
is one; SR@k: one is among the first k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotation.quality.agreement.bootstrap import Row, estimate, ratio
from annotation.quality.agreement.result import Result
from baseline.citations.wafer.rows import Report, WaferRow, read_rows, row_of

FEATURED, OTHERS, MICRO = "featured", "others", "micro"
KS = (100, 200)

Document = Callable[[str], str]  # what stands for an address where addresses are compared


@dataclass(slots=True)
class Evaluation:
    """Numbers 0 to 1 by group and name ("P@1", "SR@100") with intervals over rows, and the rows of each group.

    `without_prediction` and `without_provenance` are rows that count as not found; `unknown`: predictions for no row.
    """

    values: dict[str, dict[str, Result]] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    without_prediction: int = 0
    without_provenance: int = 0
    unknown: int = 0


def prediction_of(gold: WaferRow, passages: Sequence[Mapping[str, Any]]) -> WaferRow:
    """A row of a prediction file: the gold row with ranked passages ({url, score, ...}), its answers behind them."""
    answers = [{"answer": one["answer"]} for one in gold.data["output"]]
    return row_of({**gold.data, "output": [{"provenance": [*passages]}, *answers]})


def read_predictions(path: Path, report: Report, document: Document = str.strip) -> dict[str, list[str]]:
    """The documents that are predicted for each row (`WaferRow.key`), best first: addresses of the first output."""
    return {row.key: documents(row.data["output"][0], document) for row in read_rows(path, report, predicted=True)}


def documents(output: Mapping[str, Any], document: Document = str.strip) -> list[str]:
    """What stands for the addresses of an output's passages, each at its best place."""
    return list(dict.fromkeys(document(one["url"]) for one in output.get("provenance") or ()))


def ranked(gold: WaferRow, predicted: Sequence[str], document: Document = str.strip) -> list[bool]:
    """KILT's rank: for each place whether the last document of an output stands there.

    A document of an output that is not yet complete has a place only until the next one of that output comes.
    """
    missing: list[set[str]] = []
    for output in gold.data["output"]:
        if (wanted := set(documents(output, document))) not in missing:
            missing.append(wanted)
    rank: list[tuple[bool, int]] = []
    for url in predicted:
        having = [place for place, wanted in enumerate(missing) if url in wanted]
        for place in having:
            if (False, place) in rank:
                rank.remove((False, place))
            missing[place].remove(url)
            rank.append((not missing[place], place))
        if not having:
            rank.append((False, -1))
    return [found for found, _ in rank]


def evaluate(
    gold: Iterable[WaferRow],
    predictions: dict[str, list[str]],
    ks: Sequence[int] = KS,
    document: Document = str.strip,
) -> Evaluation:
    """Score predictions, read with the same `document`, for all gold rows.

    Memory holds the predictions, of the gold one row at a time.
    """
    found = Evaluation()
    firsts = {"P@1": 1, **{f"SR@{k}": k for k in ks}}
    hits: dict[str, dict[str, Counter[Row]]] = {
        group: {name: Counter() for name in firsts} for group in (FEATURED, OTHERS, MICRO)
    }
    used = 0
    for row in gold:
        predicted = predictions.get(row.key)
        used += predicted is not None
        found.without_prediction += predicted is None
        found.without_provenance += not any(one["provenance"] for one in row.data["output"])
        rank = ranked(row, predicted or (), document)
        for group in (FEATURED if row.is_featured else OTHERS, MICRO):
            for name, k in firsts.items():
                hits[group][name][float(any(rank[:k])), 1.0] += 1
    found.unknown = len(predictions) - used
    for group, counters in hits.items():
        found.rows[group] = counters["P@1"].total()
        found.values[group] = {name: estimate(counter, ratio) for name, counter in counters.items()}
    return found
