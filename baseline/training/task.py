"""Build a training task from files of FEVEROUS rows."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from annotation.release.record import LABELS, Record
from baseline.source import Source
from baseline.training import cells, dual, networks, verdicts
from baseline.training.data import read_rows
from baseline.training.nei_pages import nei_with_pages
from baseline.training.settings import CannotTrain, Settings

HEADS: dict[str, tuple[str, Sequence[str], Callable[[Any, Source], Sequence[Any]], str]] = {
    "cells": ("TokenClassification", cells.OUTPUTS, cells.table_examples, cells.NOTHING),
    "network": ("", cells.OUTPUTS, cells.table_examples, cells.NOTHING),
    "verdicts": ("SequenceClassification", LABELS, verdicts.verdict_examples, verdicts.NOTHING),
}


def task_of(
    options: argparse.Namespace, source: Source
) -> cells.CellTask | networks.NetworkTask | verdicts.VerdictTask:
    """The examples of the files. Raises CannotTrain; says how many claims give nothing to learn."""
    settings: Settings = options.settings
    rows = _with_pages(read_rows(options.train, settings.limit, settings.seed), source, settings)
    train = _examples(options.train, rows, source, settings)
    if settings.task == "network":
        return networks.network_task(settings, train)
    dev = _examples(options.dev, _with_pages(read_rows(options.dev), source, settings), source, settings)
    if settings.task == "cells":
        return cells.CellTask(settings, train, dev)
    if settings.nei_sampling:
        sampled = verdicts.sampled_nei(rows, source, settings.seed)
        _say(f"{len(sampled):,} claims more are NOT ENOUGH INFO, by removing a sentence or a table.")
        train += sampled
    return (dual.DualTask if settings.dual else verdicts.VerdictTask)(settings, train, dev)


def _with_pages(rows: list[Record], source: Source, settings: Settings) -> list[Record]:
    """The rows, those of NOT ENOUGH INFO without evidence with a sentence, where that was asked for."""
    return nei_with_pages(rows, source, settings.nei_pages, settings.seed) if settings.nei_pages else rows


def _examples(path: Any, rows: Sequence[Record], source: Source, settings: Settings) -> list[Any]:
    _, _, make, nothing = HEADS[settings.task]
    made = [make(row, source) for row in rows]
    empty = sum(not one for one in made)
    if empty == len(rows):
        raise CannotTrain(f"None of the {len(rows):,} claims of {path} {nothing}")
    if empty:
        _say(f"{path}: {empty:,} of {len(rows):,} claims have no such evidence on these pages; they are left out.")
    return [example for one in made for example in one]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
