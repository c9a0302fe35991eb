"""Sentences, items and cells that miss words which readers of Wikipedia see, and how many of them are not marked.

    python -m benchmarks.corpus.holes [--shared ../shared/data] [--list]

An element is suspicious when its text has what a missing word leaves behind (a space before a full stop, empty
brackets, a currency sign without an amount, "of," ...). It is accounted for when it is marked as untrusted; when the
wikitext has the same words there, letter by letter, or the same space beside a template that did give words: then it is
the authors' own; or when it is part of a formula. Whatever is left is a hole without a mark, or a false alarm to be
looked at; the goal is none. Articles are halved by the hash of their title: rules are made by looking at the first
half, the other is held out.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import unescape
from pathlib import Path
from unicodedata import normalize

from corpus.building.page_builder import BuiltPage
from corpus.page.elements import List, Sentence, Table
from corpus.page.links import plain_text
from corpus.page.trust import untrusted_reason
from corpus.rules import Rules
from corpus.sources import SourcePage, read_source
from corpus.wikitext.build import build_page

_SIGN = r"[$£€¥₹]"
SUSPICIOUS = {
    "double space": re.compile(r"\S  +\S"),
    "empty brackets": re.compile(r"\([\s,;:–—-]*\)"),
    "currency sign without an amount": re.compile(rf"(?<!\d){_SIGN}(?!\s?[\d.,]*\d|\w|{_SIGN})"),
    "space before a stop": re.compile(r"\w [.,;:!?](?=\s|$)|\w \)"),
    "space after a bracket": re.compile(r"\( "),
    "word that wants another": re.compile(r"\b(?:of|the|an|between|into|than|its|their)[,.;:)](?=\s|$)"),
    "two such words": re.compile(r"\b(?:of|the|an|between|into|from|than) (?:of|in|at|and|is|was|were|has|have)\b"),
    "two stops": re.compile(r"[,;:] ?[,;:.](?=\s|$)"),
}
_AROUND = 30
_FORMULA = re.compile(r"[=∑√∫∂^_·×⟨⟩{}\\₀-₉⁰-⁹<>|]|(?<= )[-+/](?= )")
_HIDDEN = re.compile(r"<!--.*?-->|<ref[^<>]*/>|<ref[^<>]*>.*?</ref>|'{2,}|</?[a-z][^<>]*>", re.DOTALL | re.IGNORECASE)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|\[\w+://\S+ ([^\[\]]*)\]")
_WIKIS = {"test-pages-articles.xml.bz2": "a dictionary: most of its text is made by templates"}


@dataclass(frozen=True, slots=True)
class Hole:
    """A suspicious element: where it is, what is suspicious, and whether it is marked or the authors' own words."""

    title: str
    element: str
    kind: str
    text: str
    state: str


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shared", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--list", action="store_true", help="show every hole without a mark")
    given = arguments.parse_args()
    folder = given.shared / "wikitext"
    for source in (folder / "articles.jsonl.xz", *sorted((folder / "dumps").iterdir())):
        print(f"\n{source.name}" + (f" ({_WIKIS[source.name]})" if source.name in _WIKIS else ""))
        _measure(source, show=given.list)


def _measure(source: Path, *, show: bool) -> None:
    marks = {half: Counter[str]() for half in ("first", "held out")}
    states = {half: Counter[str]() for half in marks}
    left: list[Hole] = []
    for record in read_source(source):
        if not isinstance(record, SourcePage) or record.redirect_to or record.page or record.html is not None:
            continue
        built = build_page(record.title, record.wikitext, record.site, Rules(keep_flagged=True))
        half = _half(record.title)
        marks[half].update(f"{name.partition('_')[0]} {why}" for name, why in built.layout.untrusted.items())
        for hole in _holes(built, record.wikitext):
            states[half][hole.state] += 1
            if hole.state == "unmarked":
                left.append(hole)
    for half, counts in states.items():
        print(f"  {half}: suspicious {counts.total()}, of these {dict(counts)}; all marks {dict(marks[half])}")
    for hole in left if show else ():
        print(f"    {hole.title} {hole.element}: {hole.kind}: {hole.text}")


def _half(title: str) -> str:
    return "held out" if sha256(title.encode()).digest()[0] % 2 else "first"


def _holes(built: BuiltPage, wikitext: str) -> Iterator[Hole]:
    if built.page is None:
        return
    source = _LINK.sub(lambda link: link[1] or link[2] or "", _HIDDEN.sub("", wikitext))
    source = normalize("NFD", " ".join(unescape(source).split()))
    for element, stored in _texts(built):
        text = plain_text(stored)
        for kind, pattern in SUSPICIOUS.items():
            for match in pattern.finditer(text):
                place = text[max(0, match.start() - _AROUND) : match.end() + _AROUND]
                if untrusted_reason(built.layout.untrusted, element) is not None:
                    state = "marked"
                elif _is_written(text, match, source):
                    state = "as written"
                else:
                    state = "formula" if _FORMULA.search(place) else "unmarked"
                yield Hole(built.page.title, element, kind, place, state)


def _is_written(text: str, match: re.Match[str], source: str) -> bool:
    """Return whether the wikitext has the suspicious words with some of what stands around them."""
    start, end = match.span()
    before, after = text[max(0, start - 8) : start + 1], text[end - 1 : end + 8]
    if text[max(0, start - 8) : end + 8] in source:
        return True
    gave_words = f"{before} {{{{" not in source or f"}}}} {after}" not in source
    return gave_words and (f"}}}} {after}" in source or f"{before} {{{{" in source)


def _texts(built: BuiltPage) -> Iterator[tuple[str, str]]:
    """Local id and stored text of what can be cited."""
    assert built.page is not None
    for element in built.page.elements:
        match element:
            case Sentence(name, text):
                yield name, text
            case List():
                yield from ((item.id, item.value) for item in element.items)
            case Table():
                yield from ((cell.id, cell.value) for row in element.rows for cell in row)


if __name__ == "__main__":
    main()
