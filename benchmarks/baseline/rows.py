"""Table-shaped sets as what the training reads: FEVEROUS rows and a file of pages, a page a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotation.release.record import EvidenceSetRecord, Record, lines
from benchmarks.baseline.tables import TableCase
from corpus.page.element_id import full_id, title_id
from corpus.page.elements import Page, Table
from corpus.page.page_json import page_from_json, page_to_json


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about the one table of a page, its label, and its evidence (local ids)."""

    claim: str
    page: Page
    label: str
    evidence: Sequence[str]


def write_set(folder: Path, **parts: Iterable[Statement]) -> None:
    """Write NAME.jsonl for each part, and pages.jsonl for all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    pages: dict[str, Page] = {}
    number = 0
    for name, statements in parts.items():
        records = []
        for one in statements:
            pages[one.page.title] = one.page
            number += 1
            title = one.page.title
            content = tuple(dict.fromkeys(full_id(title, element) for element in one.evidence))
            context = {element: (title_id(title),) for element in content}
            records.append(
                Record(number, one.claim, one.label, (EvidenceSetRecord(content, context),) if content else ())
            )
        (folder / f"{name}.jsonl").write_text("".join(lines(records)), encoding="utf-8")
    with (folder / "pages.jsonl").open("w", encoding="utf-8") as file:
        for page in pages.values():
            file.write(json.dumps(page_to_json(page), ensure_ascii=False) + "\n")


def cell_statements(cases: Iterable[TableCase], part: str) -> list[Statement]:
    """Cases of a part of a set with their gold cells; of several annotators', those that at least half chose."""
    found = []
    for number, case in enumerate(cases):
        chosen = {
            place for place in case.squares.values() if sum(place in gold for gold in case.gold) * 2 >= len(case.gold)
        }
        evidence = [cell for cell, place in case.squares.items() if place in chosen]
        if evidence:
            found.append(
                Statement(case.claim, page_of(f"{case.name} {part} {number}", case.table), "SUPPORTS", evidence)
            )
    return found


def page_of(title: str, table: Table) -> Page:
    """A page of one table, its text as pages in a corpus have it."""
    return page_from_json(page_to_json(Page(title.replace("_", " "), (replace(table, caption=table.caption),))))
