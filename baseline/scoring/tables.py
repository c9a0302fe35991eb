"""Tables of estimates, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from baseline.scoring.intervals import Estimate

MOST_NAMED = 10  # malformed parts that are named
Values = tuple[Estimate | None, ...]


class Unit(StrEnum):
    """How a value is printed: a share in per cent, the difference of two shares in points with its sign, a number with
    one digit, the difference of two numbers with its sign, a rank as a whole number."""

    SHARE = "share"
    DIFFERENCE = "difference"
    NUMBER = "number"
    CHANGE = "change"
    RANK = "rank"


SHAPES = {
    Unit.SHARE: "{:.1f}",
    Unit.DIFFERENCE: "{:+.1f}",
    Unit.NUMBER: "{:,.1f}",
    Unit.CHANGE: "{:+,.1f}",
    Unit.RANK: "{:.0f}",
}
PER_CENT = (Unit.SHARE, Unit.DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of (name, a value a column); None where the predictions do not say. `units`: of columns without shares."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, Values], ...]
    units: Mapping[str, Unit] = field(default_factory=dict)

    def unit(self, column: str) -> Unit:
        """The unit of a column."""
        return self.units.get(column, Unit.SHARE)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything `evaluate` prints; `claims` is the number of rows, `malformed` what counts as wrong for its form."""

    claims: int
    labels: Mapping[str, int]
    resamples: int
    tables: tuple[Table, ...]
    malformed: tuple[str, ...] = ()


def one_column(title: str, note: str, names: Mapping[str, str], found: Mapping[str, Estimate]) -> Table:
    """A row for each name that was found."""
    return Table(title, note, ("",), tuple((name, (found[key],)) for name, key in names.items() if key in found))


def exactly(value: float, rows: int = 1) -> Estimate:
    """A value without an interval."""
    return Estimate(value, None, None, rows)


def as_text(result: Report) -> str:
    """Format the report for a terminal: per cent, with intervals."""
    parts = [_heading(result)]
    for table in result.tables:
        grid = _grid(table)
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        lines = ["  ".join(text.ljust(w) for text, w in zip(line, widths, strict=True)).rstrip() for line in grid]
        parts.append("\n".join([table.title, *([table.note] if table.note else []), *filter(None, lines)]))
    return "\n\n".join(parts) + "\n"


def as_markdown(result: Report) -> str:
    """Format the report as Markdown tables."""
    parts = [_heading(result)]
    for table in result.tables:
        head, *rows = ([text.strip().replace("|", "\\|") for text in line] for line in _grid(table))
        lines = [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows)]
        parts.append(f"### {table.title}\n\n{table.note}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def as_json(result: Report) -> dict[str, object]:
    """Convert the report to JSON values: shares from 0 to 1, null for numbers without predictions."""
    return {
        "claims": result.claims,
        "labels": dict(result.labels),
        "resamples": result.resamples,
        "malformed": {"count": len(result.malformed), "first": [*result.malformed[:MOST_NAMED]]},
        "tables": [
            {
                "title": table.title,
                "note": table.note,
                "rows": [
                    {"name": name.strip(), "values": dict(zip(table.columns, map(_number, values), strict=True))}
                    for name, values in table.rows
                ],
            }
            for table in result.tables
        ],
    }


def _heading(result: Report) -> str:
    labels = ", ".join(f"{count:,} {label}" for label, count in result.labels.items())
    how = f"95 % intervals of {result.resamples:,} resamples in brackets" if result.resamples else "no intervals"
    lines = [f"{result.claims:,} claims ({labels}); per cent; {how}."]
    if result.malformed:
        lines += [
            "",
            f"{len(result.malformed):,} malformed parts of the predictions count as wrong (--strict refuses them):",
        ]
        lines += [f"- {one}" for one in result.malformed[:MOST_NAMED]]
    return "\n".join(lines)


def _grid(table: Table) -> list[list[str]]:
    """The texts of a table, head first."""
    units = [table.unit(column) for column in table.columns]
    return [["", *table.columns], *([name, *map(_shown, values, units)] for name, values in table.rows)]


def _shown(value: Estimate | None, unit: Unit) -> str:
    if value is None:
        return "-"
    shape = SHAPES[unit].format
    ends: Sequence[float] = () if value.low is None or value.high is None else (value.low, value.high)
    scale = 100 if unit in PER_CENT else 1
    shown = shape(scale * value.value)
    return f"{shown} [{', '.join(shape(scale * end) for end in ends)}]" if ends else shown


def _number(value: Estimate | None) -> dict[str, float | int | None] | None:
    if value is None:
        return None
    return {"value": value.value, "low": value.low, "high": value.high, "claims": value.rows}
