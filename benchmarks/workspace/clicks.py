"""From a click to the frame that shows highlight, context and card; a column at once, and cell by cell."""

from __future__ import annotations

import time

from benchmarks.workspace.browser import Workspace, shares
from benchmarks.workspace.pages import COLUMNS, GRID, ROWS

CLICKS = 60
MANY = 50  # pieces selected before
CELL = "#reader-frame td.citable"
ARRIVED = "#reader-frame article:not(.is-arriving)"


def click_cells(workspace: Workspace) -> None:
    """On the table of 10,000 cells, with nothing selected and with 50 pieces; then sentences and cells of 2 MB."""
    workspace.go(GRID)
    workspace.page.wait_for_selector(ARRIVED)
    _clicks(workspace, "10,000 cells", range(3, 3 + 150 * CLICKS, 150))
    _forget(workspace)
    for number in range(MANY):
        workspace.click(CELL, number * 190)
    _clicks(workspace, f"10,000 cells, {MANY} pieces selected", range(75, 75 + 150 * CLICKS, 150))
    _forget(workspace)
    workspace.go("Page of 2 MB")
    workspace.page.wait_for_selector(ARRIVED)
    _clicks(workspace, "page of 2 MB", range(5, 5 + 90 * CLICKS, 90))
    _forget(workspace)


def _clicks(workspace: Workspace, name: str, numbers: range) -> None:
    seen = [workspace.click(CELL, number) for number in numbers]
    print(
        f"click, {name}: {shares([each['total'] for each in seen])}; script {shares([each['script'] for each in seen])}"
    )
    touched = sorted(each["touched"] for each in seen)
    replaced = sum(each["replaced"] for each in seen)
    print(f"  elements of the article touched: p50 {touched[len(touched) // 2]}, most {touched[-1]}; "
          f"nodes put into it: {replaced}")  # fmt: skip


def _forget(workspace: Workspace) -> None:
    """Everything is taken back, so that the next measurement begins with nothing selected."""
    page = workspace.page
    for _ in range(2 * (MANY + CLICKS)):
        if page.locator("#undo").is_disabled():
            break
        page.click("#undo")


def column(workspace: Workspace) -> None:
    """The same column of cells: its gutter's one click, and a click on each of its cells."""
    workspace.go(GRID)
    page = workspace.page
    page.wait_for_selector(ARRIVED)
    inside = [row * (COLUMNS - 1) + 3 for row in range(MANY)]  # data cells of column 4, the first 50 rows
    started = time.perf_counter()
    cell_by_cell = [workspace.click(CELL, number) for number in inside]
    by_clicks = time.perf_counter() - started
    _forget(workspace)
    page.locator(CELL).nth(inside[0]).hover()
    page.wait_for_selector("#gutter-column:not([hidden])")
    seen = workspace.click("#gutter-column")
    chosen = page.locator("#reader-frame td.is-evidence").count()
    _forget(workspace)
    total = sum(each["total"] for each in cell_by_cell)
    print(f"{MANY} cells by {MANY} clicks: {total:.0f} ms until painted, {by_clicks:.1f} s with moving and pressing")
    print(
        f"a column of {chosen} cells (of {ROWS} rows) by its gutter: "
        f"{seen['total']:.0f} ms, script {seen['script']:.1f} ms"
    )
