"""How FEVER spells the names of pages: `Soul_Food_-LRB-film-RRB-` is the page "Soul Food (film)"."""

from __future__ import annotations

from unicodedata import normalize

ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-COLON-": ":"}


def title_of(page: str) -> str:
    """The title of the page that FEVER names "Soul_Food_-LRB-film-RRB-": "Soul Food (film)", in NFD."""
    if "-" in page:
        for escaped, plain in ESCAPES.items():
            page = page.replace(escaped, plain)
    return normalize("NFD", page.replace("_", " ").strip())


def page_name(title: str) -> str:
    """The title as FEVER spells it: "Soul_Food_-LRB-film-RRB-"."""
    for escaped, plain in ESCAPES.items():
        title = title.replace(plain, escaped)
    return title.replace(" ", "_")
