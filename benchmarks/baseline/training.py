"""Small models trained on the training parts of public sets, and what they reach on the parts they have not seen.

Each training goes on where it was stopped, so that the same command, given again, ends what its minutes cut off.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotation.release.record import Record
from baseline.arguments import read_pages
from baseline.cells.classifier import open_classifier
from baseline.config import default_config
from baseline.models import libraries, open_model
from baseline.source import Source
from baseline.training.__main__ import main as train
from baseline.training.data import read_rows
from baseline.training.verdicts import label_scores
from baseline.verdict.classify import evidence_text, label_chances, outputs_of
from baseline.verdict.linearise import pieces
from baseline.words import claim_words
from benchmarks.baseline.cells import Chooser, lexical, scores
from benchmarks.baseline.rows import cell_statements, write_set
from benchmarks.baseline.statements import infotabs
from benchmarks.baseline.statements import semtabfacts as statements_of_semtabfacts
from benchmarks.baseline.tables import TableCase, fetaqa, semtabfacts
from corpus.elements import Page

# Hyper-parameters for a model of 22 million parameters and a few hundred tables; the paper's are for 70,000 claims.
CELLS = ["--rate", "3e-4", "--batch", "8", "--length", "96", "--epochs", "4"]
HELD_OUT = 600  # statements of InfoTabS' alpha1 that are judged
VERDICTS = ["--rate", "1e-4", "--batch", "16", "--length", "96", "--epochs", "1", "--evaluate-every", "30"]
DEV = 150  # statements that verdicts are stopped by


@dataclass(frozen=True, slots=True)
class Turn:
    """What is trained from, where it is kept, and until when (monotonic seconds)."""

    folder: Path
    start: str
    until: float
    limit: int

    @property
    def minutes(self) -> float:
        """What is left of the turn; at least a moment, so that a training stops by itself and is saved."""
        return max((self.until - time.monotonic()) / 60, 0.001)


def turn_of(folder: Path, start: str, layers: int, minutes: float, limit: int) -> Turn:
    """A turn of so many minutes from the first layers of a checkpoint (0: all)."""
    until = time.monotonic() + 60 * minutes if minutes else float("inf")
    if layers:
        cut = folder / f"start-{layers}"
        if not (cut / "config.json").is_file():
            _, transformers = libraries()
            transformers.AutoTokenizer.from_pretrained(start).save_pretrained(cut)
            transformers.AutoModel.from_pretrained(start, num_hidden_layers=layers).save_pretrained(cut)
        start = str(cut)
    return Turn(folder, start, until, limit)


def train_cells(turn: Turn) -> None:
    """Train on four fifths of the tuned half, stop by the last fifth, print what the reported half says."""
    print(f"{'':40} {'P':>6} {'R':>6} {'F1':>6} {'mean F1':>8} {'CPU ms':>7}")
    for name, cases, profile in (
        ("FeTaQA", fetaqa(), "wikipedia"),
        ("SEM-TAB-FACTS", semtabfacts(), "scientific"),
    ):
        place = turn.folder / "cells" / name.lower()
        tuned = [case for case in cases if case.is_for_tuning]
        dev = {id(table) for table in list({id(case.table): case.table for case in tuned}.values())[4::5]}
        if not (place / "pages.jsonl").is_file():
            write_set(
                place,
                train=cell_statements((case for case in tuned if id(case.table) not in dev), "train"),
                dev=cell_statements((case for case in tuned if id(case.table) in dev), "dev"),
            )
        weights = place / "model"
        _trained("cells", place, weights, turn, [*CELLS, "--words", profile])
        reported = [case for case in cases if not case.is_for_tuning]
        for chooser, choose in (("lexical", lexical(profile)), ("trained", _chooser(weights))):
            started = time.process_time()
            chosen = [choose(case) for case in reported]
            took = 1000 * (time.process_time() - started) / len(reported)
            numbers = "".join(f"{100 * value:7.1f}" for value in scores(reported, chosen))
            print(f"{f'{name}, reported: {chooser}':40}{numbers} {took:8.0f}", flush=True)


def train_verdicts(turn: Turn) -> None:
    """InfoTabS: train, stop by dev, print alpha1. SEM-TAB-FACTS: train less a tenth of its tables, print dev."""
    print(f"{'':50} {'n':>6} {'accuracy':>9} {'macro F1':>9}")
    many, train_file = turn.limit, "train_manual_v1.3.2.zip"
    sets = {
        "InfoTabS": (
            lambda: infotabs("train", many),
            lambda: infotabs("dev", DEV),
            lambda: infotabs("test_alpha1", HELD_OUT),
        ),
        "SEM-TAB-FACTS": (
            lambda: statements_of_semtabfacts(train_file, many, tenth=False),
            lambda: statements_of_semtabfacts(train_file, DEV, tenth=True),
            lambda: statements_of_semtabfacts("dev_v1.1.zip"),
        ),
    }
    for name, (learned, dev, held_out) in sets.items():
        place = turn.folder / "verdicts" / f"{name.lower()}-{turn.limit or 'all'}"
        if not (place / "pages.jsonl").is_file():
            write_set(place, train=learned(), dev=dev(), test=held_out())
        test, source = read_rows(place / "test.jsonl"), read_pages(place / "pages.jsonl")
        commonest = Counter(row.label for row in read_rows(place / "train.jsonl")).most_common(1)[0][0]
        _show(f"{name}: always {commonest}", [(row.label, commonest) for row in test])
        for shown, more in (("claim only", ["--claim-only"]), ("claim and evidence", [])):
            weights = place / f"model-{shown.replace(' ', '-')}"
            _trained("verdicts", place, weights, turn, [*VERDICTS, *more])
            _show(f"{name}: {shown}", _judged(weights, test, source, claim_only=bool(more)))


def _trained(task: str, place: Path, weights: Path, turn: Turn, more: Sequence[str]) -> None:
    if not (weights / "config.json").is_file():
        files = ["--train", place / "train.jsonl", "--dev", place / "dev.jsonl", "--pages", place / "pages.jsonl"]
        given = [*map(str, files), "--start", turn.start, "--out", str(weights), "--resume", *more]
        train([task, *given, "--minutes", str(turn.minutes)])


def _chooser(weights: Path) -> Chooser:
    config = default_config()
    choose = open_classifier(replace(config, cells=replace(config.cells, weights=str(weights))))

    def chosen(case: TableCase) -> set[str]:
        page = Page("x", (case.table,))
        found = choose(claim_words(case.claim), page, case.table)
        return {case.squares[cell.id] for cell in found if cell.id in case.squares}

    return chosen


def _judged(weights: Path, test: Sequence[Record], source: Source, *, claim_only: bool) -> list[tuple[str, str]]:
    opened = open_model(str(weights), "SequenceClassification", outputs=3)
    names, pairs = outputs_of(opened), []
    for row in test:
        text = evidence_text(opened.tokenizer, pieces(row.evidence[0].content if row.evidence else (), source))
        pairs.append((row.claim, "" if claim_only else text))
    chances = label_chances(opened, pairs, 96, 32)
    return [
        (row.label, names[max(range(len(names)), key=one.__getitem__)]) for row, one in zip(test, chances, strict=True)
    ]


def _show(name: str, pairs: Sequence[tuple[str, str]]) -> None:
    found = label_scores(pairs)
    print(f"{name:50} {len(pairs):>6} {100 * found['accuracy']:9.1f} {100 * found['score']:9.1f}", flush=True)
