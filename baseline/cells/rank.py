"""Stage 3: rank the cells, header cells, captions and list items of the retrieved tables.

The candidates of all tables are ordered together: the official code keeps those of a claim's last table only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from baseline.candidates import CellCandidate, PageCandidate, PassageCandidate
from baseline.cells.lexical import CellScorer, lexical_cells, profiles
from baseline.cells.network import NETWORKS, network_cells, shipped_network
from baseline.cells.selection import HoldersOf, select_cells
from baseline.config import EVIDENCE, BadConfig, Config
from baseline.source import Source, claim_weights
from baseline.words import ClaimWords
from corpus.page.element_id import full_id
from corpus.page.elements import List, Page, Table

LEXICAL = "lexical-"
ONE_TABLE = (*NETWORKS, *(f"{LEXICAL}{name}" for name in NETWORKS))

Ranker = Callable[[ClaimWords, Sequence[PassageCandidate], Sequence[PageCandidate]], list[CellCandidate]]


@dataclass(frozen=True, slots=True)
class CellStage:
    """What ranks cells. `model` names it, `threshold` is the probability from which annotators are shown a cell."""

    model: str
    threshold: float
    rank: Ranker

    def __call__(
        self, claim: ClaimWords, tables: Sequence[PassageCandidate], pages: Sequence[PageCandidate], keep: int
    ) -> tuple[CellCandidate, ...]:
        """The best `keep` of all tables and lists, best first. Raises NoModel."""
        return tuple(self.rank(claim, tables, pages)[:keep])


def stage_without_weights(config: Config, source: Source, holders_of: HoldersOf) -> CellStage:
    """The configured profile: "evidence" ranks across tables, the others score one table each, by the shipped network
    or, called "lexical-...", by the regression. Raises BadConfig, and NoModel where a shipped network is no good."""
    name = config.cells.profile
    if name == EVIDENCE:

        def select(
            claim: ClaimWords, tables: Sequence[PassageCandidate], pages: Sequence[PageCandidate]
        ) -> list[CellCandidate]:
            return select_cells(claim, claim_weights(source, claim), tables, pages, holders_of)

        return CellStage("lexical-evidence", config.cells.thresholds.evidence, select)
    if name not in ONE_TABLE:
        raise BadConfig(f"cells: profile: {name!r} is none of {', '.join((EVIDENCE, *ONE_TABLE))}.")
    threshold: float = getattr(config.cells.thresholds, name.replace("-", "_"))
    model = name if name.startswith(LEXICAL) else f"network-{name}"
    return CellStage(model, threshold, each_table(_scorer(name), source))


def _scorer(name: str) -> CellScorer:
    """The scorer of one of ONE_TABLE. Raises NoModel."""
    if name.startswith(LEXICAL):
        profile = profiles()[name.removeprefix(LEXICAL)]
        return lambda claim, _page, holder: lexical_cells(claim, holder, profile)
    network = shipped_network(name)
    return lambda claim, _page, holder: network_cells(network, claim, holder)


def each_table(scorer: CellScorer, source: Source) -> Ranker:
    """Rank by a scorer that sees one table at a time: its scores must be comparable."""

    def rank(
        claim: ClaimWords, tables: Sequence[PassageCandidate], _pages: Sequence[PageCandidate]
    ) -> list[CellCandidate]:
        found: list[CellCandidate] = []
        for candidate in tables:
            page = source.page(candidate.page)
            holder = holder_of(page, candidate.element) if page else None
            if page is not None and holder is not None:
                found += [
                    CellCandidate(full_id(page.title, cell.id), candidate.element, cell.score, cell.text)
                    for cell in scorer(claim, page, holder)
                ]
        return sorted(found, key=lambda cell: -cell.score)

    return rank


def holder_of(page: Page, element: str) -> Table | List | None:
    """The table or list of this full id."""
    for one in page.elements:
        if isinstance(one, Table | List) and full_id(page.title, one.id) == element:
            return one
    return None
