"""Training loop: a `transformers.Trainer` whose batches, loss and scores are those of a task.

Trainer has the optimizer, the rate, half precision and the checkpoints. Imports torch, so import it lazily.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
import transformers
from safetensors.torch import load_model
from torch.utils.data import DataLoader

from baseline.models import Opened, batches
from baseline.training.progress import Progress, waited
from baseline.training.protocol import Task
from baseline.training.settings import CITATIONS, CannotTrain, Settings, Stopped

MIXED = 50  # batches whose examples are sorted by length together
STATE = "trainer_state.json"  # the file of a checkpoint that Trainer writes last


class Batches:
    """Batch sampler: the batches of places of the epoch that the training is in."""

    def __init__(self, training: Training) -> None:
        self.training = training

    def __len__(self) -> int:
        return -(-self.training.task.size // self.training.settings.batch)

    def __iter__(self) -> Iterator[Sequence[int]]:
        task, size, seed = self.training.task, self.training.settings.batch, self.training.seed
        order = [*range(task.size)]
        random.Random(seed).shuffle(order)
        if not task.lengths:
            yield from batches(order, size)
            return
        # Examples of about one length are put together, among `MIXED` random batches; one that is not full comes last.
        mixed = (sorted(some, key=task.lengths.__getitem__) for some in batches(order, MIXED * size))
        *found, last = (batch for some in mixed for batch in batches(some, size))
        random.Random(f"{seed} batches").shuffle(found)
        yield from (*found, last)


class Training(transformers.Trainer):  # type: ignore[misc, unused-ignore]
    """One training in one folder. `should_stop` is asked after each step; `save_every` is in seconds."""

    def __init__(
        self, opened: Opened, task: Task, settings: Settings, folder: Path, should_stop: Callable[[], bool],
        save_every: float = 120.0,
    ) -> None:  # fmt: skip
        self.opened, self.task, self.settings, self.folder = opened, task, settings, folder
        # Into how many a batch is cut for the memory there is. A processor's is not reported when it runs out, and an
        # example of citations is a list of inputs.
        self.pieces = settings.batch if settings.task == CITATIONS and opened.device == "cpu" else 1
        self.batches = Batches(self)
        self.progress = Progress(folder, should_stop, save_every, settings.patience, len(self.batches))
        random_state = torch.get_rng_state()  # Trainer seeds anew: dropout would follow what a new head was drawn from
        super().__init__(opened.model, self._arguments(), eval_dataset=task.dev, callbacks=[self.progress])
        torch.set_rng_state(random_state)
        self.remove_callback(transformers.PrinterCallback)

    def _arguments(self) -> Any:
        """Half precision on a GPU; on a CPU only when asked for: it is 3 to 6 times slower than none where there are no
        instructions for it, and twice as fast where there are (both measured).
        """
        settings, on_gpu = self.settings, self.opened.device == "cuda"
        steps = len(self.batches) * settings.epochs
        steps = min(steps, settings.steps or steps)
        bfloat = torch.cuda.is_bf16_supported() if on_gpu else settings.half_on_cpu
        return transformers.TrainingArguments(
            output_dir=str(self.folder), max_steps=steps, per_device_train_batch_size=settings.batch,
            learning_rate=settings.rate, weight_decay=settings.decay, warmup_steps=int(settings.warmup * steps),
            optim="adamw_torch", seed=settings.seed, bf16=bfloat, fp16=on_gpu and not bfloat, use_cpu=not on_gpu,
            eval_strategy="steps", eval_steps=settings.evaluate_every or len(self.batches),
            metric_for_best_model="score", greater_is_better=True, save_strategy="steps", save_steps=steps,
            save_total_limit=2, logging_steps=1, report_to="none", disable_tqdm=True,
        )  # fmt: skip

    @property
    def epoch(self) -> int:
        """The epoch of the next step, from 0."""
        return int(self.state.global_step) // len(self.batches)

    @property
    def seed(self) -> str:
        """Seed of the epoch's order."""
        return f"{self.settings.seed} {self.epoch}"

    def run(self, *, resume: bool, enough: bool = False) -> Any:
        """Train to the end, and give the TrainerState; the model then has the weights that did best on dev.

        `enough` ends a training that was begun where it stands. Raises Stopped, CannotTrain.
        """
        last = last_checkpoint(self.folder) if resume else None
        if last:
            self.state = transformers.TrainerState.load_from_json(str(last / STATE))
        if enough and not self.state.best_global_step:
            raise CannotTrain(f"Nothing in {self.folder} was evaluated yet: go on with --resume, without --enough.")
        if not enough and not self._is_over():
            try:
                self.train(resume_from_checkpoint=str(last) if last else None)
            except Exception as error:  # a damaged checkpoint raises whatever it comes to
                if last is None or self.progress.began:
                    raise
                raise CannotTrain(unreadable(last, error)) from error
            if not self._is_over():
                raise Stopped
        best = self.folder / f"checkpoint-{self.state.best_global_step}" / "model.safetensors"
        load_model(self.accelerator.unwrap_model(self.model, keep_fp32_wrapper=False), best)
        self.model.eval()
        return self.state

    def _is_over(self) -> bool:
        return self.state.global_step >= self.args.max_steps or waited(self.state.log_history) >= self.settings.patience

    def get_train_dataloader(self) -> Any:
        """Batches of places, which the task makes its inputs of."""
        return DataLoader(
            range(self.task.size),  # type: ignore[arg-type, unused-ignore]
            batch_sampler=self.batches,  # type: ignore[arg-type, unused-ignore]
            collate_fn=lambda places: {"places": places},
            generator=torch.Generator(),
        )

    def training_step(self, model: Any, inputs: dict[str, Any], num_items_in_batch: Any = None) -> Any:
        """Leave the gradients of the batch's mean loss in the model, and give that loss.

        A batch that does not fit into the memory is cut in two, again and again, and the gradients added up.
        Raises CannotTrain.
        """
        self.model.train()
        while True:
            try:
                return torch.tensor(self._gradients(inputs["places"]), device=self.args.device)
            except torch.OutOfMemoryError as error:
                self.model.zero_grad()
                torch.cuda.empty_cache()
                if self.pieces >= len(inputs["places"]):
                    raise CannotTrain(
                        f"One example does not fit into the memory of {self.opened.device}. Use a shorter --length "
                        f"(it is {self.settings.length}), or a smaller checkpoint."
                    ) from error
                self.pieces *= 2
                self.progress.say(
                    f"Out of memory on {self.opened.device}: batches now go through in {self.pieces} parts, whose "
                    "gradients are added up. Slower; the result is the same but for chance."
                )

    def _gradients(self, places: Sequence[int]) -> float:
        size = -(-len(places) // self.pieces)
        total, count = 0.0, 0
        for start in range(0, len(places), size):
            with self.accelerator.autocast():
                loss, terms = self.task.losses(self.opened, self.epoch, places[start : start + size])
            self.accelerator.backward(loss)
            total, count = total + float(loss.detach()), count + terms
        for parameter in self.model.parameters():
            if parameter.grad is not None:
                parameter.grad /= max(count, 1)
        mean = total / max(count, 1)
        if mean != mean:
            raise CannotTrain("The loss is no number any more. Use a lower --rate, or another start checkpoint.")
        return mean

    def evaluate(self, *_: Any, **_options: Any) -> dict[str, float]:
        """Judge the dev set by the task."""
        self.model.eval()
        with self.accelerator.autocast():
            scores = self.task.evaluate(self.opened)
        metrics = {f"eval_{name}": value for name, value in scores.items()}
        self.log(metrics | {"best": self.state.best_metric is None or scores["score"] > self.state.best_metric})
        self.control: Any = self.callback_handler.on_evaluate(self.args, self.state, self.control, metrics)
        return metrics

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """Add the seconds of all resumed runs to what Trainer logs."""
        super().log(logs | {"seconds": self.progress.seconds}, start_time)


def last_checkpoint(folder: Path) -> Path | None:
    """The newest checkpoint that was written whole; None without any. Raises CannotTrain for a damaged one."""
    found = sorted(folder.glob(f"checkpoint-*/{STATE}"), key=lambda path: int(path.parent.name.split("-")[1]))
    problem = ""
    for path in reversed(found):
        try:
            transformers.TrainerState.load_from_json(str(path))
        except ValueError as error:  # killed while this was written: the one before is still there
            problem = problem or unreadable(path, error)
        else:
            return path.parent
    if problem:
        raise CannotTrain(problem)
    return None


def unreadable(path: Path, error: Exception) -> str:
    """The message about a damaged checkpoint."""
    return f"{path} cannot be read ({type(error).__name__}: {error}). Begin again with another --out."
