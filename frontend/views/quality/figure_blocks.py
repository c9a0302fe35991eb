"""Figures on a page: drawing, definition, downloads, and numbers as cards."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.figures.figure import Cell, Figure, rounded
from annotation.quality.agreement import result as results
from annotation.quality.agreement.result import Interval, Result, Undefined
from annotation.quality.agreement.result import ends_of as ends_of
from annotation.quality.agreement.result import value_of as value_of

FILE = "file"
# Columns that figures name themselves; the others come in the reader's language. A CSV keeps the names.
COLUMNS: dict[str, Promise] = {
    "low": gettext_lazy("low"),
    "high": gettext_lazy("high"),
    "wanted": gettext_lazy("expected"),
    "count": gettext_lazy("count"),
    "row": gettext_lazy("row"),
    "column": gettext_lazy("column"),
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
    if isinstance(result, Undefined):
        return Number(label, definition, "–", _(result.words), result.items, href)
    if isinstance(result.interval, Interval):
        ends = {"low": with_digits(result.interval.low, digits), "high": with_digits(result.interval.high, digits)}
        return Number(
            label,
            definition,
            with_digits(result.value, digits),
            _("95 %%: %(low)s to %(high)s") % ends,
            result.items,
            href,
        )
    return Number(label, definition, with_digits(result.value, digits), _(result.interval.words), result.items, href)


def why(result: Result) -> str:
    """Why there is no value, or no interval; empty where there are both."""
    words = results.why(result)
    return _(words) if words else ""


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
    return as_file(text, f"{name}.{kind}", TYPES[kind])


def as_file(text: str, name: str, content_type: str) -> HttpResponse:
    """Text to be saved under this name, which is ours."""
    return HttpResponse(
        text,
        content_type=f"{content_type}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
