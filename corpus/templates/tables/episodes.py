"""Tables of episodes: `{{Episode table}}` and `{{Episode list}}`."""

from __future__ import annotations

from corpus.templates.tables.arguments import Arguments, Expansion, cells, headers, opening, row, table, wide

# Column of {{Episode table}} -> header; in the order of columns.
_COLUMNS = (
    ("overall", "No. overall"), ("overall2", "No."), ("season", "No. in season"), ("series", "No. in series"),
    ("title", "Title"), ("aux1", ""), ("director", "Directed by"), ("writer", "Written by"), ("aux2", ""), ("aux3", ""),
    ("airdate", "Original release date"), ("altdate", ""), ("guests", "Guest(s)"),
    ("musicalguests", "Musical guest(s)"), ("prodcode", "Prod. code"), ("viewers", "Viewers (millions)"), ("aux4", ""),
)  # fmt: skip
_TITLE = ("title", "rtitle", "alttitle", "rawtitle")
# Arguments of {{Episode list}} that make a cell wherever they are written, in the order of columns.
_CELLS = (
    "episodenumber2", "title", "aux1", "directedby", "writtenby", "aux2", "aux3", "originalairdate", "altdate",
    "guests", "musicalguests", "prodcode", "viewers", "aux4",
)  # fmt: skip


def _episode(arguments: Arguments) -> str:
    """A row, its number as header, and under it a row of the summary over all columns."""
    written = [name for name in _CELLS if arguments.has(name) or (name == "title" and any(map(arguments.has, _TITLE)))]
    number = headers(arguments.get("episodenumber")) if arguments.has("episodenumber") else ""
    texts = [_title(arguments) if name == "title" else arguments.get(name) or "TBA" for name in written]
    summary = arguments.get("shortsummary")
    width = len(written) + bool(number)
    return row(number, cells(*texts)) + (row(wide(summary, width)) if summary else "")


def _title(arguments: Arguments) -> str:
    quoted = [f'"{text}"' for text in (arguments.get("title"), arguments.get("alttitle")) if text]
    return "<br>".join([*quoted, *filter(None, (arguments.get("rtitle", "rawtitle"),))]) or "TBA"


def _episode_table(arguments: Arguments) -> str:
    """{{Episode table|overall=5|title=30|...|episodes={{Episode list|...}}}}: the widths name its columns."""
    header = [
        arguments.get(f"{key}t") or label
        for key, label in _COLUMNS
        if arguments.has(key) and (label or arguments.get(f"{key}t"))
    ]
    episodes = arguments.get("episodes")
    return f"{opening(*header, caption=arguments.get('caption'))}\n{episodes}\n|}}\n" if episodes and header else ""


def _series(arguments: Arguments) -> str:
    """{{Series overview|link1=1|episodes1=22|start1=May 1|end1=...}}: one row for each season."""
    columns = [(stem, label) for stem, label in _SERIES if stem == "episodes" or arguments.numbers(stem)]
    rows = [
        row(cells(arguments.get(f"link{n}") or str(n), *(arguments.get(f"{stem}{n}") for stem, _ in columns)))
        for n in arguments.numbers("link", "episodes")
    ]
    return table(rows, "Season", *(label for _, label in columns), caption=arguments.get("caption"))


_SERIES = (
    ("episodes", "Episodes"), ("start", "First released"), ("end", "Last released"), ("network", "Network"),
)  # fmt: skip
WHOLE: dict[str, Expansion] = {"episode table": _episode_table, "series overview": _series}
ROWS: dict[str, Expansion] = {
    **dict.fromkeys(("episode list", "episode list/sublist", "japanese episode list"), _episode),
}
