"""Tables of music: track listings, ratings, charts and certifications."""

from __future__ import annotations

from corpus.syntax.parser_state import HOLE
from corpus.templates.tables.arguments import (
    Arguments,
    Expansion,
    cells,
    grouped_figure,
    headers,
    opening,
    row,
    table,
    wide,
)
from corpus.word_lists import pairs

_CREDITS = (("writer", "Writer(s)"), ("lyrics", "Lyrics"), ("music", "Music"), ("extra", ""))
_AGGREGATES = (("mc", "Metacritic"), ("adm", "AnyDecentMusic?"))


def _track_listing(arguments: Arguments) -> str:
    """{{Track listing}}: number, quoted title with its note, credits that any track has, length; and the total."""
    tracks = arguments.numbers("title")
    credits = [
        (stem, label or arguments.get("extra column") or "Artist")
        for stem, label in _CREDITS
        if arguments.numbers(stem)
    ]
    if arguments.numbers("length"):
        credits.append(("length", "Length"))
    rows = [_track(arguments, n, [stem for stem, _ in credits]) for n in tracks]
    if rows and (total := arguments.get("total length")):
        rows.append(row(wide("Total length:", 1 + len(credits), "!"), cells(total)))
    columns = ["No.", "Title", *(label for _, label in credits)]
    return _credit_line(arguments) + table(rows, *columns, caption=arguments.get("headline"))


def _track(arguments: Arguments, number: int, columns: list[str]) -> str:
    title, note = arguments.get(f"title{number}"), arguments.get(f"note{number}")
    shown = f'"{title}" ({note})' if note else f'"{title}"'
    return row(cells(f"{number}.", shown, *(arguments.get(f"{stem}{number}") for stem in columns)))


def _credit_line(arguments: Arguments) -> str:
    """ "All tracks are written by X." above the table."""
    if writing := arguments.get("all writing"):
        return f"\n\nAll tracks are written by {writing}.\n\n"
    lyrics, music = arguments.get("all lyrics"), arguments.get("all music")
    parts = [f"all lyrics are written by {lyrics}"] if lyrics else []
    parts += [f"all music is composed by {music}"] if music else []
    text = "; ".join(parts)
    return f"\n\n{text[:1].upper()}{text[1:]}.\n\n" if text else ""


def _ratings(arguments: Arguments) -> str:
    """{{Album ratings|rev1=Source|rev1Score=...}}: sources and their ratings."""
    aggregate = [row(cells(label, arguments.get(name))) for name, label in _AGGREGATES if arguments.get(name)]
    reviews = [row(cells(arguments.get(f"rev{n}"), arguments.get(f"rev{n}score"))) for n in arguments.numbers("rev")]
    header = row(headers("Source", "Rating"))
    parts = [row(wide("Aggregate scores", 2, "!")), header, *aggregate] if aggregate else []
    if reviews:
        parts += [row(wide("Review scores", 2, "!")), header, *reviews]
    return table(parts, caption=arguments.get("title") or "Professional ratings") if parts else ""


def _chart(arguments: Arguments) -> str:
    """{{single chart|Australia|9}}: the chart by the name Wikipedia gives it, and the peak; "" for an unknown chart."""
    chart, peak = [*arguments.positional(), "", ""][:2]
    name = pairs("charts.tsv").get(chart.lower())
    if name is None or not peak:
        return ""
    as_header = arguments.get("rowheader").lower() in ("true", "yes", "y")
    return (headers if as_header else cells)(name) + cells(peak)


def _certification(arguments: Arguments) -> str:
    """{{Certification Table Entry|region=...|award=Gold|number=2|salesamount=...}}: what an award sells is missing."""
    award, number = arguments.get("award"), arguments.get("number")
    shown = f"{number}× {award}" if number.isascii() and number.isdigit() and int(number[:4]) > 1 else award
    sales = grouped_figure(arguments.get("salesamount")) or HOLE
    return row(headers(arguments.get("region")), cells(shown, sales))


WHOLE: dict[str, Expansion] = {
    **dict.fromkeys(("track listing", "tracklist", "track list", "tracklisting"), _track_listing),
    **dict.fromkeys(("album ratings", "album reviews", "music ratings", "professional ratings"), _ratings),
}
OPENERS: dict[str, Expansion] = {
    "certification table top": lambda arguments: opening(
        "Region", "Certification", "Certified units/sales", caption=arguments.get("caption")
    ),
}
ROWS: dict[str, Expansion] = {
    **dict.fromkeys(("single chart", "singlechart", "album chart", "albumchart"), _chart),
    **dict.fromkeys(("certification table entry", "certification table separator"), _certification),
}
CLOSERS = frozenset(("certification table bottom",))
