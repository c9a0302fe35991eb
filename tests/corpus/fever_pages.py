"""A made `wiki-pages` folder, in the form of the released one: rows with what theirs have, and words of our own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path


def fever_row(name: str, lines: Iterable[str], **how: bool) -> str:
    """A row as FEVER's reader wrote it. `lines`: what stands behind each index."""
    lines = [*lines]
    words = " ".join(line.partition("\t")[0] for line in lines)
    written = "\n".join(f"{number}\t{line}" for number, line in enumerate(lines))
    return json.dumps({"id": name, "text": words, "lines": written}, ensure_ascii=how.get("ascii", False))


SOUL_FOOD = fever_row(
    "Soul_Food_-LRB-film-RRB-",
    (
        "Soul Food is a 1997 American film -LRB- comedy-drama -RRB- produced by `` Edmonds '' and released by "
        "Fox 2000 Pictures .\tAmerican\tUnited States\tFox 2000 Pictures\tFox 2000 Pictures",
        "It ran from 1985 -- 86 , did n't it ?\tit\tIt (pronoun)\tnowhere\tNowhere",
        "",
        "A second paragraph .",
        "",
    ),
)
NFD_CAFE = fever_row("Cafe\u0301_Society", ("The cafe\u0301 .\tcafe\u0301\tCafé (room)", ""))
NFC_CAFE = fever_row("Caf\u00e9", ("Une caf\u00e9 at 5 o'clock .\tcaf\u00e9\tCaf\u00e9 Society", ""))
ESCAPED = fever_row("Simo\u0301n_Boli\u0301var", ("Sim\u00f3n was born .",), ascii=True)
QUOTES = fever_row('AC/DC_-COLON-_"Live"', ("An album by AC\\/DC .\tAC\\/DC\tAC/DC", ""))
GAPS = json.dumps({"id": "Gaps", "text": "One . Four .", "lines": "1\tOne .\n4\tFour .\tFour\n\tFour (number)"})
NO_WORDS = json.dumps({"id": "Nothing", "text": " ", "lines": "0\t\n1\t"})
FILES = {
    "wiki-001.jsonl": [json.dumps({"id": "", "text": "", "lines": ""}), SOUL_FOOD, NFD_CAFE, NO_WORDS, NFC_CAFE],
    "wiki-002.jsonl": [ESCAPED, QUOTES, GAPS, json.dumps({"id": "Last", "text": "", "lines": ""})],
}
REDIRECTS = "Soul food movie\tSoul Food (film)\nCafés\tCafé#Rooms\n"


def made_folder(folder: Path) -> Path:
    """`FILES` and redirects as a folder."""
    folder.mkdir()
    for name, rows in FILES.items():
        (folder / name).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    (folder / "redirects.txt").write_text(REDIRECTS, encoding="utf-8")
    return folder
