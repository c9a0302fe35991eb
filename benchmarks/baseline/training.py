"""Small models trained on the training parts of public sets, and what they reach on the parts they have not seen.

Each training goes on where it was stopped, so that the same command, given again, ends what its minutes cut off.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from baseline.models import libraries
from baseline.pooling import POOLING
from baseline.training.__main__ import main as train


@dataclass(frozen=True, slots=True)
class Turn:
    """What is trained from, where it is kept, until when (monotonic seconds), and whether a CPU computes in half
    precision (verdicts only)."""

    folder: Path
    start: str
    until: float
    limit: int
    half: bool = False

    @property
    def minutes(self) -> float:
        """What is left of the turn; at least a moment, so that a training stops by itself and is saved."""
        return max((self.until - time.monotonic()) / 60, 0.001)


def turn_of(folder: Path, start: str, layers: int, minutes: float, limit: int, *, half: bool = False) -> Turn:
    """A turn of so many minutes from the first layers of a checkpoint (0: all)."""
    until = time.monotonic() + 60 * minutes if minutes else float("inf")
    if layers:
        cut = folder / f"start-{layers}"
        if not (cut / "config.json").is_file():
            _, transformers = libraries()
            transformers.AutoTokenizer.from_pretrained(start).save_pretrained(cut)
            transformers.AutoModel.from_pretrained(start, num_hidden_layers=layers).save_pretrained(cut)
            if (Path(start) / POOLING).is_dir():
                shutil.copytree(Path(start) / POOLING, cut / POOLING)
        start = str(cut)
    return Turn(folder, start, until, limit, half)


def trained(task: str, place: Path, weights: Path, turn: Turn, more: Sequence[str]) -> None:
    """Have a model in `weights`: train it from the set in `place`, or go on with that, unless it is whole already."""
    if not (weights / "config.json").is_file():
        files = ["--train", place / "train.jsonl", "--dev", place / "dev.jsonl", "--pages", place / "pages.jsonl"]
        given = [*map(str, files), "--start", turn.start, "--out", str(weights), "--resume", *more]
        train([task, *given, "--minutes", str(turn.minutes)])
