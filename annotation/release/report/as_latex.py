"""Render a table of the report as LaTeX (booktabs), a `table` environment a file, to be \\input in a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from annotation.release.report.document import Cell, Group, Rows, is_numeric, shown
from annotation.release.tex import escaped

PACKAGES = "% Needs \\usepackage{booktabs}; text is UTF-8.\n"
_NUMBER = re.compile(r"^(?:Table|Figure) \d+[a-z]?: ")  # a paper has its own
LONG = 40  # letters; a column with a longer text is broken into lines
WIDTH = "0.45\\linewidth"


def latex(name: str, title: str, definition: str, columns: Sequence[str], rows: Rows) -> str:
    """The whole file; "" without a column. `name` makes its label, tab:NAME."""
    if not columns:
        return ""
    return PACKAGES + "\n".join(_lines(name, title, definition, columns, rows)) + "\n"


def _lines(name: str, title: str, definition: str, columns: Sequence[str], rows: Rows) -> Iterator[str]:
    title = _NUMBER.sub("", title)
    title = title[:1].upper() + title[1:]
    kinds = "".join(_kind(rows, at) for at in range(len(columns)))
    yield "\\begin{table}"
    yield "  \\centering\\small"
    yield f"  \\caption[{escaped(title)}]{{{escaped(title)}. {escaped(definition)}}}"
    yield f"  \\label{{tab:{name}}}"
    yield f"  \\begin{{tabular}}{{{kinds}}}"
    yield "    \\toprule"
    yield _row([escaped(head[:1].upper() + head[1:]) for head in columns])
    yield "    \\midrule"
    for at, row in enumerate(rows):
        if isinstance(row, Group):
            if at:
                yield "    \\addlinespace"
            yield f"    \\multicolumn{{{len(columns)}}}{{l}}{{\\textit{{{escaped(row.name)}}}}} \\\\"
        else:
            yield _row([_cell(cell) for cell in row])
    yield "    \\bottomrule"
    yield "  \\end{tabular}"
    yield "\\end{table}"


def _kind(rows: Rows, at: int) -> str:
    if is_numeric(rows, at):
        return "r"
    longest = max((len(str(row[at] or "")) for row in rows if not isinstance(row, Group)), default=0)
    return f"p{{{WIDTH}}}" if longest > LONG else "l"


def _row(cells: Sequence[str]) -> str:
    # A bracket at the beginning of a row would be read as an option of the line break before it.
    first, *rest = cells
    return f"    {' & '.join([f'{{{first}}}' if first.startswith('[') else first, *rest])} \\\\"


def _cell(cell: Cell) -> str:
    """As people read it elsewhere; a negative number with a minus sign."""
    text = shown(cell)
    return f"${text}$" if isinstance(cell, int | float) and text.startswith("-") else escaped(text)
