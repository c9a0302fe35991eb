"""The table network of `cells/network.py` as a torch module, for training: same formulas, with dropout."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from baseline.cells.network import FARTHEST, FILE, INPUTS, LOWEST, About, Grid
from baseline.models import libraries

WIDTH, MIXES, MEMBERS, DROPOUT = 32, 2, 5, 0.25


def new_network(width: int = WIDTH, mixes: int = MIXES, members: int = MEMBERS) -> Any:
    """A torch module with random weights; `mean` and `deviation` of the inputs are 0 and 1 until they are set."""
    torch, _ = libraries()
    linear, several = torch.nn.Linear, torch.nn.ModuleList
    network = torch.nn.Module()
    network.register_buffer("mean", torch.zeros(len(INPUTS)))
    network.register_buffer("deviation", torch.ones(len(INPUTS)))
    network.members = several(
        torch.nn.ModuleDict(
            {
                "into": linear(len(INPUTS), width),
                "mixes": several(linear(7 * width, width) for _ in range(mixes)),
                "out": linear((1 + mixes) * width, 1),
            }
        )
        for _ in range(members)
    )
    return network


def save_network(folder: Path, network: Any, about: About) -> None:
    """Write network.safetensors and config.json."""
    from safetensors.torch import save_file

    save_file({name: value.contiguous() for name, value in network.state_dict().items()}, folder / FILE)
    (folder / "config.json").write_text(json.dumps(asdict(about), indent=1) + "\n", encoding="utf-8")


def side_by_side(grids: Sequence[Grid]) -> Grid:
    """Several tables as one grid of torch tensors; at least one table, none without cells."""
    torch, _ = libraries()
    lines: dict[str, list[Any]] = {"rows": [], "columns": [], "tables": []}
    for name, found in lines.items():
        start = 0
        for grid in grids:
            found.append(getattr(grid, name) + start)
            start = int(found[-1].max()) + 1
    return Grid(
        tuple(id_ for grid in grids for id_ in grid.ids),
        tuple(text for grid in grids for text in grid.texts),
        torch.from_numpy(np.concatenate([grid.values for grid in grids])),
        **{name: torch.from_numpy(np.concatenate(found)) for name, found in lines.items()},
        may_be=torch.from_numpy(np.concatenate([grid.may_be for grid in grids])),
    )


def member_logits(network: Any, grid: Grid) -> list[Any]:
    """The logits of all cells of a `side_by_side` grid, by each member."""
    values = ((grid.values - network.mean) / network.deviation).clamp(-FARTHEST, FARTHEST)
    return [_logits(member, values, grid, training=network.training) for member in network.members]


def _logits(member: Any, values: Any, grid: Grid, *, training: bool) -> Any:
    torch, _ = libraries()
    gelu, dropout = torch.nn.functional.gelu, torch.nn.functional.dropout
    hidden = gelu(member["into"](values))
    found = [hidden]
    for mix in member["mixes"]:
        own = dropout(hidden, DROPOUT, training)
        lines = (pooled(own, line) for line in (grid.rows, grid.columns, grid.tables))
        hidden = gelu(mix(torch.cat([own, *lines], 1)))
        found.append(hidden)
    return member["out"](dropout(torch.cat(found, 1), DROPOUT, training))[:, 0]


def pooled(hidden: Any, line: Any) -> Any:
    """The maximum and the mean over the cells of each cell's line."""
    torch, _ = libraries()
    count, width = int(line.max()) + 1, hidden.shape[1]
    highest = torch.full((count, width), LOWEST).scatter_reduce(0, line[:, None].expand_as(hidden), hidden, "amax")
    total = torch.zeros(count, width).index_add(0, line, hidden)
    cells = torch.bincount(line, minlength=count)[:, None]
    return torch.cat([highest, total / cells], 1)[line]
