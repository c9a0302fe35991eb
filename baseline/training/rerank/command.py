"""`python -m baseline.training rerank KIND --stage STAGE ...`: train a stage that orders candidates again."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from baseline.arguments import source_of
from baseline.config import BadConfig, load_config
from baseline.models import Opened
from baseline.rerank.lists import CandidateList
from baseline.training.fit import Run, fit
from baseline.training.folder import ABOUT, refuse_trained, write_json
from baseline.training.rerank.data import before, made_lists, rows_of, save_lists, saved_lists
from baseline.training.rerank.stages import STAGES, StageTask
from baseline.training.settings import CannotTrain, Settings, file_hash, refuse_other

SEEDS = "seeds.json"
Lists = tuple[list[CandidateList], list[CandidateList]]


def train_stage(
    options: argparse.Namespace, about_of: Callable[[Settings], dict[str, Any]], should_stop: Callable[[], bool]
) -> None:
    """Train the stage with each seed. Raises CannotTrain, Stopped, NoModel."""
    settings: Settings = options.settings
    stage = STAGES[settings.stage]
    try:
        config = before(load_config(options.config), options.kind, settings.stage)
    except BadConfig as error:
        raise CannotTrain(str(error)) from error
    if options.seeds == 1:
        refuse_trained(options.out)
    files = (options.train, options.dev)
    rows = rows_of(*files, options.held_out, settings)
    more = {"config": config.version} | {f"held out: {path.name}": file_hash(path) for path in options.held_out}
    source = source_of(options)
    about = about_of(settings)
    about["data"] |= more
    lists = saved_lists(options.out, about) if options.resume else None
    is_new = lists is None
    lists = lists or made_lists(source, config, settings, files, rows, with_texts=stage.reads)
    scores: dict[int, dict[str, float]] = {}
    for seed in range(settings.seed, settings.seed + options.seeds):
        own = replace(settings, seed=seed)
        folder = options.out / f"seed-{seed}" if options.seeds > 1 else options.out
        own_about = about | {"settings": asdict(own)}
        if options.seeds > 1 and (folder / "config.json").is_file():
            scores[seed] = _finished(folder, own_about)
            continue
        task = stage.make(own, *lists, source, config)
        opened = task.opened(options.start, seed)
        folder.mkdir(parents=True, exist_ok=True)
        if is_new:
            save_lists(options.out, about, *lists)
            is_new = False
        run = Run(folder, own, own_about, options.resume, options.enough, options.save_every, should_stop)
        scores[seed] = fit(run, task, opened, partial(_save, task), "a new model" if not options.start else "--start")
    _tell(options, stage.section, scores)


def _save(task: StageTask, made: Path, opened: Opened, scores: Mapping[str, float]) -> dict[str, Any]:
    task.save(made, opened, scores)
    return {}


def _finished(folder: Path, about: Mapping[str, Any]) -> dict[str, float]:
    """The dev scores of a seed that was trained before. Raises CannotTrain where it was with other settings."""
    refuse_other(folder / ABOUT, about)
    found: dict[str, float] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))["result"]["dev"]
    return found


def _tell(options: argparse.Namespace, section: str, scores: Mapping[int, Mapping[str, float]]) -> None:
    """Print how the trained stage is listed; of several seeds mean and spread on dev, and the best one.

    Say so where the stage is no better on dev than the order in which the lists came.
    """
    folder = options.out
    gain = statistics.mean(one["score"] - one.get("before", 0.0) for one in scores.values())
    if gain <= 0:
        print(f"On dev the order before was no worse ({100 * gain:+.1f}): leave the stage out.", file=sys.stderr)
    if options.seeds > 1:
        values = {seed: one["score"] for seed, one in scores.items()}
        mean, spread = statistics.mean(values.values()), statistics.stdev(values.values())
        write_json(folder / SEEDS, {"dev": {str(seed): dict(one) for seed, one in scores.items()},
                                    "mean": round(mean, 4), "standard_deviation": round(spread, 4)})  # fmt: skip
        print(f"{len(values)} seeds: dev score {100 * mean:.1f}, standard deviation {100 * spread:.1f}")
        folder = folder / f"seed-{max(values, key=values.__getitem__)}"
    name = options.settings.stage
    print(f'In a --config file:\n[stages]\n{options.kind} = ["{name}"]\n[{section}]\n{options.kind} = "{folder}"')
