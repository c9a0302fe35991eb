"""python manage.py measure_fidelity ../shared/data/html [--json]"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.html.build import build_page_from_html
from corpus.html.fidelity import ENOUGH, TableFidelity, table_fidelity, unseen_texts
from corpus.html.ground_truth import pages_with_truth
from corpus.rules import Rules
from corpus.sources import SourceError
from corpus.sources.source import SourcePage

REQUIRED = 0.99  # of the pages


class Command(BaseCommand):
    help = "Compare tables read from rendered HTML with grids that others made from the same pages."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", type=Path, help="folder or archive with .html, .json and .csv of each page")
        parser.add_argument("--json", action="store_true", help="print every page as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["source"]
        if not path.exists():
            raise CommandError(f"{path}: no such file or folder.")
        try:
            measured = [_measured(*page) for page in pages_with_truth(path)]
        except SourceError as error:
            raise CommandError(str(error)) from error
        report = _report(measured)
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1) if options["json"] else _text(report))
        if report["enough"] < REQUIRED * report["pages"]:
            raise CommandError(f"Wanted: {REQUIRED:.0%} of the pages with {ENOUGH:.0%} of the cells.")


def _measured(sidecar: SourcePage, html: str, truth: list[list[str]]) -> TableFidelity:
    """One page. Flagged pages are read too: what is measured is the reader and not the rules."""
    page = build_page_from_html(sidecar.title, html, sidecar.site, Rules(keep_flagged=True)).page
    if page is None:
        return TableFidelity(sidecar.title, sum(map(len, truth)), 0, 0, ("no table found",))
    return table_fidelity(page, truth, unseen_texts(html))


def _report(measured: list[TableFidelity]) -> dict[str, Any]:
    """The figures, and the pages behind them."""
    return {
        "pages": len(measured),
        "enough": sum(each.is_enough for each in measured),
        "enough_as_written": sum(each.found_as_written >= ENOUGH * each.cells for each in measured),
        "cells": sum(each.cells for each in measured),
        "found": sum(each.found for each in measured),
        "equal": sum(not each.differences for each in measured),
        "differences": dict(Counter(kind for each in measured for kind in each.differences).most_common()),
        "below": {each.title: [each.found, each.cells] for each in measured if not each.is_enough},
        "below_as_written": {
            each.title: list(each.differences) for each in measured if each.found_as_written < ENOUGH * each.cells
        },
        "unequal": {each.title: list(each.differences) for each in measured if each.differences},
    }


def _text(report: dict[str, Any]) -> str:
    pages, cells = report["pages"], report["cells"]
    lines = [
        f"{pages} pages, one table each, {cells:,} cells with text. The shares of",
        _share("pages with 95 % of these cells in one table of ours", report["enough"], pages),
        _share("the same, without allowance for what the truth changed", report["enough_as_written"], pages),
        _share("cells found", report["found"], cells),
        _share("grids that are equal", report["equal"], pages),
        "The other grids differ by",
    ]
    lines += [f"{count:8}  {kind}" for kind, count in report["differences"].items()]
    if report["below"]:
        lines.append("Pages below 95 %:")
        lines += [f"{found:8} of {of} cells: {title}" for title, (found, of) in report["below"].items()]
    if report["below_as_written"]:
        lines.append("Pages below 95 % without allowance, and why:")
        lines += [f"    {title}: {', '.join(why)}" for title, why in report["below_as_written"].items()]
    return "\n".join(lines)


def _share(what: str, count: int, of: int) -> str:
    return f"{100 * count / of:8.2f} %  {what} ({count:,})"
