"""Training of a dual-channel verdict (`baseline/verdict/dual.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotation.release.record import LABELS
from baseline.models import Opened, libraries
from baseline.training.start import open_start
from baseline.training.verdicts import VerdictExample, VerdictTask
from baseline.verdict.classify import evidence_text
from baseline.verdict.dual import Channels, dual_chances, dual_logits, new_dual, save_dual


class DualTask(VerdictTask):
    """Verdicts from evidence as text and as rows; see `loop.Task`."""

    def opened(self, start: str) -> Opened:
        """Both encoders from one checkpoint, under a new head by the seed. Raises NoModel, CannotTrain."""
        opened, _ = open_start(start, "SequenceClassification", LABELS, self.settings.seed)
        return new_dual(opened)

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the cross-entropies, number of claims)."""
        torch, _ = libraries()
        examples = [self.train[place] for place in places]
        wanted = torch.tensor([LABELS.index(one.label) for one in examples], device=opened.device)
        logits = dual_logits(opened, [self._channels(opened, one) for one in examples], self._length(opened))
        return torch.nn.functional.cross_entropy(logits, wanted, reduction="sum"), len(examples)

    def judged(self, opened: Opened) -> list[tuple[str, str]]:
        """(gold label, predicted label) of each example of the dev set. Raises NoModel."""
        channels = [self._channels(opened, one) for one in self.dev]
        chances = dual_chances(opened, channels, self._length(opened))
        return [
            (one.label, LABELS[max(range(len(LABELS)), key=row.__getitem__)])
            for one, row in zip(self.dev, chances, strict=True)
        ]

    def save(self, folder: Path, opened: Opened) -> None:
        """Write the folder that `verdict.weights` names."""
        save_dual(folder, opened)

    def _channels(self, opened: Opened, example: VerdictExample) -> Channels:
        rows = "" if self.settings.claim_only else evidence_text(opened.tokenizer, example.rows)
        return self._pair(opened, example), (example.claim, rows)
