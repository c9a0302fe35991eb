"""Progress of a training: lines for a person with the time that is left, metrics.jsonl, and when to save and stop.

Imports transformers, so import it lazily.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import transformers

FILE = "metrics.jsonl"
EVERY = 15.0  # seconds between lines where no person looks; at a terminal one line changes all the time

Log = dict[
    str, Any
]  # an entry of TrainerState.log_history: the loss of a step, or scores on dev (eval_*) and whether they are the best


class Progress(transformers.TrainerCallback):  # type: ignore[misc, unused-ignore]
    """Lines on standard error, and each step and evaluation as a line of JSON in the folder.

    Saves every `save_every` seconds, after each evaluation and when `should_stop` says so, and stops after `patience`
    evaluations without a better score.
    """

    def __init__(
        self, folder: Path, should_stop: Callable[[], bool], save_every: float, patience: int, per_epoch: int
    ) -> None:
        self.path, self.should_stop, self.save_every = folder / FILE, should_stop, save_every
        self.patience, self.per_epoch = patience, per_epoch
        self.began, self.first, self.before = False, 0, 0.0
        self.started = self.saved = self.said = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds of training, over all resumed runs."""
        return self.before + time.monotonic() - self.started

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Begin the file with what the checkpoint knows: steps after it are taken again."""
        self.began, self.first = True, state.global_step
        self.before = state.log_history[-1]["seconds"] if state.log_history else 0.0
        self.started = self.saved = self.said = time.monotonic()
        self.path.write_text("".join(json.dumps(row) + "\n" for row in self.rows(state.log_history)), encoding="utf-8")

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Request a checkpoint when one is due, and stop when asked to."""
        if self.should_stop():
            control.should_save = control.should_training_stop = True
        elif time.monotonic() - self.saved >= self.save_every:
            control.should_save = True

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Count the seconds to the next checkpoint from now on."""
        self.saved = time.monotonic()

    def on_evaluate(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Save after each evaluation; stop early."""
        control.should_save = True
        if waited(state.log_history) >= self.patience and state.global_step < state.max_steps:
            self.say(f"Stopping early: {waited(state.log_history)} evaluations without a better score.")
            control.should_training_stop = True

    def on_log(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Write down a step or an evaluation, and tell it."""
        if row := self._row(state.log_history[-1]):
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            if "dev" in row:
                told = ", ".join(f"{key} {100 * value:.1f}" for key, value in row["dev"].items())
                self.say(f"dev after step {row['step']:,}: {told}{' (best so far)' if row['best'] else ''}")
            else:
                self._tell_step(row, state.max_steps)

    def say(self, text: str, end: str = "\n") -> None:
        """Write a line, over one that changes at a terminal."""
        print(f"\r{text:<78}" if sys.stderr.isatty() else text, end=end, file=sys.stderr, flush=True)

    def rows(self, history: Sequence[Log]) -> list[dict[str, Any]]:
        """The lines of metrics.jsonl."""
        return [*filter(None, map(self._row, history))]

    def _row(self, log: Log) -> dict[str, Any]:
        """An entry of the history as a line of metrics.jsonl; empty for entries of other kinds."""
        if "loss" in log:
            epoch = (log["step"] - 1) // self.per_epoch
            return {"step": log["step"], "epoch": epoch, "loss": round(log["loss"], 6), "rate": log["learning_rate"]}
        if "best" in log:
            dev = {key.removeprefix("eval_"): round(log[key], 6) for key in log if key.startswith("eval_")}
            return {"step": log["step"], "dev": dev, "best": log["best"]}
        return {}

    def _tell_step(self, row: dict[str, Any], total: int) -> None:
        now, step, is_terminal = time.monotonic(), row["step"], sys.stderr.isatty()
        if now - self.said >= (0.5 if is_terminal else EVERY) or step == total:
            self.said = now
            left = spoken((total - step) * (now - self.started) / max(step - self.first, 1))
            text = f"step {step:,} of {total:,}, epoch {row['epoch'] + 1}, loss {row['loss']:.4f}, {left} left"
            self.say(text, "" if is_terminal else "\n")


def waited(history: Sequence[Log]) -> int:
    """Number of evaluations since the best one."""
    best = [log["best"] for log in reversed(history) if "best" in log]
    return best.index(True) if best else 0


def spoken(seconds: float) -> str:
    """ "40 s", "12 min", "3 h 20 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
