"""Made-up rows of WAFER, in every shape that the published files have or that somebody may write."""

from __future__ import annotations

import random
from typing import Any

URLS = (
    "https://example.org/a/b.html",
    "example.org/no-scheme",
    "//example.org/x?utm_source=y#z",
    "http://xn--bcher-kva.example/ä",
    "https://web.archive.org/web/2020/http://example.org/",
    "www.example.org",
    "javascript:alert(1)",
)
ANSWERS = (*URLS, "{Failed verification}", "Failed verification")
TEXTS = (
    "The U.K. is an island.",
    "Ünïcödé “quoted” \u2028 line",
    "東京は大きい。",
    'Back\\slash "x"\t\n',
    "😀 \ud83d",
    "",
)
META = {
    "wikipedia_id": ("12", 12, "Ada"),
    "wikipedia_title": ("Ada", "Ä (b)"),
    "wikipedia_section": ("", "Section::::Life.:Early life.", None),
    "cit_paragraph_id": (0, 17),
    "cit_offset": (0, 480),
    "featured": (True, False, None),
    "categories": ("A,B", ["A", "B"], []),
    "sentences": ([], ["One.", "Two.[CIT]"]),
    "extra": ({"z": 1, "a": [None, 1.5, 1e-07]},),
}


def made_up(number: int) -> dict[str, Any]:
    """Row `number`; the same number gives the same row. Keys come in any order, and unknown ones among them."""
    chance = random.Random(number)
    identity: Any = number if chance.random() < 0.2 else f"{chance.choice(TEXTS)}{number}"
    meta = {name: chance.choice(values) for name, values in META.items() if chance.random() < 0.8}
    row = {
        "id": identity,
        "input": f"Ada [SEP] {chance.choice(TEXTS)} [SEP] {chance.choice(TEXTS)}[CIT] {chance.choice(TEXTS)}",
        "output": [output(chance) for _ in range(chance.randint(1, 3))],
        **({"meta": meta} if chance.random() < 0.9 else {}),
        **({"unknown": [True, {"b": 2, "a": 10**30}]} if chance.random() < 0.3 else {}),
    }
    names = list(row)
    chance.shuffle(names)
    return {name: row[name] for name in names}


def output(chance: random.Random) -> dict[str, Any]:
    """An answer with none to three passages."""
    passages: list[dict[str, Any]] = []
    for _ in range(chance.randint(0, 3)):
        extra = {"chunk_id": chance.choice((3, "3")), "title": chance.choice(TEXTS), "text": None, "sys": "bm25"}
        passages.append({"url": chance.choice(URLS), **dict(chance.sample(list(extra.items()), chance.randint(0, 4)))})
    return {"answer": chance.choice(ANSWERS), "provenance": passages}
