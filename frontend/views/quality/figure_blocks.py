"""Figures on a page: drawing, definition, downloads, and numbers as cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.figures.bars import Bar, bars
from annotation.figures.figure import Cell, Figure, rounded
from annotation.quality.agreement.result import Result, ends_of, value_of, why
from frontend.views.quality.access import QualityAccess

FILE = "file"
# Columns that figures name themselves; the others come in the reader's language. A CSV keeps the names.
COLUMNS: dict[str, Promise] = {
    "low": gettext_lazy("low"),
    "high": gettext_lazy("high"),
    "wanted": gettext_lazy("expected"),
    "count": gettext_lazy("count"),
    "row": gettext_lazy("row"),
    "column": gettext_lazy("column"),
    "share": gettext_lazy("share"),
    "value": gettext_lazy("value"),
}
TYPES = {"svg": "image/svg+xml", "csv": "text/csv"}


@dataclass(frozen=True, slots=True)
class Block:
    """A figure with the words that say what it shows."""

    figure: Figure
    definition: str

    @property
    def svg(self) -> SafeString:
        """The drawing. Its texts were escaped by `annotation.figures.drawing`."""
        return mark_safe(self.figure.svg)  # noqa: S308

    @property
    def columns(self) -> list[str]:
        """The table's head as people read it."""
        return [str(COLUMNS.get(name, name)) for name in self.figure.columns]

    @property
    def rows(self) -> list[list[str]]:
        """The table's cells as people read them."""
        return [[shown(cell) for cell in row] for row in self.figure.rows]


@dataclass(frozen=True, slots=True)
class Number:
    """A headline: the value in words, its interval, over how many items, and where its rows are."""

    label: str
    definition: str
    value: str
    interval: str
    items: int
    href: str = ""


def shown(cell: Cell) -> str:
    """A cell for people, as their language writes numbers; whole ones in groups of three."""
    if isinstance(cell, int):
        return number_format(cell, force_grouping=True)
    return with_digits(cell, 3) if isinstance(cell, float) else rounded(cell)


def with_digits(value: float, digits: int) -> str:
    """0.650, in German 0,650."""
    return number_format(f"{value:.{digits}f}", digits)  # rounded first: Django would cut


def number(label: str, definition: str, result: Result, href: str = "", digits: int = 3) -> Number:
    """A result as a headline: an undefined one is a dash, with the reason where the interval would be."""
    value, ends, interval = value_of(result), ends_of(result), why_undefined(result)
    if ends is not None:
        low, high = (with_digits(end, digits) for end in ends)
        interval = _("95 %%: %(low)s to %(high)s") % {"low": low, "high": high}
    shown_value = "–" if value is None else with_digits(value, digits)
    return Number(label, definition, shown_value, interval, result.items, href)


def why_undefined(result: Result) -> str:
    """Why there is no value or no interval; empty where there are both."""
    words = why(result)
    return _(words)


def result_bar(label: str, result: Result, count: int, href: str | None = None, reference: float | None = None) -> Bar:
    """A statistic as a bar with its interval. `reference`: the value of the dashed line."""
    return Bar(label, value_of(result), ends_of(result), reference, count, href, why_undefined(result))


def bar_block(name: str, title: str, definition: str, rows: Sequence[Bar], **options: Any) -> Block:
    """Bars with their definition; `options` as of `bars`."""
    return Block(bars(name, title, definition, rows, **options), definition)


def figures_page(
    request: HttpRequest, access: QualityAccess, template: str, blocks: list[Block], /, **shown: Any
) -> HttpResponse:
    """A page of figures, or the one that ?file= asks for as a file. The template is given `blocks` and `shown`."""
    file = file_of(request, blocks)
    return render(request, template, access.page(**{"blocks": blocks, **shown})) if file is None else file


def file_of(request: HttpRequest, blocks: list[Block]) -> HttpResponse | None:
    """A figure as the file that ?file=NAME.svg or NAME.csv asks for; None where nothing is asked. Raises Http404."""
    asked = request.GET.get(FILE)
    if asked is None:
        return None
    name, _dot, kind = asked.rpartition(".")
    figure = next((block.figure for block in blocks if block.figure.name == name), None)
    if figure is None or kind not in TYPES:
        raise Http404
    text = figure.standalone() if kind == "svg" else figure.csv()
    return download(text, f"{name}.{kind}", TYPES[kind])


def download(text: str, name: str, content_type: str) -> HttpResponse:
    """Return text as an attachment with this file name."""
    return HttpResponse(
        text,
        content_type=f"{content_type}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
