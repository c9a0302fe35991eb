"""The tables of M-ReRank (Malviya and Katsigiannis) for a prediction file: what each stage gains, and what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from annotation.release.record import CHALLENGES
from baseline.candidates import KINDS, Kind
from baseline.scoring.budgets import budget_parts, budget_table
from baseline.scoring.error_sources import SOURCES, VERDICT, name_of, source_parts
from baseline.scoring.intervals import Estimate
from baseline.scoring.measures import Parts, derived
from baseline.scoring.predictions import Prediction, as_said
from baseline.scoring.report import scores_of, system_table
from baseline.scoring.scores import Scores
from baseline.scoring.stage_results import ClaimResult, Ranks, hits, ranks_after, stage_names
from baseline.scoring.tables import Table, Unit, exactly

DEPTHS: Mapping[Kind, tuple[int, ...]] = {
    "pages": (150, 100, 20, 5, 3, 1),
    "sentences": (150, 100, 20, 5, 3),
    "tables": (150, 100, 20, 5, 3, 1),
    "cells": (25, 15, 5),
}
# Depths at which claims are counted that have all their gold pieces.
WHOLE: Mapping[Kind, tuple[int, ...]] = {"pages": (5, 1), "sentences": (5,), "tables": (3, 1), "cells": (25, 5)}
KEPT: Mapping[Kind, int] = {"pages": 5, "sentences": 5, "tables": 5, "cells": 25}  # what goes on
TITLES: Mapping[Kind, str] = {
    "pages": "Pages by stage (Table 3)",
    "sentences": "Sentences by stage (Table 4)",
    "tables": "Tables and lists by stage (Table 5)",
    "cells": "Cells by stage",
}
PREDICTED = "as predicted"  # in the place of stages, where the file has none
Names = Mapping[Kind, Sequence[str]]
Found = Mapping[str, Estimate]


def stage_scores_of(
    predictions: Sequence[Prediction], results: Sequence[ClaimResult], thresholds: Sequence[float] = ()
) -> Scores:
    """What each claim adds to these tables. `results` are of the same claims, in their order."""
    predictions = as_said(predictions)
    names = {kind: [*some] or [PREDICTED] for kind, some in stage_names(results).items()}
    whole = scores_of(predictions)
    parts = [
        {
            **own,
            **_format_parts(result),
            **_stage_parts(result, names),
            **budget_parts(prediction, result.last_cells, thresholds),
            **source_parts(prediction),
        }
        for own, prediction, result in zip(whole.parts, predictions, results, strict=True)
    ]
    claims = Counter(one.challenge for one in predictions)
    has_evidence = "recall" not in whole.unsaid
    return Scores(
        predictions=predictions,
        parts=parts,
        derive=derived,
        unsaid=whole.unsaid | (frozenset() if has_evidence else frozenset(map(name_of, SOURCES))),
        fixed=_percentiles(results, names),
        build=lambda found: (
            _formats(found),
            replace(system_table(found), title="Scores (Table 2)"),
            *(table for kind in KINDS for table in _stages(kind, found, names[kind])),
            _times(found, names),
            budget_table(found, thresholds),
            _sources(found),
            _challenges(found, claims),
        ),
    )


# --- Recall by format ------------------------------------------------------------------------------------------------


def _format_parts(result: ClaimResult) -> Parts:
    """What was kept of each kind: the share of the claim's gold, and whether it is all."""
    parts: Parts = {}
    for kind, depth in KEPT.items():
        ranks, gold = result.kept[kind], result.gold[kind]
        if ranks is not None and gold:
            parts[f"kept {kind}"] = (hits(ranks, depth) / gold, 1.0)
            parts[f"all kept {kind}"] = (float(hits(ranks, depth) == gold), 1.0)
    return parts


def _formats(found: Found) -> Table:
    columns = ("Page", "Sentence", "Table", "Cell", "Evidence")
    share = (*(found.get(f"kept {kind}") for kind in KINDS), None)
    whole = (*(found.get(f"all kept {kind}") for kind in KINDS), found.get("recall"))
    note = (
        "Among the 5 pages, 5 sentences, 5 tables and lists and 25 cells that were kept, in claims that have such gold."
    )
    rows = (("Share of a claim's gold", share), ("Claims with all of it", whole))
    return Table("Recall by format (Table 1)", note, columns, rows)


# --- By stage --------------------------------------------------------------------------------------------------------


def _stage_parts(result: ClaimResult, names: Names) -> Parts:
    parts: Parts = {}
    for kind in KINDS:
        gold = result.gold[kind]
        if names[kind] == [PREDICTED]:
            ranks = result.kept[kind]
            after = [] if ranks is None else [ranks]
        else:
            after = ranks_after(result, kind, names[kind])
            for one in result.stages[kind]:
                parts[_time_name(kind, one.stage)] = (one.milliseconds, 1.0)
            parts[_time_name(kind)] = (sum(one.milliseconds for one in result.stages[kind]), 1.0)
        if not gold or not after:
            continue
        columns = [_reached(kind, ranks, gold) for ranks in after]
        for name, values in zip(names[kind], columns, strict=True):
            parts |= {_name(kind, name, column): (value, 1.0) for column, value in values.items()}
        steps = [*zip(names[kind][1:], pairwise(columns), strict=True)]
        if len(columns) > 2:
            steps.append((_all_stages(names[kind]), (columns[0], columns[-1])))
        for name, (before, now) in steps:
            parts |= {_name(kind, f"gain of {name}", one): (now[one] - before[one], 1.0) for one in now}
    return parts


def _reached(kind: Kind, ranks: Ranks, gold: int) -> dict[str, float]:
    """Column -> its value for a claim."""
    shares = {f"@{depth}": hits(ranks, depth) / gold for depth in DEPTHS[kind]}
    return shares | {f"all @{depth}": float(hits(ranks, depth) == gold) for depth in WHOLE[kind]}


def _stages(kind: Kind, found: Found, names: Sequence[str]) -> Iterator[Table]:
    """Recall after each stage, and what each has more than the one before."""
    columns = (*(f"@{depth}" for depth in DEPTHS[kind]), *(f"all @{depth}" for depth in WHOLE[kind]))
    known = tuple(one for one in columns if names != [PREDICTED] or int(one.rpartition("@")[2]) <= KEPT[kind])
    rows = [(name, tuple(found.get(_name(kind, name, one)) for one in known)) for name in names]
    note = "The share of a claim's gold among the first so many; all: how many claims have all of it."
    told = tuple(row for row in rows if any(row[1]))
    yield Table(TITLES[kind], note, known, told)
    after = [*names[1:], *([_all_stages(names)] if len(names) > 2 else [])]
    gains = [(name, tuple(found.get(_name(kind, f"gain of {name}", one)) for one in known)) for name in after]
    note = "In points, with the paired interval over claims. A stage whose interval holds 0 is not shown to help."
    units = dict.fromkeys(known, Unit.DIFFERENCE)
    yield Table(f"{TITLES[kind]}: gain over the stage before", note, known, tuple(g for g in gains if any(g[1])), units)


def _name(kind: Kind, stage: str, column: str) -> str:
    return f"{kind} after {stage} {column}"


def _all_stages(names: Sequence[str]) -> str:
    return f"all over {names[0]}"


# --- Times -----------------------------------------------------------------------------------------------------------


def _time_name(kind: Kind, stage: str = "") -> str:
    return f"milliseconds {kind} {stage}"


def _percentiles(results: Sequence[ClaimResult], names: Names) -> dict[str, Estimate]:
    """Median and 95th percentile of each stage over the claims it ran for."""
    found: dict[str, Estimate] = {}
    for kind in KINDS:
        for name in names[kind]:
            spent = [one.milliseconds for each in results for one in each.stages[kind] if one.stage == name]
            for share in (50, 95) if spent else ():
                value = float(np.percentile(spent, share))
                found[f"p{share} {_time_name(kind, name)}"] = exactly(value, len(spent))
    return found


def _times(found: Found, names: Names) -> Table:
    rows = []
    for kind in KINDS:
        of_kind = [(f"{kind}: {name}", _time_name(kind, name)) for name in names[kind]]
        for label, name in (*of_kind, *([(f"{kind}: all stages", _time_name(kind))] if len(of_kind) > 1 else [])):
            if name in found:
                rows.append((label, (found[name], found.get(f"p50 {name}"), found.get(f"p95 {name}"))))
    note = "Milliseconds a claim by the clock, where the predictions were made."
    columns = ("mean", "median", "p95")
    return Table("Times (Table 7)", note, columns, tuple(rows), dict.fromkeys(columns, Unit.NUMBER))


# --- Errors ----------------------------------------------------------------------------------------------------------


def _sources(found: Found) -> Table:
    rows = tuple((label, (found[name],)) for one, label in _told_sources(found) if (name := name_of(one)) in found)
    note = "Each claim with gold evidence once, by the gold set that misses least; a missed page goes before the rest."
    return Table("Errors by source (Figure 4)", note, ("",), rows)


def _challenges(found: Found, claims: Mapping[str, int]) -> Table:
    sources = _told_sources(found)
    rows = tuple(
        (f"{one} ({claims[one]:,})", tuple(found.get(name_of(source, f" | {one}")) for source, _label in sources))
        for one in CHALLENGES
        if claims[one]
    )
    columns = tuple(label for _source, label in sources)
    return Table("Errors by challenge (Figure 5)", "", columns, tuple(row for row in rows if any(row[1])))


def _told_sources(found: Found) -> list[tuple[str, str]]:
    """The sources with their labels; no wrong verdict where no verdict is predicted."""
    return [(one, label) for one, label in SOURCES.items() if one != VERDICT or "score" in found]
