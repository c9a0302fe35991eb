"""What a training says while it runs: a line for a person, with the time that is left, and metrics.jsonl."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, Self

FILE = "metrics.jsonl"
EVERY = 15.0  # seconds between lines where no person looks; at a terminal one line changes all the time


class Progress:
    """Lines on standard error, each step and evaluation as a line of JSON in the folder. `first` is the last step that
    the checkpoint has, `evaluated` the one of its last evaluation."""

    def __init__(self, folder: Path, total: int, first: int, evaluated: int = 0) -> None:
        self.path, self.total, self.first = folder / FILE, total, first
        self.started = self.said = time.monotonic()
        self._forget_after(first, evaluated)
        self._file = self.path.open("a", encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def step(self, step: int, epoch: int, loss: float, rate: float) -> None:
        """One step was taken."""
        self._write({"step": step, "epoch": epoch, "loss": round(loss, 6), "rate": rate})
        now, is_terminal = time.monotonic(), sys.stderr.isatty()
        if now - self.said >= (0.5 if is_terminal else EVERY) or step == self.total:
            self.said = now
            left = (self.total - step) * (now - self.started) / max(step - self.first, 1)
            text = f"step {step:,} of {self.total:,}, epoch {epoch + 1}, loss {loss:.4f}, {spoken(left)} left"
            end = "" if is_terminal else "\n"
            print(f"\r{text:<78}" if is_terminal else text, end=end, file=sys.stderr, flush=True)

    def evaluation(self, step: int, scores: dict[str, float], *, is_best: bool) -> None:
        """The dev set was judged."""
        self._write({"step": step, "dev": {key: round(value, 6) for key, value in scores.items()}, "best": is_best})
        told = ", ".join(f"{key} {100 * value:.1f}" for key, value in scores.items())
        self.say(f"dev after step {step:,}: {told}{' (best so far)' if is_best else ''}")

    def say(self, text: str) -> None:
        """A sentence of its own line."""
        print(f"\r{text:<78}" if sys.stderr.isatty() else text, file=sys.stderr, flush=True)

    def _write(self, row: dict[str, Any]) -> None:
        self._file.write(json.dumps(row) + "\n")
        self._file.flush()

    def _forget_after(self, step: int, evaluated: int) -> None:
        """A killed training wrote lines after its last checkpoint: those steps and evaluations are done again."""
        rows = read_metrics(self.path)
        kept = [json.dumps(row) + "\n" for row in rows if row["step"] <= (evaluated if "dev" in row else step)]
        partial = self.path.with_name(FILE + ".partial")
        partial.write_text("".join(kept), encoding="utf-8")
        partial.replace(self.path)


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The lines of metrics.jsonl; one that was cut off by a kill is left out."""
    rows: list[dict[str, Any]] = []
    if path.is_file():
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict) and isinstance(row.get("step"), int):
                rows.append(row)
    return rows


def spoken(seconds: float) -> str:
    """ "40 s", "12 min", "3 h 20 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
