"""Cells of wikitext tables with their headers, against renderings that are not ours.

    python -m benchmarks.corpus.table_cells [--shared ../shared/data] [--cells 300] [--seed 0] [--list]

Four readings, none by our reader:

- MediaWiki's expected HTML in its own parser tests, and pandoc's: every case with a table, square by square, header
  cells included; how many of those that differ are in cases accepted with a reason is printed as well;
- the HTML of the same page (`html/wikipages_400`), where a page is there in both: how many are is printed;
- tables of class wikitable of the shared articles as mwparserfromhell reads them, rows and columns by HTML's algorithm:
  cells and headers in whose wikitext there is no template, picture or formula, of tables without rows of a template;
- tables of OTT-QA of pages that are there as wikitext too: another revision, so that rows count which are in both.

A cell is the text of a square with the texts of all header cells above it and to its left. Texts are compared by
letters and figures (`tests.corpus.conformance.shape.essence`). Of all cells with text so many are drawn.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

import mwparserfromhell
from mwparserfromhell.nodes import Node, Tag, Template

from benchmarks.corpus.table_templates import articles
from corpus.page.elements import tables
from corpus.page.grid import grid
from corpus.page.links import plain_text
from corpus.rules import Rules
from corpus.sources import SourcePage
from corpus.wikitext.build import build_page
from tests.corpus.conformance.accept import accepted
from tests.corpus.conformance.cases import all_cases
from tests.corpus.conformance.expansion import expanded
from tests.corpus.conformance.oracle import expected_shape, squares_of
from tests.corpus.conformance.ours import page_of, shape_of
from tests.corpus.conformance.shape import essence

Squares = tuple[tuple[tuple[str, bool], ...], ...]
_HIDDEN = re.compile(r"<!--.*?-->|<ref[^<>]*/>|<ref[^<>]*>.*?</ref>", re.DOTALL | re.IGNORECASE)
_NOT_PLAIN = re.compile(r"\{\{|\[\[[^\[\]|:]+:[^\[\]|]+\.(?:svg|png|jpe?g|gif)\b|\{\||<math", re.IGNORECASE)
_UNREAD = "?"
OTTQA = Path("tables/ottqa/traindev_tables_tok.tar.xz")
HTML = Path("html/wikipages_400.tar.xz")


@dataclass(frozen=True, slots=True)
class Headed:
    """A cell with the headers above it and to its left; of the parser tests header cells too, which have such."""

    text: str
    above: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """A cell of another rendering, and what we have in its place; `ours` is None without a table or square for it."""

    where: str
    expected: Headed
    ours: Headed | None


def main() -> None:
    """Print how many of the drawn cells are equal, by rendering."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shared", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--cells", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--list", action="store_true", help="show every drawn cell that differs")
    chosen = arguments.parse_args()
    pages: dict[str, list[SourcePage]] = {}
    for page in articles(chosen.shared):
        pages.setdefault(_key(page.title), []).append(page)
    twins = [title for title in _html_titles(chosen.shared / HTML) if _key(title) in pages]
    print(f"pages there as wikitext and as HTML: {len(twins)} {twins}")
    for name, cells in (
        ("parser tests", list(_of_parser_tests(chosen.shared / "parser_tests"))),
        ("articles as mwparserfromhell reads them", list(_of_library(pages))),
        ("OTT-QA", list(_of_ottqa(chosen.shared / OTTQA, pages))),
    ):
        drawn = random.Random(chosen.seed).sample(cells, min(chosen.cells, len(cells)))
        different = [cell for cell in drawn if cell.expected != cell.ours]
        everywhere = sum(cell.expected == cell.ours for cell in cells)
        equal = len(drawn) - len(different)
        print(f"{name}: {equal} of {len(drawn)} drawn cells equal; {everywhere} of all {len(cells)}")
        known = sum("(accepted: " in cell.where for cell in cells if cell.expected != cell.ours)
        print(f"  in cases accepted with a reason: {known} of the {len(cells) - everywhere} that differ")
        for cell in different if chosen.list else ():
            print(f"  {cell.where}\n    expected {cell.expected}\n    ours     {cell.ours}")


def _key(title: str) -> str:
    return title.replace("_", " ").casefold()


def _html_titles(path: Path) -> Iterator[str]:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.name.endswith(".json") and (file := archive.extractfile(member)):
                yield json.load(file)["title"]


def _of_parser_tests(folder: Path) -> Iterator[Compared]:
    known = accepted()
    for case in all_cases(folder):
        if case.html:
            theirs = expected_shape(case.html).tables
            ours = shape_of(page_of(expanded(case.wikitext, case.templates))).tables if theirs else ()
            reason = f" (accepted: {known[case.name]})" if case.name in known else ""
            for number, table in enumerate(theirs):
                squares = ours[number].squares if number < len(ours) else ()
                yield from _by_place(f"{case.name} table {number}{reason}", table.squares, squares)


def _by_place(where: str, theirs: Squares, ours: Squares) -> Iterator[Compared]:
    found = _headed(ours, header_cells=True)
    for place, cell in _headed(theirs, header_cells=True).items():
        if cell.text:
            yield Compared(f"{where} {place}", cell, found.get(place))


def _headed(squares: Squares, *, header_cells: bool = False) -> dict[tuple[int, int], Headed]:
    """Every data cell by its place, and with `header_cells` those too. Headers are named once, from the outside in."""
    found: dict[tuple[int, int], Headed] = {}
    for r, line in enumerate(squares):
        for c, (text, is_header) in enumerate(line):
            if header_cells or not is_header:
                above = dict.fromkeys(squares[i][c][0] for i in range(r) if squares[i][c][1])
                left = dict.fromkeys(line[j][0] for j in range(c) if line[j][1])
                found[r, c] = Headed(text, tuple(above), tuple(left))
    return found


def _of_ottqa(path: Path, pages: dict[str, list[SourcePage]]) -> Iterator[Compared]:
    """Cells of the rows that are in both revisions, with the headers of their columns: it tells none of rows."""
    for table in _ottqa_tables(path):
        candidates = [each for page in pages.get(_key(table["title"]), []) for each in _tables_of(page)]
        header = [essence(cell[0]) for cell in table["header"]]
        rows = [[essence(cell[0]) for cell in row] for row in table["data"]]
        ours = _most_alike(candidates, [cell for row in rows for cell in row])
        top = [line for line in ours if all(is_header for _, is_header in line)]
        for row in rows:
            r = next((i for i, line in enumerate(ours) if [text for text, _ in line] == row), None)
            for c, text in enumerate(row if r is not None else ()):
                above = "".join(dict.fromkeys(line[c][0] for line in top))
                where = f"{table['title']} row {r} column {c}"
                yield Compared(where, Headed(text, (header[c],), ()), Headed(text, (above,), ()))


def _most_alike(candidates: Iterable[Squares], words: list[str]) -> Squares:
    wanted = set(words) - {""}
    return max(candidates, key=lambda table: len(wanted & {t for line in table for t, _ in line}), default=())


def _tables_of(page: SourcePage) -> Iterator[Squares]:
    built = build_page(page.title, page.wikitext, page.site, Rules(keep_flagged=True))
    for table in tables(built.page) if built.page else ():
        yield tuple(tuple((essence(plain_text(c.value)), c.is_header) for c in line) for line in grid(table))


def _of_library(pages: dict[str, list[SourcePage]]) -> Iterator[Compared]:
    for page in (each for group in pages.values() for each in group):
        if "{|" not in page.wikitext:
            continue
        ours = list(_tables_of(page))
        for number, node in enumerate(_library_tables(page.wikitext)):
            theirs = tuple(map(tuple, squares_of(_library_rows(node))))
            words = [text for line in theirs for text, _ in line if text != _UNREAD]
            places = _headed(_most_alike(ours, words))
            for place, cell in _headed(theirs).items():
                if cell.text and _UNREAD not in (cell.text, *cell.above, *cell.left):
                    yield Compared(f"{page.title} table {number} {place}", cell, places.get(place))


def _library_tables(wikitext: str) -> Iterator[Tag]:
    """Tables of class wikitable that stand in no other table and no template."""
    for node in mwparserfromhell.parse(_HIDDEN.sub("", wikitext)).nodes:
        if not isinstance(node, Tag) or node.tag != "table" or not node.has("class"):
            continue
        if "wikitable" in str(node.get("class").value).split() and not _has_written_rows(node):
            yield node


def _has_written_rows(table: Tag) -> bool:
    """Return whether a template stands outside its cells: which rows it writes the library does not know."""
    rows = [node for node in table.contents.nodes if isinstance(node, Tag) and node.tag == "tr"]
    return any(isinstance(node, Template) for part in (table, *rows) for node in part.contents.nodes)


def _library_rows(table: Tag) -> list[list[tuple[str, int, int, bool]]]:
    rows: list[list[tuple[str, int, int, bool]]] = [[]]
    for node in table.contents.nodes:
        if isinstance(node, Tag) and node.tag == "tr":
            rows.append([_library_cell(cell) for cell in node.contents.nodes if _is_cell(cell)])
        elif _is_cell(node):
            rows[0].append(_library_cell(node))
    return [row for row in rows if len(row) > 1 or (row and row[0][0])]


def _is_cell(node: Node) -> TypeGuard[Tag]:
    """Return whether it is a cell; the library takes captions for cells whose text begins with a plus sign."""
    return isinstance(node, Tag) and node.tag in ("td", "th") and not str(node.contents).startswith("+")


def _library_cell(node: Tag) -> tuple[str, int, int, bool]:
    """Text, spans, and whether it is a header. What the library does not render is not read."""

    def span(name: str) -> int:
        found = re.search(r"\d+", str(node.get(name).value)) if node.has(name) else None
        return int(found[0]) if found else 1

    is_plain = not _NOT_PLAIN.search(str(node.contents))
    text = essence(node.contents.strip_code()) if is_plain else _UNREAD
    return text, span("rowspan"), span("colspan"), node.tag == "th"


def _ottqa_tables(path: Path) -> Iterator[dict[str, Any]]:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(".json") and (file := archive.extractfile(member)):
                found = json.load(file)
                yield from [found] if "title" in found else found.values()


if __name__ == "__main__":
    main()
