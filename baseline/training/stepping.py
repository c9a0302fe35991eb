"""One step of the optimizer: AdamW, a rate that falls linearly, half precision on a GPU, batches cut for memory."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import lru_cache
from typing import Any, Protocol

from baseline.models import Opened, libraries
from baseline.training.checkpoint import State
from baseline.training.settings import CannotTrain, Settings

LARGEST_GRADIENT = 1.0
MIXED = 50  # batches whose examples are sorted by length together


class Task(Protocol):
    """What is learned: `size` examples, named by their place from 0; `lengths` of all, or none where batches are not
    made by them."""

    size: int
    lengths: Sequence[int]

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """The summed loss of some examples, and of how many terms it is the sum."""

    def evaluate(self, opened: Opened, check: Callable[[], None]) -> dict[str, float]:
        """The dev set's scores, "score" the one to go by. Calls `check` now and then, which may raise Stopped."""


@lru_cache(maxsize=1)
def order_of(size: int, seed: int, epoch: int) -> list[int]:
    """The places of the examples in the order of an epoch."""
    order = list(range(size))
    random.Random(f"{seed} {epoch}").shuffle(order)
    return order


@lru_cache(maxsize=1)
def order_by_length(lengths: tuple[int, ...], batch: int, seed: int, epoch: int) -> list[int]:
    """The same, such that the examples of a batch are about as long: less padding. Which those are is left to chance
    among `MIXED` batches, and so is the order of the batches; the one that is not full comes last."""
    order = order_of(len(lengths), seed, epoch)
    found: list[list[int]] = []
    for start in range(0, len(order), MIXED * batch):
        mixed = sorted(order[start : start + MIXED * batch], key=lengths.__getitem__)
        found += [mixed[at : at + batch] for at in range(0, len(mixed), batch)]
    last = found.pop()
    random.Random(f"{seed} {epoch} batches").shuffle(found)
    return [place for some in (*found, last) for place in some]


class Stepper:
    """The optimizer of a model, and what belongs to it."""

    def __init__(self, opened: Opened, task: Task, settings: Settings, total: int) -> None:
        torch, transformers = libraries()
        self.torch, self.opened, self.task, self.settings = torch, opened, task, settings
        self.optimizer = torch.optim.AdamW(_groups(opened.model, settings.decay), lr=settings.rate)
        self.scheduler = transformers.get_linear_schedule_with_warmup(
            self.optimizer, int(settings.warmup * total), total
        )
        self.on_gpu = opened.device == "cuda"
        self.half = torch.bfloat16 if self.on_gpu and torch.cuda.is_bf16_supported() else torch.float16
        self.scaler = torch.amp.GradScaler(opened.device, enabled=self.on_gpu and self.half is torch.float16)

    @property
    def parts(self) -> tuple[Any, Any, Any, Any]:
        """What a checkpoint keeps."""
        return self.opened.model, self.optimizer, self.scheduler, self.scaler

    def step(self, state: State, epoch: int, place: int, say: Callable[[str], None]) -> tuple[float, float]:
        """(loss, rate) of the step on the epoch's batch at this place. Raises CannotTrain."""
        size = self.settings.batch
        places = self._order(epoch)[place * size : (place + 1) * size]
        self.opened.model.train()
        loss = self._gradients_that_fit(state, epoch, places, say)
        self.scaler.unscale_(self.optimizer)
        self.torch.nn.utils.clip_grad_norm_(self.opened.model.parameters(), LARGEST_GRADIENT)
        rate = float(self.scheduler.get_last_lr()[0])
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.scheduler.step()
        self.optimizer.zero_grad(set_to_none=True)
        return loss, rate

    def _order(self, epoch: int) -> list[int]:
        lengths, seed = tuple(self.task.lengths), self.settings.seed
        if lengths:
            return order_by_length(lengths, self.settings.batch, seed, epoch)
        return order_of(self.task.size, seed, epoch)

    def precision(self) -> Any:
        """Half precision on a GPU. On a CPU only when asked for: it is 3 to 6 times slower than none where there are no
        instructions for it, and twice as fast where there are (both measured)."""
        if self.on_gpu:
            return self.torch.autocast("cuda", dtype=self.half)
        return self.torch.autocast("cpu", dtype=self.torch.bfloat16) if self.settings.half_on_cpu else nullcontext()

    def _gradients_that_fit(self, state: State, epoch: int, places: Sequence[int], say: Callable[[str], None]) -> float:
        """A batch that does not fit into the memory is cut in two, again and again, and the gradients added up."""
        while True:
            try:
                return self._gradients(state.pieces, epoch, places)
            except self.torch.OutOfMemoryError as error:
                self.optimizer.zero_grad(set_to_none=True)
                self.torch.cuda.empty_cache()
                if state.pieces >= len(places):
                    raise CannotTrain(
                        f"One example does not fit into the memory of {self.opened.device}. Use a shorter --length "
                        f"(it is {self.settings.length}), or a smaller checkpoint."
                    ) from error
                state.pieces *= 2
                say(
                    f"Out of memory on {self.opened.device}: batches now go through in {state.pieces} parts, whose "
                    "gradients are added up. Slower; the result is the same but for chance."
                )

    def _gradients(self, pieces: int, epoch: int, places: Sequence[int]) -> float:
        """Leave the gradients of the batch's mean loss in the model; that loss."""
        size = -(-len(places) // pieces)
        total, count = 0.0, 0
        for start in range(0, len(places), size):
            with self.precision():
                loss, terms = self.task.losses(self.opened, epoch, places[start : start + size])
            self.scaler.scale(loss).backward()
            total, count = total + float(loss.detach()), count + terms
        for parameter in self.opened.model.parameters():
            if parameter.grad is not None:
                parameter.grad /= max(count, 1)
        mean = total / max(count, 1)
        if mean != mean:
            raise CannotTrain("The loss is no number any more. Use a lower --rate, or another start checkpoint.")
        return mean


def _groups(model: Any, decay: float) -> list[dict[str, Any]]:
    """Weights with decay; biases and layer norms without, as is usual since Devlin et al. (2019)."""
    learned = [p for p in model.parameters() if p.requires_grad]
    return [
        {"params": [p for p in learned if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in learned if p.ndim <= 1], "weight_decay": 0.0},
    ]
