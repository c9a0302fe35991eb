"""Statements over tables whose evidence cells are known: FeTaQA's answers, SEM-TAB-FACTS' statements."""

from __future__ import annotations

import json
import lzma
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.search.wiki import SHARED
from corpus.page.element_id import ElementKind, local_id, normalise_title
from corpus.page.elements import Cell, Table


@dataclass(frozen=True, slots=True)
class TableCase:
    """A claim, the table it is about, and its gold cells, or several sets of them when annotators differ.

    `squares`: cell id -> the cell of the source that it shows; a cell that spans is shown several times.
    """

    name: str
    claim: str
    table: Table
    squares: dict[str, str]
    gold: tuple[frozenset[str], ...]
    is_for_tuning: bool
    label: str = ""


def fetaqa() -> list[TableCase]:
    """The 1,001 answers of the dev set, each a sentence about cells of one table; row 0 is its header."""
    cases = []
    with lzma.open(SHARED / "tables" / "fetaqa" / "dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            texts: list[list[str]] = row["table_array"]
            table = table_of_rows(texts)
            ids = {(r, c): cell.id for r, cells in enumerate(table.rows) for c, cell in enumerate(cells)}
            gold = frozenset(ids[r, c] for r, c in map(tuple, row["highlighted_cell_ids"]))
            squares = {id_: id_ for id_ in ids.values()}
            cases.append(TableCase("fetaqa", row["answer"], table, squares, (gold,), number % 2 == 0))
    return cases


def fetaqa_titles() -> list[tuple[str, str]]:
    """Of each answer, in the same order, the title of its table's page and the heading of its section."""
    with lzma.open(SHARED / "tables" / "fetaqa" / "dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return [(normalise_title(row["table_page_title"]), row["table_section_title"]) for row in rows]


def semtabfacts(archive: str = "dev_v1.1.zip") -> list[TableCase]:
    """The statements that have annotated evidence; a table's statements stay in one half."""
    cases: list[TableCase] = []
    with zipfile.ZipFile(SHARED / "tables" / "semtabfacts" / archive) as files:
        names = sorted(name for name in files.namelist() if "/output/" in name and name.endswith(".xml"))
        names = [name for name in names if "MACOSX" not in name]
        for number, name in enumerate(names):
            for element in ElementTree.fromstring(files.read(name)).iter("table"):
                cases += _statements(element, is_for_tuning=number % 2 == 0)
    return cases


def _statements(element: ElementTree.Element, *, is_for_tuning: bool) -> Iterator[TableCase]:
    """One case a statement; each version of its evidence is a gold set."""
    texts = square_texts(element)
    evidence: dict[str, dict[str, set[str]]] = {}
    for cell in element.iter("cell"):
        for one in cell.iter("evidence"):
            sets = evidence.setdefault(one.get("statement_id", ""), {}).setdefault(one.get("version", "0"), set())
            if one.get("type") == "relevant":
                sets.add(f"{int(cell.get('row-start', '0'))},{int(cell.get('col-start', '0'))}")
    if not texts:
        return
    table = table_of(texts)
    squares = {table.rows[r][c].id: place for (r, c), (place, _) in texts.items()}
    for statement in element.iter("statement"):
        versions = evidence.get(statement.get("id", ""), {})
        gold = tuple(frozenset(places) for places in versions.values() if places)
        if gold:
            text, label = statement.get("text", ""), statement.get("type", "")
            yield TableCase("semtabfacts", text, table, squares, gold, is_for_tuning, label)


def square_texts(element: ElementTree.Element) -> dict[tuple[int, int], tuple[str, str]]:
    """Each square (row, column) of a SEM-TAB-FACTS table: its cell's place as text, and its words."""
    texts: dict[tuple[int, int], tuple[str, str]] = {}
    for cell in element.iter("cell"):
        top, bottom, left, right = (int(cell.get(key, "0")) for key in ("row-start", "row-end", "col-start", "col-end"))
        for r in range(top, bottom + 1):
            for c in range(left, right + 1):
                texts[r, c] = f"{top},{left}", " ".join(cell.get("text", "").split())
    return texts


def table_of(texts: dict[tuple[int, int], tuple[str, str]]) -> Table:
    """The table of such squares, row 0 its header."""
    height, width = (1 + max(square[axis] for square in texts) for axis in (0, 1))
    return _table([[texts.get((r, c), ("", ""))[1] for c in range(width)] for r in range(height)], header_rows=1)


def table_of_rows(rows: Sequence[Sequence[str]]) -> Table:
    """The table of rows of texts, shorter ones filled up with empty cells; row 0 is its header."""
    width = max(map(len, rows))
    return _table([[*cells, *[""] * (width - len(cells))] for cells in rows], header_rows=1)


def _table(rows: list[list[str]], header_rows: int) -> Table:
    def cell(r: int, c: int, text: str) -> Cell:
        kind = ElementKind.HEADER_CELL if r < header_rows else ElementKind.CELL
        return Cell(local_id(kind, 0, r, c), text, r < header_rows, 1, 1)

    return Table(
        "table_0", "general", tuple(tuple(cell(r, c, t) for c, t in enumerate(row)) for r, row in enumerate(rows)), None
    )
