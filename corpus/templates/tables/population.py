"""Tables of populations, climates and shares: `{{Historical populations}}`, `{{Weather box}}`, `{{bar box}}`."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.templates.tables.arguments import (
    Arguments,
    Expansion,
    cells,
    grouped_figure,
    headers,
    plain_number,
    row,
    table,
)
from corpus.word_lists import pairs

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_TITLE = "Historical population"


def _change(before: float | None, now: float | None) -> str:
    """The change in percent, as the template computes it; a dash where there is none."""
    return f"{(now - before) / before * 100:+.1f}%".replace("-", "−") if before and now is not None else "—"


def _historical(arguments: Arguments) -> str:
    """Pairs of year and population, and the change from row to row unless it is turned off."""
    values = arguments.positional() or _numbered(arguments)
    pagr, off = (arguments.get("percentages") == word for word in ("pagr", "off"))
    changes = not (pagr or off)
    rows: list[str] = []
    before: float | None = None
    for year, figure in zip(values[::2], values[1::2], strict=False):
        if not (year or figure):
            continue
        now = plain_number(figure)
        shown = [year, grouped_figure(figure), *([_change(before, now)] if changes else [])]
        rows.append(row(cells(*shown)))
        before = now
    columns = ["Year", arguments.get("pop name") or "Pop.", *(["±%"] if changes else [])]
    return table(rows, *columns, caption=arguments.get("title") or _TITLE)


def _numbered(arguments: Arguments) -> list[str]:
    """The values of older calls: year1, pop1, year2, pop2."""
    return [arguments.get(f"{name}{n}") for n in arguments.numbers("year") for name in ("year", "pop")]


def _census(arguments: Arguments) -> str:
    """{{US Census population|1850=6052|...|estyear=2012|estimate=...}}: growth has no sign."""
    counts = sorted((name, value) for name, value in arguments.named() if _is_year(name) and value)
    if arguments.get("estimate"):
        counts.append((f"Est. {arguments.get('estyear')}".strip(), arguments.get("estimate")))
    rows: list[str] = []
    before: float | None = None
    for year, figure in counts:
        now = plain_number(figure)
        rows.append(row(cells(year, grouped_figure(figure), _change(before, now).removeprefix("+"))))
        before = now
    return table(rows, "Census", "Pop.", "%±", caption=_TITLE)


def _is_year(name: str) -> bool:
    return len(name) == 4 and name.isascii() and name.isdigit()


def _weather(arguments: Arguments) -> str:
    """{{Weather box}}: one row for each quantity that is given, by months. Nothing is converted or averaged."""
    place = arguments.get("location")
    written = [(label, _of_year(arguments, key)) for key, label in pairs("weather_rows.tsv").items()]
    kept = [(label, values) for label, values in written if any(values)]
    with_year = any(values[-1] for _, values in kept)
    rows = [row(headers(label), cells(*(values if with_year else values[:-1]))) for label, values in kept]
    columns = ["Month", *_MONTHS, *(["Year"] if with_year else [])]
    return table(rows, *columns, caption=f"Climate data for {place}" if place else "Climate data")


def _of_year(arguments: Arguments, key: str) -> list[str]:
    """The values of the months, and of the year."""
    return [arguments.get(f"{month} {key}") for month in (*map(str.lower, _MONTHS), "year")]


def _bar_box(arguments: Arguments) -> str:
    """{{bar box|title=...|bars={{bar percent|...}}...}}: the bars follow as templates of their own."""
    bars = arguments.get("bars")
    left, right = arguments.get("left1"), arguments.get("right1")
    header = [row(headers(left, right))] if left or right else []
    return table([*header, f"\n{bars}"] if bars else [], caption=arguments.get("title", "titlebar"))


def _bar_percent(arguments: Arguments) -> str:
    """{{bar percent|label|color|66.5|shown}}: label and share."""
    label, _, share, *shown = [*arguments.positional(), "", "", ""][:4]
    return row(cells(label, (shown[0] if shown else "") or (f"{share}%" if share else "")))


def _bar_pixel(arguments: Arguments) -> str:
    """{{bar pixel|label|color|pixels|note|shown}}: the label, and what is shown behind the bar."""
    label, _, width, *rest = [*arguments.positional(), "", "", "", ""][:5]
    shown = arguments.get("value", "4") or (rest[0] if rest else "")
    return row(cells(label, shown or width))


def _pie_slices(arguments: Arguments) -> Iterator[str]:
    for number in arguments.numbers("value"):
        value = arguments.get(f"value{number}")
        yield row(cells(arguments.get(f"label{number}"), f"{value}%"))


def _pie_chart(arguments: Arguments) -> str:
    """{{pie chart|caption=...|label1=A|value1=60|...}}: its legend, with the share of the rest as "Other"."""
    rows = list(_pie_slices(arguments))
    if rows and arguments.get("other").lower() in ("yes", "y", "true"):
        known = [plain_number(arguments.get(f"value{number}")) for number in arguments.numbers("value")]
        rest = 100 - sum(value or 0 for value in known)
        rows.append(row(cells(arguments.get("other-label") or "Other", f"{rest:.10g}%")))
    return table(rows, caption=arguments.get("caption"))


WHOLE: dict[str, Expansion] = {
    **dict.fromkeys(("historical populations", "historical population", "historicalpopulations"), _historical),
    **dict.fromkeys(("us census population", "uscensuspop", "us census"), _census),
    **dict.fromkeys(("weather box", "weatherbox"), _weather),
    **dict.fromkeys(("bar box", "barbox"), _bar_box),
    **dict.fromkeys(("pie chart", "piechart"), _pie_chart),
}
ROWS: dict[str, Expansion] = {
    **dict.fromkeys(("bar percent", "bar percent2"), _bar_percent),
    **dict.fromkeys(("bar pixel", "bar pixel2"), _bar_pixel),
}
