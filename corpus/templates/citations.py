"""Templates that cite a source by its authors and year, as words of the text."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.templates.call import Call

_YEAR = re.compile(r"(?:c\. ?)?\d{3,4}[a-z]?|n\.d\.[a-z]?")
_MOST_AUTHORS = 3


def _authors_and_year(call: Call) -> tuple[str, str]:
    """{{harvtxt|Smith|Jones|2010}}: "Smith & Jones" and "2010"; the year is the last argument."""
    parts = [part for part in call.positional() if part]
    year = parts.pop() if parts and (_YEAR.fullmatch(parts[-1]) or len(parts) > 1) else ""
    if len(parts) > _MOST_AUTHORS:
        return f"{parts[0]} et al.", year
    *others, last = parts or [""]
    return (f"{', '.join(others)} & {last}" if others else last), year


def _place(call: Call) -> str:
    page, pages = call.get("p", "page"), call.get("pp", "pages")
    return f"p. {page}" if page else f"pp. {pages}" if pages else call.get("loc", "at")


def _page(call: Call) -> str:
    return call.get("p", "page", "pp", "pages", "loc", "at")


def _cited(frame: str, between: str, place_of: Callable[[Call], str] = _place) -> Callable[[Call], str]:
    """A writer of `frame`, in which `between` joins the place in the source to what stands before it."""

    def write(call: Call) -> str:
        authors, year = _authors_and_year(call)
        if not authors:
            return ""
        place = place_of(call)
        return frame.format(authors=authors, year=year, place=f"{between}{place}" if place else "").replace(" ()", "")

    return write


CITATIONS: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(("harv", "harvard citation"), _cited("({authors} {year}{place})", ", ")),
    **dict.fromkeys(("harvnb", "harvard citation no brackets"), _cited("{authors} {year}{place}", ", ")),
    **dict.fromkeys(("harvtxt", "harvard citation text"), _cited("{authors} ({year}{place})", ", ")),
    "harvp": _cited("{authors} ({year}){place}", ", "),
    "harvcol": _cited("({authors} {year}{place})", ":", _page),
    "harvcolnb": _cited("{authors} {year}{place}", ":", _page),
    "harvcoltxt": _cited("{authors} ({year}{place})", ":", _page),
}
