"""Evidence cells of all tables that were found, ranked together by two logistic regressions.

The first is over `signals.py`; the second also knows what the first says of a candidate's row, column and table
(`second_look.py`).

Candidates are cells, header cells, captions and list items. Nothing is cut here: the budget and the threshold of what
annotators are shown are numbers of `baseline.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from baseline.candidates import CellCandidate, PageCandidate, PassageCandidate
from baseline.cells import second_look
from baseline.cells.holders import Holder
from baseline.cells.lexical import Look, chance_of
from baseline.cells.signals import ALL, Found, signals
from baseline.config import SELECTION_WEIGHTS
from baseline.words import ClaimWords, Weights
from corpus.page.element_id import full_id
from corpus.page.links import plain_text

HoldersOf = Callable[[str], Mapping[str, Holder]]  # the tables and lists of a page by their id


SECOND = (*ALL, *second_look.NAMES)  # the signals of the second regression
# Those that a stage over the candidates can learn from (CellCandidate.signals).
SIGNALS = (
    "first", "table_best", "row_best", "column_best", "row_sum", "column_sum", "table_share", "table_rank", "row_share",
    "row_share_all", "asked", "header_share", "lexical", "own", "number", "column_header", "row_header", "caption",
    "is_list", "linked",
)  # fmt: skip
_PLACES = [SECOND.index(name) for name in SIGNALS]


@lru_cache(maxsize=1)
def selection_weights() -> tuple[Look, Look]:
    """The shipped regressions, first and second."""
    data = tomllib.loads(SELECTION_WEIGHTS.read_text(encoding="utf-8"))
    first, second = data["first"], data["second"]
    return (
        Look(first["intercept"], tuple(first["weights"][name] for name in ALL)),
        Look(second["intercept"], tuple(second["weights"][name] for name in SECOND)),
    )


def select_cells(
    claim: ClaimWords,
    weights: Weights,
    tables: Sequence[PassageCandidate],
    pages: Sequence[PageCandidate],
    holders_of: HoldersOf,
) -> list[CellCandidate]:
    """All candidates of the tables, best first, with the probability that each is evidence."""
    if not weights.total:
        return []
    found = found_tables(tables, pages, holders_of)
    if not found:
        return []
    ids, values = signals(claim, weights, found)
    first, second = selection_weights()
    around = second_look.surroundings(claim.text, found, ids)
    more = second_look.second_signals(around, first.logits(values))
    both = np.hstack([values, more])
    logits, kept = iter(second.logits(both)), iter(both[:, _PLACES].tolist())
    candidates = []
    for one, names in zip(found, ids, strict=True):
        texts = {square.id: square.text for square in one.holder.words.squares}
        texts[one.holder.caption] = plain_text(one.holder.caption_text)
        holder = full_id(one.holder.page, one.holder.source.id)
        candidates += [
            CellCandidate(
                full_id(one.holder.page, name), holder, chance_of(next(logits)), texts[name], signals=tuple(next(kept))
            )
            for name in names
        ]
    return sorted(candidates, key=lambda cell: -cell.score)


def found_tables(
    tables: Sequence[PassageCandidate], pages: Sequence[PageCandidate], holders_of: HoldersOf
) -> list[Found]:
    """The tables that still exist, with what stages 1 and 2 say of them."""
    titles, named = {page.title for page in pages}, {page.title for page in pages if page.name}
    best = max((table.score for table in tables), default=0.0)
    found = []
    for rank, table in enumerate(tables):
        holder = holders_of(table.page).get(table.element)
        if holder is not None:
            others = {table.page}
            found.append(Found(holder, table.score, best, rank, titles - others, named - others))
    return found
