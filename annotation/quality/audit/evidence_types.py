"""Type of a verdict's evidence: sentences, cells, or both (FEVEROUS paper, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable

from corpus.element_id import ElementKind, parse

SENTENCES, CELLS, BOTH = "sentences", "cells", "both"
# As the paper counts them: what is in a table or list is not running text.
_CELLS = frozenset({ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION, ElementKind.ITEM})


def evidence_type(element_ids: Iterable[str]) -> str:
    """sentences, cells (of tables; captions and list items with them) or both; "" of none.

    What the claim-only classifier takes as labels to find out how far a claim gives away what it needs.
    """
    kinds = {CELLS if parse(element_id).kind in _CELLS else SENTENCES for element_id in element_ids}
    return BOTH if len(kinds) == 2 else next(iter(kinds), "")
