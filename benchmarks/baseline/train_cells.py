"""Cells chosen by what was trained on the tuned half, judged on the reported half beside the lexical scorer.

The table network learns from all of the tuned half. The token classifier needs a checkpoint (--start) and a dev set: it
learns from four fifths of the tables and stops by the last.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from baseline.cells.classifier import open_classifier
from baseline.config import default_config
from baseline.training.__main__ import main as train
from baseline.words import claim_words
from benchmarks.baseline.cells import Chooser, lexical, scores
from benchmarks.baseline.paired import f1_difference
from benchmarks.baseline.rows import cell_statements, write_set
from benchmarks.baseline.tables import TableCase, fetaqa, semtabfacts
from benchmarks.baseline.training import Turn, trained
from corpus.page.elements import Page

# Hyper-parameters for a model of 22 million parameters and a few hundred tables; the paper's are for 70,000 claims.
CELLS = ["--rate", "3e-4", "--batch", "8", "--length", "96", "--epochs", "4"]


def train_cells(turn: Turn) -> None:
    """Train, or go on; print what the reported half says, and how much better that is, with intervals."""
    print(f"{'':44} {'P':>6} {'R':>6} {'F1':>6} {'mean F1':>8} {'CPU ms':>7}")
    for name, cases, profile in (
        ("FeTaQA", fetaqa(), "wikipedia"),
        ("SEM-TAB-FACTS", semtabfacts(), "scientific"),
    ):
        place = turn.folder / "cells" / name.lower()
        tuned = [case for case in cases if case.is_for_tuning]
        choosers = {"lexical": lexical(profile), "table network": _network(place / "whole", tuned, turn, profile)}
        if turn.start:
            choosers["token classifier"] = _classifier(place, tuned, turn, profile)
        _report(name, [case for case in cases if not case.is_for_tuning], choosers)


def _network(place: Path, tuned: Sequence[TableCase], turn: Turn, profile: str) -> Chooser:
    if not (place / "pages.jsonl").is_file():
        write_set(place, train=cell_statements(tuned, "train"))
    weights = place / "network"
    if not (weights / "config.json").is_file():
        files = ["--train", place / "train.jsonl", "--pages", place / "pages.jsonl", "--out", weights]
        more = ["--words", profile, "--resume", "--minutes", str(turn.minutes)]
        train(["network", *map(str, files), *more])
    return _chooser(weights)


def _classifier(place: Path, tuned: Sequence[TableCase], turn: Turn, profile: str) -> Chooser:
    if not (place / "pages.jsonl").is_file():
        dev = {id(table) for table in list({id(case.table): case.table for case in tuned}.values())[4::5]}
        write_set(
            place,
            train=cell_statements((case for case in tuned if id(case.table) not in dev), "train"),
            dev=cell_statements((case for case in tuned if id(case.table) in dev), "dev"),
        )
    weights = place / "model"
    trained("cells", place, weights, turn, [*CELLS, "--words", profile])
    return _chooser(weights)


def _report(name: str, reported: Sequence[TableCase], choosers: dict[str, Chooser]) -> None:
    chosen: dict[str, list[set[str]]] = {}
    for chooser, choose in choosers.items():
        started = time.process_time()
        chosen[chooser] = [choose(case) for case in reported]
        took = 1000 * (time.process_time() - started) / len(reported)
        numbers = "".join(f"{100 * value:7.1f}" for value in scores(reported, chosen[chooser]))
        print(f"{f'{name}, reported: {chooser}':44}{numbers} {took:8.0f}", flush=True)
    for chooser in [*choosers][1:]:
        for drawn, by_table in (("statements", False), ("tables", True)):
            found = f1_difference(reported, chosen["lexical"], chosen[chooser], by_table=by_table)
            shown = "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * value for value in found))
            print(f"  {chooser} - lexical, 95 % over {drawn}: {shown}", flush=True)


def _chooser(weights: Path) -> Chooser:
    config = default_config()
    threshold = config.cells.threshold
    choose = open_classifier(replace(config, cells=replace(config.cells, weights=str(weights))))

    def chosen(case: TableCase) -> set[str]:
        page = Page("x", (case.table,))
        found = choose(claim_words(case.claim), page, case.table)
        return {case.squares[cell.id] for cell in found if cell.id in case.squares and cell.score >= threshold}

    return chosen
