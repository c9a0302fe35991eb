"""Markdown from Django templates, with GitHub's tables. What people wrote is escaped by the filter `md`.

Templates write lines as they stand in the file; `{% table columns rows %}` is a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.template import Context, Engine, Library

from annotation.release.report.document import Group, Rows, is_numeric, shown

register = Library()
_SPECIAL = re.compile(r"([\\`*_\[\]|#~$])")
_HERE = Path(__file__).parent
_FOLDERS = ("cards", "report")


def rendered(template: str, context: Mapping[str, Any]) -> str:
    """The text of a template of the cards or the report, which ends with one newline."""
    return _engine().get_template(template).render(Context(context, autoescape=False)).rstrip() + "\n"


@cache
def _engine() -> Engine:
    """Apart from the site's: a release has no request, and is made where no page is."""
    folders = [str(_HERE / name / "templates") for name in _FOLDERS]
    return Engine(dirs=folders, builtins=[__name__])


@register.filter("md")
def escaped(text: str) -> str:
    """Text that Markdown leaves as it is, on one line."""
    one_line = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", one_line)


@register.simple_tag(name="table")
def table(columns: Sequence[str], rows: Rows) -> str:
    """A table; numbers stand to the right."""
    return "\n".join(_lines(columns, rows))


def _lines(columns: Sequence[str], rows: Rows) -> Iterator[str]:
    yield _row(map(escaped, columns))
    yield _row("---:" if is_numeric(rows, at) else "---" for at in range(len(columns)))
    for row in rows:
        if isinstance(row, Group):
            yield _row([f"**{escaped(row.name)}**", *[""] * (len(columns) - 1)])
        else:
            yield _row(escaped(shown(cell)) for cell in row)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
