"""One training in one folder: from a task and a model to the folder of the trained one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baseline.models import Opened
from baseline.training.curves import curves
from baseline.training.folder import CURVES, MODEL, finish, prepare, result_of
from baseline.training.protocol import Task
from baseline.training.settings import Settings

# Write the trained model into the folder; what it returns is added to the result in training.json.
Save = Callable[[Path, Opened, Mapping[str, float]], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Run:
    """Where a training takes place, with which settings, and when it stops. `about`: of training.json."""

    folder: Path
    settings: Settings
    about: dict[str, Any]
    resume: bool
    enough: bool
    save_every: float
    should_stop: Callable[[], bool]


def fit(run: Run, task: Task, opened: Opened, save: Save, head: str) -> dict[str, float]:
    """Train, or go on training, and return the scores on dev; `head` says where the head comes from.

    Raises CannotTrain, Stopped.
    """
    resume = prepare(run.folder, run.about, resume=run.resume)
    print(
        f"{task.size:,} examples to learn from, {len(task.dev):,} to stop by; {opened.name} on {opened.device}, {head}",
        file=sys.stderr,
        flush=True,
    )
    from baseline.training.loop import Training

    training = Training(opened, task, run.settings, run.folder, run.should_stop, run.save_every)
    try:
        state = training.run(resume=resume, enough=run.enough)
    finally:
        drawn = curves(training.progress.rows(training.state.log_history), f"{run.settings.task}: {run.folder.name}")
        (run.folder / CURVES).write_text(drawn, encoding="utf-8")
    scores = task.evaluate(opened)
    made = run.folder / MODEL
    made.mkdir(exist_ok=True)
    run.about["result"] = result_of(state, opened, scores)
    run.about["result"] |= save(made, opened, scores)
    finish(run.folder, run.about)
    told = ", ".join(f"{key} {100 * value:.1f}" for key, value in scores.items())
    print(f"{run.folder} is ready (best after step {state.best_global_step:,}; dev: {told}).", flush=True)
    return scores
