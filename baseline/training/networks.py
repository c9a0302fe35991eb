"""Training of the small network over a table's cells (`baseline/cells/network.py`), for stage 3.

Each member leaves out its share of the tables and is judged by them: every table helps to learn and to stop, and no
dev set is needed.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from baseline.cells.blend import logit_of
from baseline.cells.lexical import profiles
from baseline.cells.network import About, Grid, grid_of
from baseline.config import default_config
from baseline.models import Opened, batches, libraries
from baseline.training.cells import TableExample, best_cut
from baseline.training.settings import CannotTrain, Settings
from baseline.training.table_network import (
    MEMBERS,
    MIXES,
    WIDTH,
    member_logits,
    new_network,
    save_network,
    side_by_side,
)
from baseline.words import claim_words


class NetworkTask:
    """The table network as a training task; see `loop.Task`."""

    def __init__(self, settings: Settings, train: Sequence[TableExample]) -> None:
        self.settings = settings
        headers = profiles()[settings.words].headers
        pairs = [(one, grid_of(claim_words(one.claim), one.holder, headers=headers)) for one in train]
        kept = [(one, grid) for one, grid in pairs if grid.ids]
        self.train, self.grids = [one for one, _ in kept], [grid for _, grid in kept]
        self.gold = [_gold(one, grid) for one, grid in kept]
        self.size, self.dev = len(kept), self.train
        self.lengths: Sequence[int] = ()
        self.left_out_by = _shares([one.holder for one in self.train])

    def opened(self, seed: int) -> Opened:
        """A new network, by the seed; inputs are scaled by what the tables hold."""
        torch, _ = libraries()
        torch.manual_seed(seed)
        network = new_network()
        values = side_by_side(self.grids).values
        network.mean.copy_(values.mean(0))
        network.deviation.copy_(values.std(0).clamp_min(1e-3))
        return Opened("table network", network, None, "cpu", 0)

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the members' cross-entropies, number of cells); a member skips the tables it leaves out."""
        torch, _ = libraries()
        grid, gold = side_by_side([self.grids[i] for i in places]), torch.cat([self.gold[i] for i in places])
        left_out = torch.tensor([self.left_out_by[i] for i in places])[grid.tables]
        total = torch.zeros(())
        for member, logits in enumerate(member_logits(opened.model, grid)):
            kept = grid.may_be & (left_out != member)
            total = total + torch.nn.functional.binary_cross_entropy_with_logits(
                logits[kept], gold[kept], reduction="sum"
            )
        return total, int(grid.may_be.sum())

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """Micro F1 over the cells at the best cut, each table judged by the member that has not seen it."""
        torch, _ = libraries()
        found: list[tuple[float, bool]] = []
        for places in batches(range(self.size), 16):
            grid = side_by_side([self.grids[i] for i in places])
            judge = torch.tensor([self.left_out_by[i] for i in places])[grid.tables]
            with torch.inference_mode():
                said = torch.stack(member_logits(opened.model, grid)).sigmoid()
            chances = said[judge, torch.arange(len(judge))][grid.may_be]
            gold = torch.cat([self.gold[i] for i in places])[grid.may_be]
            found += zip(chances.tolist(), gold.bool().tolist(), strict=True)
        best, cut, precision, recall = best_cut(found, sum(len(one.gold) for one in self.train))
        return {"score": best, "precision": precision, "recall": recall, "cut": cut}

    def save(self, folder: Path, opened: Opened, cut: float) -> None:
        """Write the network such that this cut lies at the threshold that is configured by default."""
        shift = logit_of(default_config().cells.threshold) - logit_of(cut)
        headers = profiles()[self.settings.words].headers
        save_network(folder, opened.model, About(headers, shift, WIDTH, MIXES, MEMBERS))


def network_task(settings: Settings, train: Sequence[TableExample]) -> NetworkTask:
    """The task of a file's tables. Raises CannotTrain where there is only one."""
    if len({_key(one.holder) for one in train}) < 2:
        raise CannotTrain("A table network learns from two different tables or more: each is judged by a member that "
                          "has not seen it. Name a larger --train file.")  # fmt: skip
    return NetworkTask(settings, train)


def _gold(example: TableExample, grid: Grid) -> Any:
    torch, _ = libraries()
    return torch.tensor([float(id_ in example.gold) for id_ in grid.ids])


def _shares(holders: Sequence[Any]) -> list[int]:
    """Member that leaves out each table: the same for tables that read the same."""
    keys = [_key(holder) for holder in holders]
    places = {key: place % MEMBERS for place, key in enumerate(sorted(set(keys)))}
    return [places[key] for key in keys]


def _key(holder: Any) -> int:
    return zlib.crc32(repr(holder).encode())
