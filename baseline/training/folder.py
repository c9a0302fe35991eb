"""Folder of a training run: locking, resuming, and saving the final model.

While it runs it has training.json, metrics.jsonl, curves.svg and checkpoints. config.json comes last of all, so that
a folder with one is a whole model.
"""

from __future__ import annotations

import fcntl
import json
import resource
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from baseline.models import Opened, libraries
from baseline.training.settings import CannotTrain, refuse_other

ABOUT, CURVES, LOCK, METRICS, MODEL = "training.json", "curves.svg", "training.lock", "metrics.jsonl", "model.partial"
CHECKPOINTS = "checkpoint-*"


@contextmanager
def taken(folder: Path) -> Iterator[None]:
    """The folder, for one training at a time. Raises CannotTrain."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
    except OSError as error:
        raise CannotTrain(f"{folder} cannot be written to: {error.strerror}. Name another --out.") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CannotTrain(f"Another training runs in {folder}. Wait for it, or name another --out.") from error
        try:
            yield
        finally:
            (folder / LOCK).unlink(missing_ok=True)
            with suppress(OSError):  # nothing came of it, and an empty folder would be taken for something
                folder.rmdir()


def refuse_trained(folder: Path) -> None:
    """Raise CannotTrain where the folder has a whole model."""
    if (folder / "config.json").is_file():
        raise CannotTrain(f"{folder} has a trained model already. Name another --out.")


def prepare(folder: Path, about: dict[str, Any], *, resume: bool) -> bool:
    """Prepare the folder; return whether there is a checkpoint to resume. Raises CannotTrain."""
    begun = any(folder.glob(CHECKPOINTS))
    refuse_trained(folder)
    if begun and not resume:
        raise CannotTrain(f"A training was begun in {folder}. Add --resume to go on with it, or name another --out.")
    if begun:
        refuse_other(folder / ABOUT, about)
        return True
    if resume:
        print(f"There is no checkpoint in {folder} yet: beginning.", file=sys.stderr, flush=True)
    for left in (folder / METRICS, folder / CURVES):
        left.unlink(missing_ok=True)
    write_json(folder / ABOUT, about)
    return False


def result_of(state: Any, opened: Opened, scores: dict[str, float]) -> dict[str, Any]:
    """The result in training.json, of a TrainerState at the end."""
    torch, transformers = libraries()
    return {
        "best_step": state.best_global_step,
        "steps": state.global_step,
        "dev": {key: round(value, 4) for key, value in scores.items()},
        "seconds": round(state.log_history[-1]["seconds"]),
        "processor_seconds": round(time.process_time()),  # of this process, with the making of its examples
        "peak_megabytes": peak_megabytes(),
        "device": opened.device,
        "torch": str(torch.__version__),
        "transformers": str(transformers.__version__),
        "finished": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def peak_megabytes() -> int:
    """The most memory that this process has had so far: ru_maxrss is in KiB, but for macOS."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)


def finish(folder: Path, about: dict[str, Any]) -> None:
    """Move the model that was saved in MODEL into the folder, config.json last, and remove the checkpoints."""
    made = folder / MODEL
    write_json(folder / ABOUT, about)
    for file in sorted(made.iterdir(), key=lambda file: file.name == "config.json"):
        file.replace(folder / file.name)
    shutil.rmtree(made)
    for old in folder.glob(CHECKPOINTS):
        shutil.rmtree(old)


def write_json(path: Path, value: Any) -> None:
    """Write a file of JSON, whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    partial.replace(path)
