"""What the training loop needs of a task. Imports no torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from baseline.models import Opened


class Task(Protocol):
    """A learning problem of `size` examples, named by their place from 0. `lengths`: of all, or empty where batches
    are not made by length.
    """

    size: int
    lengths: Sequence[int]

    @property
    def dev(self) -> Sequence[Any]:
        """The examples that `evaluate` judges."""

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """The summed loss of some examples, and the number of terms in the sum."""

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """Scores on the dev set; training stops by "score"."""
