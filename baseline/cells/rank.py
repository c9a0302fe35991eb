"""Stage 3: the cells and list items of the retrieved tables that are evidence.

The cells of all tables are kept and ordered together: the official code keeps those of a claim's last table only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from baseline.candidates import CellCandidate, PassageCandidate
from baseline.cells.lexical import ScoredCell, lexical_cells, profiles
from baseline.config import BadConfig, Config
from baseline.source import Source
from baseline.words import ClaimWords
from corpus.page.element_id import full_id
from corpus.page.elements import List, Page, Table


class CellScorer(Protocol):
    """Scorer that chooses cells: the lexical one, or a trained classifier."""

    def __call__(self, claim: ClaimWords, page: Page, holder: Table | List) -> list[ScoredCell]:
        """The cells to choose, best first."""


def lexical_scorer(config: Config) -> CellScorer:
    """The scorer of the configured profile. Raises BadConfig."""
    profile = profiles().get(config.cells.profile)
    if profile is None:
        raise BadConfig(f"cells: profile: {config.cells.profile!r} is none of {', '.join(profiles())}.")
    return lambda claim, page, holder: lexical_cells(claim, holder, profile)


def rank_cells(
    claim: ClaimWords, tables: Sequence[PassageCandidate], source: Source, config: Config, scorer: CellScorer
) -> tuple[CellCandidate, ...]:
    """The best cells of all the tables and lists, at most `keep`, best first."""
    found: list[CellCandidate] = []
    for candidate in tables:
        page = source.page(candidate.page)
        holder = holder_of(page, candidate.element) if page else None
        if page is not None and holder is not None:
            found += [
                CellCandidate(full_id(page.title, cell.id), candidate.element, cell.score, cell.text)
                for cell in scorer(claim, page, holder)
            ]
    return tuple(sorted(found, key=lambda cell: -cell.score)[: config.cells.keep])


def holder_of(page: Page, element: str) -> Table | List | None:
    """The table or list of this full id."""
    for one in page.elements:
        if isinstance(one, Table | List) and full_id(page.title, one.id) == element:
            return one
    return None
