"""Verdicts of small trained models over tables: InfoTabS, SEM-TAB-FACTS, and TabFact where its statements are.

Beside each: the commonest label, TF-IDF of the claim alone, and a model that sees the claim only. What these have right
is given away by how the claims were written, not judged by evidence: a model that is not above them is worthless.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from annotation.quality.agreement.bootstrap import Array, Row, interval_of, resampled_sums
from annotation.quality.agreement.result import Interval
from annotation.release.record import LABELS, Record
from baseline.arguments import read_pages
from baseline.models import open_model
from baseline.source import Source
from baseline.training.data import read_rows
from baseline.training.tfidf import claim_only_labels
from baseline.training.verdicts import label_scores
from baseline.verdict.classify import evidence_text, label_chances, outputs_of
from baseline.verdict.linearise import pieces
from benchmarks.baseline.rows import Statement, write_set
from benchmarks.baseline.statements import infotabs, semtabfacts, tabfact
from benchmarks.baseline.training import Turn, trained

LENGTH = 96  # tokens; of the inputs of InfoTabS nine in ten are shorter
HYPER = ["--rate", "2e-4", "--warmup", "0.1", "--batch", "32", "--length", str(LENGTH), "--by-length"]
HYPER += ["--evaluate-every", "130", "--patience", "9"]
DEV = 600  # statements that verdicts are stopped by
SEMTABFACTS_TRAIN = "train_manual_v1.3.2.zip"
RESAMPLES = 2_000

Judged = tuple[str, str, str]  # table, gold label, predicted label
Parts = Mapping[str, Callable[[], list[Statement]]]


@dataclass(frozen=True, slots=True)
class Set:
    """A public set: the epochs that both models are trained for, and its parts "train", "dev", by which training
    stops, and "test", which is reported."""

    name: str
    epochs: int
    parts: Parts


def sets(limit: int, tabfact_folder: Path | None) -> list[Set]:
    """What there is to learn from; `limit` statements of each training part (0: all)."""
    found = [
        Set("InfoTabS alpha1", 1, {
            "train": lambda: infotabs("train", limit),
            "dev": lambda: infotabs("dev", DEV),
            "test": lambda: infotabs("test_alpha1"),
        }),
        Set("SEM-TAB-FACTS dev", 1, {
            "train": lambda: semtabfacts(SEMTABFACTS_TRAIN, limit, tenth=False),
            "dev": lambda: semtabfacts(SEMTABFACTS_TRAIN, DEV, tenth=True),
            "test": lambda: semtabfacts("dev_v1.1.zip"),
        }),
    ]  # fmt: skip
    if tabfact_folder is None:
        print("TabFact: its statements are not among the shared data. Clone its repository and name it: --tabfact")
        return found
    folder = tabfact_folder
    return [*found, Set("TabFact test", 1, {
        "train": lambda: tabfact(folder, "train", limit),
        "dev": lambda: tabfact(folder, "val", DEV),
        "test": lambda: tabfact(folder, "test"),
    })]  # fmt: skip


def train_verdicts(turn: Turn, chosen: Sequence[Set]) -> None:
    """Train both models of each set, and print what they reach on the part that neither training nor stopping saw."""
    print(f"{'':42} {'n':>6}  {'accuracy':<17} {'macro F1':<17} F1 of {', '.join(LABELS)}")
    for one in chosen:
        place = turn.folder / "verdicts" / f"{one.name.lower().replace(' ', '-')}-{turn.limit or 'all'}"
        if not (place / "pages.jsonl").is_file():
            write_set(place, **{part: read() for part, read in one.parts.items()})
        test, source = read_rows(place / "test.jsonl"), read_pages(place / "pages.jsonl")
        learned = [(row.claim, row.label) for row in read_rows(place / "train.jsonl")]
        commonest = Counter(label for _, label in learned).most_common(1)[0][0]
        show(f"{one.name}: always {commonest}", [(table_of(row), row.label, commonest) for row in test])
        words = claim_only_labels(learned, [row.claim for row in test])
        found = {
            "TF-IDF, claim only": [(table_of(row), row.label, said) for row, said in zip(test, words, strict=True)]
        }
        show(f"{one.name}: TF-IDF, claim only", found["TF-IDF, claim only"])
        for shown, more in (("claim only", ["--claim-only"]), ("claim and evidence", [])):
            weights = place / f"model-{shown.replace(' ', '-')}"
            given = [*HYPER, "--epochs", str(one.epochs), *more]
            trained("verdicts", place, weights, turn, [*given, *(["--half-on-cpu"] if turn.half else [])])
            found[shown] = judged(weights, test, source, claim_only=bool(more))
            show(f"{one.name}: {shown}", found[shown])
        with_evidence = found.pop("claim and evidence")
        for shown, rows in found.items():
            print(f"  {worth(shown, rows, with_evidence)}", flush=True)


def judged(weights: Path, test: Sequence[Record], source: Source, *, claim_only: bool) -> list[Judged]:
    """Each statement's table, label and verdict."""
    opened = open_model(str(weights), "SequenceClassification", outputs=len(LABELS))
    names, pairs = outputs_of(opened), []
    for row in test:
        text = evidence_text(opened.tokenizer, pieces(row.evidence[0].content if row.evidence else (), source))
        pairs.append((row.claim, "" if claim_only else text))
    chances = label_chances(opened, pairs, LENGTH, 32)
    return [
        (table_of(row), row.label, names[max(range(len(names)), key=one.__getitem__)])
        for row, one in zip(test, chances, strict=True)
    ]


def table_of(row: Record) -> str:
    """What a statement's table is called: the page of its evidence."""
    return row.evidence[0].content[0].split("_")[0] if row.evidence else f"without evidence {row.id}"


def intervals(rows: Sequence[Judged], resamples: int = RESAMPLES, seed: int = 0) -> dict[str, tuple[float, float]]:
    """95 % of each score of `label_scores`: a percentile bootstrap over tables, whose statements are written by the
    same people about the same facts and are no independent draws (Efron and Tibshirani 1993, chapters 8 and 13)."""
    tables: dict[str, list[Judged]] = {}
    for row in rows:
        tables.setdefault(row[0], []).append(row)
    kinds = Counter(
        tuple(float(sum(column)) for column in zip(*map(_counts, some), strict=True)) for some in tables.values()
    )
    drawn = _scores(resampled_sums(kinds, resamples, seed))
    known = label_scores([(gold, predicted) for _, gold, predicted in rows])
    return {name: _ends(drawn[name]) for name in known}


def worth(name: str, claim_only: Sequence[Judged], with_evidence: Sequence[Judged]) -> str:
    """A sentence: the difference in accuracy of two verdicts on the same statements, 95 % of a paired bootstrap over
    tables, and whether evidence is worth anything."""
    tables: dict[str, list[float]] = {}
    for (table, gold, said), (_, _, other) in zip(claim_only, with_evidence, strict=True):
        of_table = tables.setdefault(table, [0.0, 0.0])
        of_table[0] += float(gold == other) - float(gold == said)
        of_table[1] += 1
    drawn = resampled_sums(Counter(tuple(row) for row in tables.values()), RESAMPLES, 0)
    low, high = _ends(drawn[:, 0] / drawn[:, 1])
    difference, statements = map(sum, zip(*tables.values(), strict=True))
    points = "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * one for one in (difference / statements, low, high)))
    return f"claim and evidence - {name}: {points}" + ("" if low > 0 else ": not above it, so worthless as a verdict")


def _counts(row: Judged) -> Row:
    """(right, 1), then for each label: hits, predictions and gold labels."""
    _table, gold, predicted = row
    of_labels = ((gold == one == predicted, predicted == one, gold == one) for one in LABELS)
    return (float(gold == predicted), 1.0, *(float(one) for some in of_labels for one in some))


def _scores(sums: Array) -> dict[str, Array]:
    """`label_scores` of each row of sums of `_counts`; NaN where a label is gold nowhere."""
    hits, predicted, gold = (sums[:, 2 + place :: 3] for place in range(3))
    f1 = np.divide(2 * hits, predicted + gold, out=np.full(gold.shape, np.nan), where=gold > 0)
    occurring = (gold > 0).sum(axis=1)
    macro = np.nansum(f1, axis=1) / occurring
    return {"score": macro, "accuracy": sums[:, 0] / sums[:, 1], **dict(zip(LABELS, f1.T, strict=True))}


def _ends(draws: Array) -> tuple[float, float]:
    """NaN where a label is gold in too few resamples."""
    found = interval_of(draws[~np.isnan(draws)], len(draws))
    return (found.low, found.high) if isinstance(found, Interval) else (np.nan, np.nan)


def show(name: str, rows: Sequence[Judged]) -> None:
    """A line of the table: per cent, with intervals where they are more than one number."""
    found, wide = label_scores([(gold, predicted) for _, gold, predicted in rows]), intervals(rows)

    def told(score: str) -> str:
        low, high = wide[score]
        return f"{100 * found[score]:.1f} [{100 * low:.1f}, {100 * high:.1f}]"

    each = "  ".join(told(label) if label in found else "-" for label in LABELS)
    print(f"{name:42} {len(rows):>6}  {told('accuracy'):<17} {told('score'):<17} {each}", flush=True)
