"""The evidence graph of SEE-ST: cells of tables and sentences, joined by page, table, row, column and shared names.

A node is a cell, header cell or list item of a candidate's table, a caption that is a candidate, or, with cells, one of
the sentences of these pages that fit the claim best. Nodes of one row, column, table or page are neighbours, and so are
nodes that share a name: the whole text of a cell, or the title that a link leads to, that stands in another node too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from baseline.candidates import CellCandidate, PassageCandidate
from baseline.cells.blend import logit_of
from baseline.cells.network import INPUTS as CELL_INPUTS
from baseline.cells.network import grid_of
from baseline.cells.rank import holder_of
from baseline.config import Passages
from baseline.dense.encoder import Encoder
from baseline.passages.score import passage_score
from baseline.passages.split import passages
from baseline.source import Source, claim_weights
from baseline.tensors import Array
from baseline.words import ClaimWords, claim_words
from corpus.page.element_id import full_id, parse
from corpus.page.elements import List, Page, Table
from corpus.page.links import plain_text, split_links
from search.folding import fold

# Of a node: what the table network knows of a cell; what the stages before say of the candidate (a table's holds for
# its cells); cosines of the claim and the texts of the node, its row and its column, 0 without an encoder.
INPUTS = (*CELL_INPUTS, "given", "place", "is_sentence", "near", "near_row", "near_column")
SENTENCES = 5  # of the graph
MOST_SHARING = 50  # nodes; what more of them share is no name ("yes", "2001")
SHORTEST_NAME, LONGEST_NAME = 3, 60  # characters


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and their lines. Arrays of integers number the line of each node, from 0, none left out.

    `values`: float32 (nodes, INPUTS). `names`: (sources, targets, shares): the mean over the neighbours of each source.
    `candidates`: the place of the candidate that each node is, or whose table it is in; -1 for others.
    """

    ids: tuple[str, ...]
    values: Array
    rows: Array
    columns: Array
    tables: Array
    pages: Array
    names: tuple[Array, Array, Array]
    candidates: Array


@dataclass(slots=True)
class _Node:
    """`row`, `column` and `table` are names of lines."""

    id: str
    text: str
    page: str
    row: tuple[object, ...]
    column: tuple[object, ...]
    table: str
    inputs: Array
    names: frozenset[str]
    is_sentence: bool = False


def tables_graph(
    claim: str, candidates: Sequence[PassageCandidate], source: Source, encoder: Encoder | None = None
) -> Graph:
    """The cells of tables and lists that are candidates; those that the source has no more have none."""
    words = claim_words(claim)
    found = [node for one in candidates for node in _cells(words, one.element, one.page, source)]
    places = {one.element: place for place, one in enumerate(candidates)}
    scores = [_newest(one) for one in candidates]
    best = max(scores, default=0.0)
    given = [score / best if best > 0 else 0.0 for score in scores]
    return _graph(claim, found, [places[node.table] for node in found], given, encoder)


def cells_graph(
    claim: str, candidates: Sequence[CellCandidate], source: Source, settings: Passages, encoder: Encoder | None = None
) -> Graph:
    """All cells of the candidates' tables, captions that are candidates, and sentences of their pages."""
    words = claim_words(claim)
    found: list[_Node] = []
    known: set[str] = set()
    for holder in dict.fromkeys(one.holder for one in candidates):
        cells = [*_cells(words, holder, parse(holder).page, source)]
        known.update(node.id for node in cells)
        found += cells
    found += [_alone(one.element, one.text, one.holder) for one in candidates if one.element not in known]
    pages = dict.fromkeys(parse(one.holder).page for one in candidates)
    found += _sentences(words, [page for title in pages if (page := source.page(title))], source, settings)
    places = {one.element: place for place, one in enumerate(candidates)}
    given = [logit_of(min(1.0, max(0.0, one.score))) / 4 for one in candidates]
    return _graph(claim, found, [places.get(node.id, -1) for node in found], given, encoder)


def _newest(one: PassageCandidate) -> float:
    return one.stages[-1].score if one.stages else one.score


def _graph(
    claim: str, nodes: Sequence[_Node], candidates: Sequence[int], given: Sequence[float], encoder: Encoder | None
) -> Graph:
    own = [
        (given[place] if place >= 0 else 0.0, 1 / (1 + place) if place >= 0 else 0.0, float(node.is_sentence))
        for node, place in zip(nodes, candidates, strict=True)
    ]
    inputs = np.array([node.inputs for node in nodes], np.float32).reshape(len(nodes), len(CELL_INPUTS))
    near = _near(claim, nodes, encoder) if encoder is not None else np.zeros((len(nodes), 3), np.float32)
    return Graph(
        ids=tuple(node.id for node in nodes),
        values=np.hstack([inputs, np.array(own, np.float32).reshape(len(nodes), 3), near]).astype(np.float32),
        rows=_numbered([node.row for node in nodes]),
        columns=_numbered([node.column for node in nodes]),
        tables=_numbered([node.table for node in nodes]),
        pages=_numbered([node.page for node in nodes]),
        names=_sharing(nodes),
        candidates=np.array(candidates, np.int64),
    )


def _cells(claim: ClaimWords, holder_id: str, title: str, source: Source) -> Iterator[_Node]:
    page = source.page(title)
    holder = holder_of(page, holder_id) if page is not None else None
    if page is None or holder is None:
        return
    grid = grid_of(claim, holder, headers=True)
    values = dict(_values(holder))
    for at, (id_, text) in enumerate(zip(grid.ids, grid.texts, strict=True)):
        yield _Node(
            full_id(page.title, id_), text, page.title, (holder_id, int(grid.rows[at])),
            (holder_id, int(grid.columns[at])), holder_id, grid.values[at], _names(values[id_]),
        )  # fmt: skip


def _alone(element: str, text: str, table: str) -> _Node:
    """A node that is a row and a column of its own: a caption, or a cell that its table has no more."""
    return _Node(
        element, text, parse(element).page, (element,), (element,), table,
        np.zeros(len(CELL_INPUTS), np.float32), _names(text),
    )  # fmt: skip


def _sentences(claim: ClaimWords, pages: Sequence[Page], source: Source, settings: Passages) -> Iterator[_Node]:
    weights = claim_weights(source, claim)
    scored = [
        (passage_score(one, weights, settings), one.element, one.text, page)
        for page in pages
        for one in passages(page)
        if one.kind == "sentence"
    ]
    best = sorted((one for one in scored if one[0]), key=lambda one: -one[0])[:SENTENCES]
    for _score, element, text, page in best:
        yield replace(_alone(element, text, element), page=page.title, is_sentence=True)


def _values(holder: Table | List) -> Iterator[tuple[str, str]]:
    if isinstance(holder, List):
        yield from ((item.id, item.value) for item in holder.items)
    else:
        yield from ((cell.id, cell.value) for row in holder.rows for cell in row)


def _names(value: str) -> frozenset[str]:
    """The folded text of a cell, and the titles of its links."""
    linked = (title for _, title in split_links(value) if title is not None) if "[[" in value else ()
    return frozenset(filter(_is_name, (fold(plain_text(value)), *map(fold, linked))))


def _is_name(text: str) -> bool:
    return SHORTEST_NAME <= len(text) <= LONGEST_NAME and any(map(str.isalpha, text))


def _sharing(nodes: Sequence[_Node]) -> tuple[Array, Array, Array]:
    """The pairs of nodes that share a name, each with 1 / number of neighbours of the first."""
    having: dict[str, set[int]] = {}
    for place, node in enumerate(nodes):
        for name in node.names:
            having.setdefault(name, set()).add(place)
    for place, node in enumerate(nodes):
        if node.is_sentence:
            text = f" {fold(node.text)} "
            for name, places in having.items():
                if f" {name} " in text:
                    places.add(place)
    pairs = {
        (one, other)
        for places in having.values()
        if 1 < len(places) <= MOST_SHARING
        for one in places
        for other in places
        if one != other
    }
    neighbours = Counter(one for one, _ in pairs)
    ordered = sorted(pairs)
    return (
        np.array([one for one, _ in ordered], np.int64),
        np.array([other for _, other in ordered], np.int64),
        np.array([1 / neighbours[one] for one, _ in ordered], np.float32),
    )


def _near(claim: str, nodes: Sequence[_Node], encoder: Encoder) -> Array:
    """Cosines of the claim with each node, its row and its column: (nodes, 3). Raises NoModel."""
    lines: list[Mapping[object, list[str]]] = []
    for line in ("id", "row", "column"):
        texts: dict[object, list[str]] = {}
        for node in nodes:
            texts.setdefault(getattr(node, line), []).append(node.text)
        lines.append(texts)
    every = [" ; ".join(text) for texts in lines for text in texts.values()]
    (first, *others) = encoder.encode([claim, *every]) if every else [np.zeros(1)]
    cosines = iter(others)
    known = [{name: float(next(cosines) @ first) for name in texts} for texts in lines]
    return np.array(
        [[known[0][node.id], known[1][node.row], known[2][node.column]] for node in nodes], np.float32
    ).reshape(len(nodes), 3)


def _numbered(names: Sequence[object]) -> Array:
    """Each name as 0, 1, 2 ... by its first appearance."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], np.int64)
