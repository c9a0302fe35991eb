"""python -m baseline.training cells|network|verdicts|rerank ... --train FILE ... --out FOLDER; see README.md"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from baseline.arguments import source_of
from baseline.models import NoModel, Opened, libraries
from baseline.training.arguments import leave, parse
from baseline.training.cells import CellTask
from baseline.training.dual import DualTask
from baseline.training.fit import Run, fit
from baseline.training.fit_blend import write_blend
from baseline.training.folder import taken
from baseline.training.networks import NetworkTask
from baseline.training.rerank.command import train_stage
from baseline.training.settings import RERANK, CannotTrain, Settings, Stopped, described, file_hash
from baseline.training.start import open_start
from baseline.training.stopping import asked_to_stop
from baseline.training.task import HEADS, task_of
from baseline.training.verdicts import VerdictTask

TOO_LARGE = (
    "The model, its optimizer or the dev set do not fit into the memory of the device. Use a shorter --length, or a "
    "smaller checkpoint."
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, or go on training; end with a sentence when that cannot be."""
    options = parse(sys.argv[1:] if arguments is None else arguments)
    try:
        torch, _ = libraries()
        with asked_to_stop(options.minutes) as should_stop, taken(options.out):
            try:
                _train(options, should_stop)
            except torch.OutOfMemoryError:
                raise CannotTrain(TOO_LARGE) from None
    except Stopped:
        leave(f"Stopped; all is saved in {options.out}. Go on with:\n  {options.again} --resume", 130)
    except KeyboardInterrupt:
        leave(f"Ended at once. What the last checkpoint has is kept; go on with:\n  {options.again} --resume", 130)
    except (CannotTrain, NoModel, ImportError) as error:
        leave(str(error))


def about_of(options: argparse.Namespace, settings: Settings | None = None) -> dict[str, Any]:
    """What training.json says before the training begins. Raises CannotTrain where a file cannot be read."""
    data = {"train": _hash(options.train)} | ({"dev": _hash(options.dev)} if options.dev else {})
    data |= {"pages": _hash(options.pages)} if options.pages else {"corpus": options.corpus or "the only one"}
    start = options.start or ""
    return described(settings or options.settings, data, start, _hash(Path(start)) if start else "")


def _train(options: argparse.Namespace, should_stop: Callable[[], bool]) -> None:
    if options.task == RERANK:
        train_stage(options, partial(about_of, options), should_stop)
        return
    settings, task = options.settings, task_of(options, source_of(options))
    if isinstance(task, NetworkTask):
        opened, is_new = task.opened(settings.seed), True
    elif isinstance(task, DualTask):
        opened, is_new = task.opened(options.start), True
    else:
        head, outputs, _, _ = HEADS[settings.task]
        opened, is_new = open_start(options.start, head, outputs, settings.seed)
    run = Run(options.out, settings, about_of(options), options.resume, options.enough, options.save_every, should_stop)
    fit(run, task, opened, partial(_save, task), "a new head" if is_new else "with the head it was trained with")
    section = "verdict" if settings.task == "verdicts" else "cells"
    print(f'In a --config file:\n[{section}]\nweights = "{options.out}"')


def _save(
    task: CellTask | NetworkTask | VerdictTask, made: Path, opened: Opened, scores: Mapping[str, float]
) -> dict[str, Any]:
    if isinstance(task, NetworkTask):
        task.save(made, opened, scores["cut"])
    elif isinstance(task, DualTask):
        task.save(made, opened)
    else:
        opened.model.save_pretrained(made)
        opened.tokenizer.save_pretrained(made)
    return {"dev_f1_by_blend": write_blend(task, opened, made)} if isinstance(task, CellTask) else {}


def _hash(path: Any) -> str:
    """The hash of a file or folder. Raises CannotTrain where it cannot be read."""
    try:
        return file_hash(path)
    except OSError as error:
        raise CannotTrain(f"{path} cannot be read: {error.strerror}.") from error


if __name__ == "__main__":
    main()
