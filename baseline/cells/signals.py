"""Signals of cells that can be compared across tables and pages, unlike those of `features.py` within one table.

What the title, headings and caption of a table have of the claim is taken off first: a row is judged by what the claim
says besides (its idf in the corpus), a column by its header. `PRODUCTS` are pairs of signals that are multiplied, since
evidence is where a row that fits meets a column that is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baseline.cells.cues import cues_of
from baseline.cells.features import NAMES as FEATURES
from baseline.cells.features import Scored, features
from baseline.cells.holders import Holder
from baseline.cells.lexical import profiles
from baseline.cells.numbers import numbers_in, shared
from baseline.cells.relations import MOST_NAMED, NEAR, ClaimAsks, asked_otherwise, asks_of, column_relations, in_range
from baseline.words import STOP_STEMS, ClaimWords, Weights

NAMES = (
    # of the table: what its title has of the claim, and what its headings and caption have besides
    "title",
    "around",
    "table_share",  # its score of stage 2, against the best
    "table_rank",  # 1 for the best, 1/2 for the next
    "is_list",
    # of the row: what it has of the rest of the claim; against the table's best, and the best of all tables
    "row",
    "row_share",
    "row_share_all",
    "row_rank",
    "otherwise_row",  # the claim asks for its header by other words
    "row_numbers",  # cells with a number of the claim, at most 2
    "row_lexical",  # the best lexical score in it
    "row_whole",  # what of the claim stands in it as whole cells, against the table's best
    "row_unique",  # one of these cells is the only one of its column with this text
    "row_new",  # what it has of the claim that no better row has
    "in_range",  # it has a year of a range that the claim names
    # of the column
    "asked",  # the share of its header's words that the claim has
    "header_share",  # against the best header of the table
    "column_lexical",  # the mean lexical score in it
    "column_rank",
    "first_column",
    "otherwise",  # the claim asks for its header by other words (`relations.py`)
    "kind_asked",  # or for the kind of its values
    "extreme",  # a row that the claim names has the least or greatest value, and the claim a superlative
    "equal",  # rows that the claim names have the same value, and the claim says so
    "counted",  # as many of its cells are equal as a number of the claim says
    "apart",  # values of two rows that the claim names differ by a number of the claim
    # of the cell
    "lexical",  # the logit of the lexical scorer
    "own",
    "matched",
    "whole",
    "number",
    "has_number",
    "column_header",
    "row_header",
    "linked",  # it links to another page that was found
    "linked_named",  # and the claim names that page
    "caption",
    "entity",  # it is what its row is about: the first cell with letters
    "wordless",  # "-", "?"
    # of the claim (`cues.py`): in products alone
    "cue_whole",
    "cue_count",
    "cue_comparison",
)
_CUES = ("cue_whole", "cue_count", "cue_comparison")
PRODUCTS: tuple[tuple[str, str], ...] = (
    *(("row_share", name) for name in ("asked", "column_rank", "table_share", "first_column", "number")),
    *((cue, name) for cue in _CUES[:2] for name in ("column_lexical", "header_share", "row_header", "caption")),
    *((cue, "table_share") for cue in _CUES[:2]),
    ("cue_comparison", "row_share"),
    ("cue_comparison", "has_number"),
    ("lexical", "table_share"),
    ("row_share_all", "asked"),
    ("caption", "around"),
    ("row_header", "own"),
    *(("row_share", name) for name in ("otherwise", "kind_asked", "extreme", "equal", "entity")),
    ("row_whole", "otherwise"),
    ("row_whole", "entity"),
    ("row_whole", "kind_asked"),
    ("column_header", "otherwise"),
    ("row_header", "otherwise_row"),
    *(("cue_whole", name) for name in ("otherwise", "kind_asked")),
    *(("cue_comparison", name) for name in ("otherwise", "kind_asked", "row_whole")),
)
ALL = (*(name for name in NAMES if name not in _CUES), *(f"{one}*{other}" for one, other in PRODUCTS))
_AT = {name: place for place, name in enumerate(NAMES)}
_FEATURE = {name: place for place, name in enumerate(FEATURES)}
_SHORTEST_PREFIX = 4
_LOGITS = 8.0  # lexical logits are cut to -8 ... 8, and divided by 4

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Found:
    """A table or list that stage 2 found. `score`: of stage 2; `rank` counts from 0.

    `linked`, `named`: titles of the other pages that were found, and of those that the claim names.
    """

    holder: Holder
    score: float
    best_score: float
    rank: int
    linked: Set[str]
    named: Set[str]


def signals(claim: ClaimWords, weights: Weights, tables: Sequence[Found]) -> tuple[list[list[str]], Array]:
    """Local ids of the candidates table by table, and their values in the order of ALL, (candidates, values)."""
    parts = [_of_table(claim, weights, found) for found in tables]
    values = np.concatenate([part[1] for part in parts]) if parts else np.zeros((0, len(NAMES)))
    best = values[:, _AT["row"]].max(initial=0.0)
    if best:
        values[:, _AT["row_share_all"]] = values[:, _AT["row"]] / best
    cues = cues_of(claim.text)
    values[:, [_AT[name] for name in _CUES]] = (cues.whole, cues.count, cues.comparison)
    products = [values[:, _AT[one]] * values[:, _AT[other]] for one, other in PRODUCTS]
    own = values[:, [_AT[name] for name in NAMES if name not in _CUES]]
    return [part[0] for part in parts], np.column_stack([own, *products])


class _Share:
    """The share of some of the claim's stems, by idf, that a text has."""

    def __init__(self, idf: Mapping[str, float]) -> None:
        self.idf = idf
        self.total = sum(idf.values()) or 1.0

    def __call__(self, stems: Collection[str]) -> float:
        return sum(self.idf[one] for one in self.idf.keys() & set(stems)) / self.total


def _of_table(claim: ClaimWords, weights: Weights, found: Found) -> tuple[list[str], Array]:
    holder = found.holder
    idf = {stem: value for stem, value in weights.idf.items() if stem not in STOP_STEMS}
    rest = _Share({stem: value for stem, value in idf.items() if stem not in holder.title | holder.around})
    scored = features(claim, holder.words)
    logits = profiles()["wikipedia"].first.logits([one.features for one in scored])
    lexical = [max(-_LOGITS, min(_LOGITS, logit)) / 4 for logit in logits]
    table = _table_values(_Share(idf), found)
    asks = asks_of(claim, cues_of(claim.text))
    rows = _row_values(claim, rest, holder, scored, lexical, asks)
    columns = _column_values(idf.keys(), rest, holder, scored, lexical)
    related = column_relations(
        holder,
        asks,
        _named_rows(rows, holder.header_rows),
        {one.square.id: one.features[_FEATURE["cell"]] for one in scored},
    )
    for column, more in related.items():
        columns[column] |= more
    ids, values = [], []
    for one, logit in zip(scored, lexical, strict=True):
        if one.square.text:
            ids.append(one.square.id)
            cell = _cell_values(claim, rest, found, one) | {"lexical": logit}
            values.append(_in_order(table | rows[one.square.row] | columns.get(one.square.column, {}) | cell))
    if holder.caption and ids:
        ids.append(holder.caption)
        values.append(_in_order(table | {"caption": 1.0}))
    return ids, np.array(values, dtype=np.float64).reshape(len(ids), len(NAMES))


def _in_order(values: Mapping[str, float]) -> list[float]:
    return [values.get(name, 0.0) for name in NAMES]


def _table_values(whole: _Share, found: Found) -> dict[str, float]:
    holder = found.holder
    return {
        "title": whole(holder.title),
        "around": whole(holder.around - holder.title),
        "table_share": found.score / found.best_score if found.best_score else 0.0,
        "table_rank": 1 / (1 + found.rank),
        "is_list": float(holder.is_list),
    }


def _row_values(
    claim: ClaimWords,
    rest: _Share,
    holder: Holder,
    scored: Sequence[Scored],
    lexical: Sequence[float],
    asks: ClaimAsks,
) -> dict[int, dict[str, float]]:
    """Row -> its values. Header rows have no share and no rank."""
    numbers = numbers_in(claim.text)
    rows: dict[int, list[int]] = {}
    for place, one in enumerate(scored):
        rows.setdefault(one.square.row, []).append(place)
    covered = {row: rest({stem for p in places for stem in scored[p].square.stems}) for row, places in rows.items()}
    body = sorted((value for row, value in covered.items() if row not in holder.header_rows), reverse=True)
    best = (body[0] if body else 0.0) or 1.0
    better = {value: place for place, value in reversed([*enumerate(body)])}
    return {
        row: {
            "row": covered[row],
            "row_share": 0.0 if row in holder.header_rows else covered[row] / best,
            "row_rank": 0.0 if row in holder.header_rows else 1 / (1 + better[covered[row]]),
            "row_numbers": min(2, sum(shared(numbers, scored[p].square.numbers) > 0 for p in places)),
            "row_lexical": max(lexical[p] for p in places),
            "row_whole": scored[places[0]].features[_FEATURE["row_whole"]],
            "row_unique": scored[places[0]].features[_FEATURE["row_unique"]],
            "row_new": scored[places[0]].features[_FEATURE["row_new"]],
            "in_range": in_range([scored[p].square for p in places], asks),
            "otherwise_row": _row_header(scored, places, asks),
        }
        for row, places in rows.items()
    }


def _row_header(scored: Sequence[Scored], places: Sequence[int], asks: ClaimAsks) -> float:
    """How much the claim asks for a row's header, its first cell, by other words."""
    first = scored[places[0]].square
    return asked_otherwise(frozenset(first.stems), asks) if first.is_header else 0.0


def _named_rows(rows: Mapping[int, Mapping[str, float]], header_rows: Set[int]) -> list[int]:
    """The rows that the claim names: near the best one, if they are few."""
    named = [row for row, values in rows.items() if row not in header_rows and values["row_share"] >= NEAR]
    return named if len(named) <= MOST_NAMED else []


def _column_values(
    words: Set[str], rest: _Share, holder: Holder, scored: Sequence[Scored], lexical: Sequence[float]
) -> dict[int, dict[str, float]]:
    """Column -> its values, of its cells that are in no header row."""
    columns: dict[int, list[int]] = {}
    for place, one in enumerate(scored):
        if one.square.row not in holder.header_rows:
            columns.setdefault(one.square.column, []).append(place)
    means = {column: sum(lexical[p] for p in places) / len(places) for column, places in columns.items()}
    heads = {column: holder.heads.get(column, frozenset()) - holder.title for column in columns}
    header = {column: rest(stems) for column, stems in heads.items()}
    best = max(header.values(), default=0.0)
    order = sorted(means.values(), reverse=True)
    better = {mean: place for place, mean in reversed([*enumerate(order)])}
    return {
        column: {
            "asked": _asked(heads[column], words),
            "header_share": header[column] / best if best else 0.0,
            "column_lexical": means[column],
            "column_rank": 1 / (1 + better[means[column]]),
            "first_column": float(column == 0),
        }
        for column, places in columns.items()
    }


def _asked(header: Set[str], words: Set[str]) -> float:
    """The share of the header's stems that the claim has, or that begin as one of its stems does."""
    if not header:
        return 0.0
    long = [word for word in words if len(word) >= _SHORTEST_PREFIX]
    return sum(one in words or _begins_alike(one, long) for one in header) / len(header)


def _begins_alike(stem: str, words: Sequence[str]) -> bool:
    return len(stem) >= _SHORTEST_PREFIX and any(stem.startswith(word) or word.startswith(stem) for word in words)


def _cell_values(claim: ClaimWords, rest: _Share, found: Found, scored: Scored) -> dict[str, float]:
    square, holder = scored.square, found.holder
    links = holder.links.get(square.id, frozenset())
    column_header = square.row in holder.header_rows
    values = {
        "own": rest(square.stems),
        "matched": scored.features[_FEATURE["cell"]],
        "whole": scored.features[_FEATURE["whole"]],
        "number": scored.features[_FEATURE["numbers"]],
        "has_number": float(bool(square.numbers)),
        "column_header": float(column_header),
        "row_header": float(square.is_header and not column_header),
        "linked": float(not links.isdisjoint(found.linked)),
        "linked_named": float(not links.isdisjoint(found.named)),
        "entity": scored.features[_FEATURE["entity"]],
        "wordless": float(not square.stems),
    }
    if column_header:
        values["column_rank"] = 0.0
    return values
