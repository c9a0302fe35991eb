"""Statements with a verdict over one table: InfoTabS, SEM-TAB-FACTS and TabFact, as FEVEROUS rows are.

None names evidence for every statement, so that it is what stage 3 finds in the table, without weights: the cells
that the lexical scorer likes best. TabFact's statements are not among the shared data, only its tables.
"""

from __future__ import annotations

import csv
import json
import lzma
import random
import tarfile
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

from baseline.cells.blend import word_logits
from baseline.words import claim_words
from benchmarks.baseline.rows import Statement, page_of
from benchmarks.baseline.tables import square_texts, table_of
from benchmarks.search.wiki import SHARED
from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Cell, Page, Table

INFOTABS = {"E": "SUPPORTS", "C": "REFUTES", "N": "NOT ENOUGH INFO"}
SEMTABFACTS = {"entailed": "SUPPORTS", "refuted": "REFUTES"}
TABFACT = {1: "SUPPORTS", 0: "REFUTES"}
T = TypeVar("T")
MOST_CELLS = 8  # of a table that are taken as evidence
MOST_KEYS = 4  # of an infobox, as in Neeraja et al. (2021), for whom more only distract


def infotabs(part: str, limit: int = 0) -> list[Statement]:
    """So many, by chance, of "train" (16,538), "dev" (1,800), "test_alpha1" (1,800): an infobox's keys are headers."""
    pages = _infoboxes()
    path = SHARED / "tables" / "infotabs" / f"{part}.tsv.xz"
    with lzma.open(path, "rt", encoding="utf-8", newline="") as lines:
        rows = some([*csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)], limit)
    found = []
    for row in rows:
        page, claim = pages[row["table_id"]], row["hypothesis"].strip()
        evidence = evidence_of(claim, page, "wikipedia", MOST_KEYS)
        found.append(Statement(claim, page, INFOTABS[row["label"].strip()], evidence))
    return found


def some(rows: list[T], limit: int) -> list[T]:
    """So many of the rows by chance, 0 for all, in their order."""
    if not limit or limit >= len(rows):
        return rows
    return [rows[i] for i in sorted(random.Random(0).sample(range(len(rows)), limit))]


@lru_cache(maxsize=1)
def _infoboxes() -> dict[str, Page]:
    pages: dict[str, Page] = {}
    with tarfile.open(SHARED / "tables" / "infotabs" / "tables.tar.xz") as files:
        for member in files:
            if member.name.startswith("data/tables/json/") and member.name.endswith(".json"):
                file = files.extractfile(member)
                assert file is not None
                data = json.load(file)
                name = member.name.rpartition("/")[2].removesuffix(".json")
                title = " ".join(data.get("title", [name]))
                rows = [
                    (_cell(r, 0, key), _cell(r, 1, " ; ".join(map(str.strip, values))))
                    for r, (key, values) in enumerate((k, v) for k, v in data.items() if k != "title")
                ]
                pages[name] = page_of(f"{title} ({name})", Table("table_0", "infobox", tuple(rows), None))
    return pages


def semtabfacts(archive: str, limit: int = 0, *, tenth: bool | None = None) -> list[Statement]:
    """So many of the entailed and refuted statements: of "train_manual_v1.3.2.zip" (4,506), "dev_v1.1.zip" (463).

    `tenth`: of every tenth file only, or of the others only. The 93 unknown ones of dev are left out: train has none to
    learn from.
    """
    found: list[tuple[str, Page, str]] = []
    with zipfile.ZipFile(SHARED / "tables" / "semtabfacts" / archive) as files:
        names = (name for name in files.namelist() if "/output/" in name and name.endswith(".xml"))
        for place, name in enumerate(sorted(name for name in names if "MACOSX" not in name)):
            if tenth is not None and (place % 10 == 0) is not tenth:
                continue
            for number, element in enumerate(ElementTree.fromstring(files.read(name)).iter("table")):
                found += _of_table(f"{archive[:3]} {name.rpartition('/')[2].removesuffix('.xml')} {number}", element)
    return [Statement(claim, page, label, evidence_of(claim, page, "scientific"))
            for claim, page, label in some(found, limit)]  # fmt: skip


def _of_table(name: str, element: ElementTree.Element) -> Iterator[tuple[str, Page, str]]:
    texts = square_texts(element)
    if not texts:
        return
    page = page_of(name, table_of(texts))
    for statement in element.iter("statement"):
        claim, label = " ".join(statement.get("text", "").split()), SEMTABFACTS.get(statement.get("type", ""))
        if claim and label:
            yield claim, page, label


def tabfact(folder: Path, part: str, limit: int = 0) -> list[Statement]:
    """So many of part "train", "val" or "test" of a clone of TabFact's repository, as its authors divide the tables.

    `collected_data/*.json`: table -> [statements, labels (1 is entailed), caption]; `data/PART_id.json`: the tables
    of a part; `data/all_csv`: their cells, "#" between them, row 0 the header.
    """
    wanted = set(json.loads((folder / "data" / f"{part}_id.json").read_text(encoding="utf-8")))
    found: list[tuple[str, str, int]] = []
    captions: dict[str, str] = {}
    for name in ("r1_training_all.json", "r2_training_all.json"):
        collected = json.loads((folder / "collected_data" / name).read_text(encoding="utf-8"))
        for table, (claims, labels, caption) in collected.items():
            if table in wanted:
                captions[table] = caption
                found += [(table, claim, label) for claim, label in zip(claims, labels, strict=True)]
    chosen = some(found, limit)
    pages = {table: _tabfact_page(folder, table, captions[table]) for table in {table for table, _, _ in chosen}}
    return [
        Statement(claim, pages[table], TABFACT[label], evidence_of(claim, pages[table], "wikipedia"))
        for table, claim, label in chosen
    ]


def _tabfact_page(folder: Path, name: str, caption: str) -> Page:
    path = folder / "data" / "all_csv" / name
    rows = [line.split("#") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    texts = {(r, c): ("", " ".join(text.split())) for r, row in enumerate(rows) for c, text in enumerate(row)}
    return page_of(f"{caption} ({name.removesuffix('.html.csv')})", table_of(texts))


def evidence_of(claim: str, page: Page, profile: str, most: int = MOST_CELLS) -> list[str]:
    """The best cells of the page's table that hold something and are no headers, in the table's order."""
    table = page.elements[0]
    assert isinstance(table, Table)
    logits = word_logits(claim_words(claim), table, profile)
    cells = {cell.id: cell for row in table.rows for cell in row if cell.value and not cell.is_header}
    best = sorted(cells, key=lambda cell: -logits.get(cell, 0.0))[:most]
    return [cell for cell in cells if cell in best]


def _cell(r: int, c: int, text: str) -> Cell:
    kind = ElementKind.CELL if c else ElementKind.HEADER_CELL
    return Cell(local_id(kind, 0, r, c), text, not c, 1, 1)
