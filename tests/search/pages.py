"""A small wiki of made-up pages on real subjects, built as the reader of the corpus builds them."""

from __future__ import annotations

import unicodedata
from typing import Any

from corpus.page.elements import Page
from corpus.page.page_json import page_from_json

Content = str | tuple[str, str] | list[str] | dict[str, Any]


def make_page(title: str, *contents: Content) -> Page:
    """A page of sentences (str), headings ("==", text), lists ([item]) and tables ({"rows": ..., "caption": ...})."""
    data: dict[str, Any] = {"title": unicodedata.normalize("NFD", title), "order": []}
    counts: dict[str, int] = {}
    for content in contents:
        kind, build = _KINDS[type(content)]
        number = counts[kind] = counts.get(kind, -1) + 1
        data["order"].append(f"{kind}_{number}")
        data[f"{kind}_{number}"] = build(content, number)
    return page_from_json(data)


def _section(content: tuple[str, str], _number: int) -> dict[str, Any]:
    return {"value": content[1], "level": len(content[0])}


def _list(content: list[str], number: int) -> dict[str, Any]:
    items = [{"id": f"item_{number}_{i}", "value": value, "level": 0} for i, value in enumerate(content)]
    return {"type": "unordered_list", "list": items}


def _table(content: dict[str, Any], number: int) -> dict[str, Any]:
    """The first row is the header; an infobox has its headers in the first column."""
    infobox = content.get("infobox", False)
    rows = [
        [_cell(value, number, r, c, is_header=c == 0 if infobox else r == 0) for c, value in enumerate(row)]
        for r, row in enumerate(content["rows"])
    ]
    table = {"type": "infobox" if infobox else "general", "table": rows}
    return table | ({"caption": content["caption"]} if "caption" in content else {})


def _cell(value: str, table: int, row: int, column: int, *, is_header: bool) -> dict[str, Any]:
    kind = "header_cell" if is_header else "cell"
    return {
        "id": f"{kind}_{table}_{row}_{column}",
        "value": value,
        "is_header": is_header,
        "row_span": "1",
        "column_span": "1",
    }


_KINDS: dict[type, tuple[str, Any]] = {
    str: ("sentence", lambda content, _number: content),
    tuple: ("section", _section),
    list: ("list", _list),
    dict: ("table", _table),
}

PAGES = [
    make_page(
        "Marie Curie",
        {
            "infobox": True,
            "rows": [["Born", "7 November 1867"], ["Fields", "[[Physics|Physics]], [[Chemistry|chemistry]]"]],
        },
        "Marie Curie was a physicist and chemist.",
        "She was the first woman to win a [[Nobel_Prize|Nobel Prize]].",
        ("==", "Life"),
        "In 1895 she married [[Pierre_Curie|Pierre Curie]].",
        ("==", "Awards"),
        {
            "rows": [["Year", "Award"], ["1903", "Nobel Prize in Physics"], ["1911", "Nobel Prize in Chemistry"]],
            "caption": "Prizes shared and unshared",
        },
    ),
    make_page(
        "Pierre Curie",
        "Pierre Curie was a French physicist.",
        "He shared the [[Nobel_Prize|Nobel Prize]] with his wife, [[Marie_Curie|Marie Curie]].",
    ),
    make_page(
        "Irène Joliot-Curie",
        "Irène Joliot-Curie was a chemist and a daughter of [[Marie_Curie|Marie]] and [[Pierre_Curie|Pierre Curie]].",
    ),
    make_page(
        "Nobel Prize",
        "The Nobel Prizes are awarded in Stockholm and in Oslo.",
        ("==", "Laureates"),
        ["[[Marie_Curie|Curie]], twice", "[[Ernest_Rutherford|Rutherford]] in chemistry"],
    ),
    make_page(
        "Vigdís Finnbogadóttir",
        "Vigdís Finnbogadóttir was the fourth [[President_of_Iceland|president of Iceland]].",
        "She was elected in [[Reykjavík|Reykjavík]] in 1980.",
        ("==", "Elections"),
        "In 1988 she won 94.6 percent of the votes.",
    ),
    make_page(
        "Reykjavík",
        "Reykjavík is the capital of [[Iceland|Iceland]].",
        "It has 139,875 inhabitants.",
    ),
    make_page("Iceland", "Iceland's capital is [[Reykjavík|Reykjavík]].", "Iceland lies in the North Atlantic."),
    make_page(
        "Mercury (planet)",
        "Mercury is the first planet from the Sun.",
        "It is not named after the metal [[Mercury_(element)|mercury]].",
    ),
    make_page(
        "Mercury (element)", "Mercury is a metal that is liquid at room temperature.", "It boils at 356 degrees."
    ),
    make_page(
        "Mercury",
        "Mercury may refer to:",
        ["[[Mercury_(planet)|Mercury (planet)]]", "[[Mercury_(element)|Mercury (element)]]"],
    ),
    make_page("Gold", "Gold is a metal that is found as nuggets.", "It does not rust."),
    make_page("Silver", "Silver is a metal used in coins.", "The ancient Greeks mined it near Athens."),
]

CATEGORIES = {
    "Marie Curie": ["Polish physicists", "Women chemists"],
    "Pierre Curie": ["French physicists"],
    "Gold": ["Precious metals"],
    "Silver": ["Precious metals", "Coins"],
}

REDIRECTS = {
    "Madame Curie": "Marie Curie",
    "Manya Skłodowska": "Marie Curie",
    "Quicksilver": "Mercury (element)",
    "Hydrargyrum": "Quicksilver",  # a double redirect
    "Metal coin": "Silver",
    "Reykjavik": "Reykjavík",
    "Nowhere": "A page that is not there",
}
