"""A small network over a whole table: what it knows of a cell is mixed with what it knows of the cell's row, column
and table, twice. For a few hundred tables to learn from, where a language model learns them by heart.

    h0 = gelu(A x);  h(k+1) = gelu(B [hk, max and mean of hk over the row, over the column, over the table])
    logit = C [h0, h1, h2]

x are the lexical features and the kinds of things that stand in the table, with mean 0 and variance 1 where it learned.
(Row and column pooling as in the "exchangeable" layers of Hartford et al. 2018, section 3.) Several members are
trained side by side, each without a share of the tables; their mean probability is what counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from baseline.cells import features, kinds
from baseline.cells.features import features as features_of
from baseline.cells.kinds import kinds as kinds_of
from baseline.cells.table_words import table_words
from baseline.models import libraries
from baseline.words import ClaimWords
from corpus.elements import List, Table

INPUTS = (*features.NAMES, *kinds.NAMES)
WIDTH, MIXES, MEMBERS, DROPOUT = 32, 2, 5, 0.25
FARTHEST = 6.0  # standard deviations
LOWEST = -9.0  # below what gelu gives


@dataclass(frozen=True, slots=True)
class Grid:
    """Tables side by side, their cells one after the other: tensors of cells x inputs, and of each cell's line.

    `rows`, `columns` and `tables` count on from one table to the next; `may_be` says which cells may be chosen.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    values: Any
    rows: Any
    columns: Any
    tables: Any
    may_be: Any


def grid_of(claim: ClaimWords, holder: Table | List, *, headers: bool) -> Grid:
    """One table or list. `headers`: header cells may be chosen."""
    torch, _ = libraries()
    words = table_words(holder)
    squares = words.squares
    values = [(*one.features, *more) for one, more in zip(features_of(claim, words), kinds_of(words), strict=True)]
    may_be = [bool(square.stems) and (headers or not square.is_header) for square in squares]
    return Grid(
        tuple(square.id for square in squares),
        tuple(square.text for square in squares),
        torch.tensor(values, dtype=torch.float32).reshape(len(squares), len(INPUTS)),
        _numbered([square.row for square in squares]),
        _numbered([square.column for square in squares]),
        torch.zeros(len(squares), dtype=torch.long),
        torch.tensor(may_be, dtype=torch.bool),
    )


def side_by_side(grids: Sequence[Grid]) -> Grid:
    """Several tables as one value; at least one, none without cells."""
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
        torch.cat([grid.values for grid in grids]),
        torch.cat(lines["rows"]),
        torch.cat(lines["columns"]),
        torch.cat(lines["tables"]),
        torch.cat([grid.may_be for grid in grids]),
    )


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


def member_logits(network: Any, grid: Grid) -> list[Any]:
    """Of each member the logits of all cells."""
    values = ((grid.values - network.mean) / network.deviation).clamp(-FARTHEST, FARTHEST)
    return [_logits(member, values, grid, training=network.training) for member in network.members]


def chances(network: Any, grid: Grid) -> dict[str, float]:
    """Cell id -> the members' mean probability, of one table's cells that may be chosen."""
    torch, _ = libraries()
    with torch.inference_mode():
        mean = torch.stack(member_logits(network, grid)).sigmoid().mean(0).tolist()
    return {id_: p for id_, p, may_be in zip(grid.ids, mean, grid.may_be.tolist(), strict=True) if may_be}


def _logits(member: Any, values: Any, grid: Grid, *, training: bool) -> Any:
    torch, _ = libraries()
    gelu, dropout = torch.nn.functional.gelu, torch.nn.functional.dropout
    hidden = gelu(member["into"](values))
    found = [hidden]
    for mix in member["mixes"]:
        own = dropout(hidden, DROPOUT, training)
        lines = (_pooled(own, line) for line in (grid.rows, grid.columns, grid.tables))
        hidden = gelu(mix(torch.cat([own, *lines], 1)))
        found.append(hidden)
    return member["out"](dropout(torch.cat(found, 1), DROPOUT, training))[:, 0]


def _pooled(hidden: Any, line: Any) -> Any:
    """The maximum and the mean over the cells of each cell's line."""
    torch, _ = libraries()
    count, width = int(line.max()) + 1, hidden.shape[1]
    highest = torch.full((count, width), LOWEST).scatter_reduce(0, line[:, None].expand_as(hidden), hidden, "amax")
    total = torch.zeros(count, width).index_add(0, line, hidden)
    cells = torch.bincount(line, minlength=count)[:, None]
    return torch.cat([highest, total / cells], 1)[line]


def _numbered(lines: Sequence[int]) -> Any:
    """Lines as 0, 1, 2 ... in their order, none left out."""
    torch, _ = libraries()
    places = {line: place for place, line in enumerate(sorted(set(lines)))}
    return torch.tensor([places[line] for line in lines], dtype=torch.long)
