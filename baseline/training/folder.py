"""Folder of a training run: locking, resuming, and saving the final model.

While it runs it has training.json, metrics.jsonl, curves.svg and checkpoints. config.json comes last of all, so that
a folder with one is a whole model.
"""

from __future__ import annotations

import fcntl
import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from baseline.models import Opened, libraries
from baseline.training import checkpoint, progress
from baseline.training.checkpoint import State, write_whole
from baseline.training.curves import curves
from baseline.training.settings import CannotTrain, refuse_other

ABOUT, CURVES, LOCK, MODEL = "training.json", "curves.svg", "training.lock", "model.partial"


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


def prepare(folder: Path, about: dict[str, Any], *, resume: bool) -> bool:
    """Whether there is something to go on with. Raises CannotTrain where it must not be begun."""
    begun = (folder / checkpoint.FILE).is_file()
    if (folder / "config.json").is_file() and not begun:
        raise CannotTrain(f"{folder} has a trained model already. Name another --out.")
    if begun and not resume:
        raise CannotTrain(f"A training was begun in {folder}. Add --resume to go on with it, or name another --out.")
    if begun:
        refuse_other(folder / ABOUT, about)
        return True
    if resume:
        print(f"There is no checkpoint in {folder} yet: beginning.", file=sys.stderr, flush=True)
    for left in (folder / progress.FILE, folder / CURVES):
        left.unlink(missing_ok=True)
    write_json(folder / ABOUT, about)
    return False


def draw(folder: Path, title: str) -> None:
    """The curves as far as the training came."""
    svg = curves(progress.read_metrics(folder / progress.FILE), title)
    write_text(folder / CURVES, svg)


def result_of(state: State, opened: Opened, scores: dict[str, float]) -> dict[str, Any]:
    """What training.json says at the end."""
    torch, transformers = libraries()
    return {
        "best_step": state.best_step,
        "steps": state.step,
        "dev": {key: round(value, 4) for key, value in scores.items()},
        "seconds": round(state.seconds),
        "device": opened.device,
        "torch": str(torch.__version__),
        "transformers": str(transformers.__version__),
        "finished": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def finish(folder: Path, save: Callable[[Path], None], about: dict[str, Any]) -> None:
    """Have the model saved and put into the folder, config.json last, and remove the checkpoints."""
    made = folder / MODEL
    save(made)
    write_json(folder / ABOUT, about)
    for file in sorted(made.iterdir(), key=lambda file: file.name == "config.json"):
        file.replace(folder / file.name)
    shutil.rmtree(made)
    for old in (*folder.glob("best-*.pt"), folder / checkpoint.FILE):
        old.unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Readable, and whole or not at all."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """UTF-8, whole or not at all."""

    def write(partial: Path) -> None:
        partial.write_text(text, encoding="utf-8")

    write_whole(path, write)
