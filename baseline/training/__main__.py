"""python -m baseline.training cells|network|verdicts --train FILE ... --out FOLDER; see README.md"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from baseline.arguments import source_of
from baseline.models import NoModel, Opened, libraries
from baseline.training.arguments import leave, parse
from baseline.training.cells import CellTask
from baseline.training.curves import curves
from baseline.training.dual import DualTask
from baseline.training.fit_blend import write_blend
from baseline.training.folder import CURVES, MODEL, finish, prepare, result_of, taken
from baseline.training.networks import NetworkTask
from baseline.training.settings import CannotTrain, Stopped, described, file_hash
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


def about_of(options: argparse.Namespace) -> dict[str, Any]:
    """What training.json says before the training begins. Raises CannotTrain where a file cannot be read."""
    data = {"train": _hash(options.train)} | ({"dev": _hash(options.dev)} if options.dev else {})
    data |= {"pages": _hash(options.pages)} if options.pages else {"corpus": options.corpus or "the only one"}
    start = options.start or ""
    return described(options.settings, data, start, _hash(Path(start)) if start else "")


def _train(options: argparse.Namespace, should_stop: Callable[[], bool]) -> None:
    settings, folder = options.settings, options.out
    task = task_of(options, source_of(options))
    if isinstance(task, NetworkTask):
        opened, is_new = task.opened(settings.seed), True
    elif isinstance(task, DualTask):
        opened, is_new = task.opened(options.start), True
    else:
        head, outputs, _, _ = HEADS[settings.task]
        opened, is_new = open_start(options.start, head, outputs, settings.seed)
    about = about_of(options)
    resume = prepare(folder, about, resume=options.resume)
    print(
        f"{task.size:,} examples to learn from, {len(task.dev):,} to stop by; {opened.name} on {opened.device}, "
        f"{'a new head' if is_new else 'with the head it was trained with'}",
        file=sys.stderr,
        flush=True,
    )
    from baseline.training.loop import Training

    training = Training(opened, task, settings, folder, should_stop, options.save_every)
    try:
        state = training.run(resume=resume, enough=options.enough)
    finally:
        drawn = curves(training.progress.rows(training.state.log_history), f"{settings.task}: {folder.name}")
        (folder / CURVES).write_text(drawn, encoding="utf-8")
    scores = task.evaluate(opened)
    made = folder / MODEL
    made.mkdir(exist_ok=True)
    about["result"] = result_of(state, opened, scores)
    if isinstance(task, CellTask):
        about["result"]["dev_f1_by_blend"] = write_blend(task, opened, made)
    finish(folder, partial(_save, task, opened, scores), about)
    told = ", ".join(f"{key} {100 * value:.1f}" for key, value in scores.items())
    section = "verdict" if settings.task == "verdicts" else "cells"
    print(
        f"{folder} is ready (best after step {state.best_global_step:,}; dev: {told}). In a --config file:\n"
        f'[{section}]\nweights = "{folder}"'
    )


def _save(task: CellTask | NetworkTask | VerdictTask, opened: Opened, scores: dict[str, float], made: Path) -> None:
    if isinstance(task, NetworkTask):
        task.save(made, opened, scores["cut"])
    elif isinstance(task, DualTask):
        task.save(made, opened)
    else:
        opened.model.save_pretrained(made)
        opened.tokenizer.save_pretrained(made)


def _hash(path: Any) -> str:
    """The hash of a file or folder. Raises CannotTrain where it cannot be read."""
    try:
        return file_hash(path)
    except OSError as error:
        raise CannotTrain(f"{path} cannot be read: {error.strerror}.") from error


if __name__ == "__main__":
    main()
