"""The text of a web page, by trafilatura: menus, advertisements and footers are left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from operator import sub

from lxml.etree import _Element
from trafilatura import bare_extraction, load_html

from corpus.characters import storable
from corpus.web.metadata import published_of, publisher_of, title_of
from corpus.web.pruning import prune
from corpus.web.record import Extracted

LONGEST_NAME, LONGEST_PUBLISHER = 300, 200
MOST_TAGS = 200_000
MAX_NESTING = 1_000  # libxml2 gives up far below; real pages stay below 100
_ANY_TAG = re.compile(r"</?[a-zA-Z]")
_OPEN_ALONE = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|tr|td|th"
_NESTING_TAG = re.compile(rf"<(/?)(?!(?:{_OPEN_ALONE})[\s/>])[a-zA-Z][^<>]*(?<!/)>", re.IGNORECASE)
_ENDING_LINES = frozenset(("lb", "p", "item", "list", "cell", "row", "table", "quote", "head"))
# What stands at the end of a page that is no part of what was written.
_LEGAL = re.compile(r"^(?:©|\(c\)\s|copyright\b)|\ball rights reserved\b", re.IGNORECASE)
LONGEST_LEGAL = 400
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
    prune(tree)
    # `fast`: no second opinion of readability and justext, which took lists for the article where tables prevail. Its
    # `favor_precision` finds less of short articles, and no less around them: benchmarks/web.
    found = bare_extraction(tree, url=url, include_comments=False, fast=True)
    dropped: Counter[str] = Counter()
    blocks = [] if found is None or isinstance(found, dict) else list(_blocks(found.body, dropped))
    while blocks and _LEGAL.search(blocks[-1][1][:LONGEST_LEGAL]) and len(blocks[-1][1]) <= LONGEST_LEGAL:
        dropped["copyright notice"] += 1
        blocks.pop()
    return Extracted(_line(title), tuple(blocks), published, _line(publisher), code, dropped)


def _blocks(body: _Element, dropped: Counter[str]) -> Iterator[tuple[int, str]]:
    for element in body:
        if not isinstance(element.tag, str):
            continue
        if element.tag == "head":
            words = _line(_text(element))
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
        text += _text(child)
        text += child.tail or ""
    yield text


def _own_text(item: _Element) -> str:
    """The text of a list item without that of the lists in it, whose items are listed themselves."""
    inner = "".join("" if child.tag == "list" else _text(child) + (child.tail or "") for child in item)
    return (item.text or "") + inner


def _text(element: _Element) -> str:
    """The text, with a space where a line ends, which joins no words."""
    ends = " " if element.tag in _ENDING_LINES else ""
    inner = "".join(_text(child) + (child.tail or "") for child in element)
    return f"{ends}{element.text or ''}{inner}{ends}" if isinstance(element.tag, str) else ""


def _rows(table: _Element) -> Iterator[str]:
    for row in table.iter("row"):
        cells = [_line(_text(cell)) for cell in row.iter("cell")]
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
    if len(_ANY_TAG.findall(html)) > MOST_TAGS:
        raise NotExtracted(f"it has more than {MOST_TAGS:,} tags")
    depths = list(accumulate(-1 if closes else 1 for closes in _NESTING_TAG.findall(html)))
    # Of the tags that close nothing none makes room for others: depth counts from the lowest place before it.
    if max(map(sub, depths, accumulate([0, *depths], min)), default=0) > MAX_NESTING:
        raise NotExtracted(f"more than {MAX_NESTING:,} of its tags are open at once")
