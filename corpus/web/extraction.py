"""The text of a web page, by trafilatura: menus, advertisements and footers are left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lxml.etree import _Element
from trafilatura import bare_extraction, load_html

from corpus.characters import storable
from corpus.web.metadata import published_of, publisher_of, title_of
from corpus.web.record import Extracted

LONGEST_NAME, LONGEST_PUBLISHER = 300, 200
MOST_TAGS = 200_000
MAX_NESTING = 1_000  # libxml2 gives up far below; real pages stay below 100
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*?(/?)>")
_OPEN_ALONE = frozenset(
    "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th".split()
)
_LANGUAGE = re.compile(r"<html[^>]{0,500}?\slang\s*=\s*[\"']?([a-zA-Z]{2,3})", re.IGNORECASE)


class NotExtracted(ValueError):
    """The page cannot be read; the message says why."""


def extract(html: str, url: str) -> Extracted:
    """The text of a page. Raises NotExtracted for HTML that would take minutes; without text there are no blocks."""
    _check_size(html)
    tree = load_html(html)
    language = _LANGUAGE.search(html[:20_000])
    code = language[1].lower() if language else ""
    if tree is None:
        return Extracted("", (), language=code)
    title, publisher = storable(title_of(tree))[:LONGEST_NAME], storable(publisher_of(tree))[:LONGEST_PUBLISHER]
    published = published_of(tree, url)
    found = bare_extraction(tree, url=url, favor_precision=True, include_comments=False)
    dropped: Counter[str] = Counter()
    blocks = () if found is None or isinstance(found, dict) else tuple(_blocks(found.body, dropped))
    return Extracted(_line(title), blocks, published, _line(publisher), code, dropped)


def _blocks(body: _Element, dropped: Counter[str]) -> Iterator[tuple[int, str]]:
    for element in body:
        if not isinstance(element.tag, str):
            continue
        if element.tag == "head":
            words = _line("".join(element.itertext()))
            if words:
                yield _level(element), words
        elif element.tag == "list":
            yield from ((0, f"• {words}") for item in element.iter("item") if (words := _line(_own_text(item))))
        elif element.tag == "table":
            yield from ((0, row) for row in _rows(element))
        elif element.tag in ("graphic", "lb"):
            dropped[f"page part {element.tag}"] += element.tag == "graphic"
        else:
            yield from ((0, words) for part in _parts(element) if (words := _line(part)))


def _parts(element: _Element) -> Iterator[str]:
    """The texts of a paragraph or quotation, parted at its line breaks and inner paragraphs."""
    text = element.text or ""
    for child in element:
        if child.tag in ("lb", "p", "quote"):
            yield text
            text = ""
        text += "".join(child.itertext()) if isinstance(child.tag, str) and child.tag != "lb" else ""
        text += child.tail or ""
    yield text


def _own_text(item: _Element) -> str:
    """The text of a list item without that of the lists in it, whose items are listed themselves."""
    inner = "".join("" if child.tag == "list" else "".join(child.itertext()) + (child.tail or "") for child in item)
    return (item.text or "") + inner


def _rows(table: _Element) -> Iterator[str]:
    for row in table.iter("row"):
        cells = [_line("".join(cell.itertext())) for cell in row.iter("cell")]
        if any(cells):
            yield " | ".join(cell for cell in cells if cell)


def _level(head: _Element) -> int:
    written = head.get("rend", "")
    return max(2, int(written[1:])) if re.fullmatch(r"h[1-6]", written) else 2


def _line(text: str) -> str:
    """One line, without what a database refuses, and with brackets that nobody takes for a link of a wiki."""
    return " ".join(storable(text).split()).replace("[[", "[ [").replace("]]", "] ]")


def _check_size(html: str) -> None:
    """Refuse what is nested so deeply, or has so many tags, that parsing takes minutes."""
    depth = 0
    for count, match in enumerate(_TAG.finditer(html)):
        closes, name, alone = match.groups()
        if name.lower() not in _OPEN_ALONE and not alone:
            depth += -1 if closes else 1
        depth = max(depth, 0)
        if depth > MAX_NESTING:
            raise NotExtracted(f"more than {MAX_NESTING:,} of its tags are open at once")
        if count >= MOST_TAGS:
            raise NotExtracted(f"it has more than {MOST_TAGS:,} tags")
