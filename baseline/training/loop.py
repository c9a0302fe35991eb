"""Training loop: steps, evaluations, early stopping, and resuming after a kill."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from baseline.models import Opened
from baseline.training import checkpoint
from baseline.training.checkpoint import State
from baseline.training.progress import Progress
from baseline.training.settings import CannotTrain, Settings
from baseline.training.stepping import Stepper, Task


class Stopped(Exception):
    """Somebody asked the training to stop, or its minutes are over. It is saved, and can go on."""


class Training:
    """One training in one folder. `should_stop` is asked between steps; `save_every` is in seconds."""

    def __init__(
        self, opened: Opened, task: Task, settings: Settings, folder: Path, should_stop: Callable[[], bool],
        save_every: float = 120.0,
    ) -> None:  # fmt: skip
        self.opened, self.task, self.settings, self.folder = opened, task, settings, folder
        self.should_stop, self.save_every, self.saved = should_stop, save_every, time.monotonic()
        self.per_epoch = -(-task.size // settings.batch)
        whole = self.per_epoch * settings.epochs
        self.total = min(whole, settings.steps or whole)
        self.stepper = Stepper(opened, task, settings, self.total)
        self.state = State()

    def run(self, *, resume: bool, enough: bool = False) -> State:
        """Train to the end; the model then has the weights that did best on dev. Raises Stopped, CannotTrain.

        `enough` ends a training that was begun where it stands.
        """
        if resume and (self.folder / checkpoint.FILE).is_file():
            self.state = checkpoint.load(self.folder, *self.stepper.parts)
        if enough and not self.state.best_step:
            raise CannotTrain(f"Nothing in {self.folder} was evaluated yet: go on with --resume, without --enough.")
        before, started = self.state.seconds, time.monotonic()
        with Progress(self.folder, self.total, self.state.step, self.state.evaluated) as progress:
            try:
                while not enough and not self._is_over(progress):
                    self._check()
                    self._step(progress)
                    self.state.seconds = before + time.monotonic() - started
                    if time.monotonic() - self.saved >= self.save_every:
                        self._save()
            except Stopped:
                self._save()
                raise
        checkpoint.load_best(self.folder, self.state, self.opened.model)
        self.opened.model.eval()
        return self.state

    def _step(self, progress: Progress) -> None:
        epoch, place = divmod(self.state.step, self.per_epoch)
        loss, rate = self.stepper.step(self.state, epoch, place, progress.say)
        self.state.step += 1
        progress.step(self.state.step, epoch, loss, rate)

    def _is_over(self, progress: Progress) -> bool:
        """Evaluate where that is due; whether all steps are taken, or more would not help."""
        state, every = self.state, self.settings.evaluate_every or self.per_epoch
        is_last = state.step >= self.total
        if state.evaluated < state.step and (is_last or state.step % every == 0):
            self.opened.model.eval()
            with self.stepper.precision():
                scores = self.task.evaluate(self.opened, self._check)
            state.evaluated = state.step
            is_best = scores["score"] > state.best_score
            state.waited = 0 if is_best else state.waited + 1
            if is_best:
                state.best_step, state.best_score = state.step, scores["score"]
                checkpoint.save_best(self.folder, state, self.opened.model)
            progress.evaluation(state.step, scores, is_best=is_best)
            self._save()
        if state.waited >= self.settings.patience and not is_last:
            progress.say(f"Stopping early: {state.waited} evaluations without a better score.")
            return True
        return is_last

    def _check(self) -> None:
        if self.should_stop():
            raise Stopped

    def _save(self) -> None:
        checkpoint.save(self.folder, self.state, *self.stepper.parts)
        self.saved = time.monotonic()
