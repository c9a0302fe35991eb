"""Parse HTML as a browser does and find the element that holds the article."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from corpus.characters import storable

MAX_NESTING = 2000  # real articles stay below 60; the parser needs time by the square of it
MAX_TAG = 20_000  # characters of one tag without its quoted values, likewise
_CHUNK = 16_384
# All but those that are empty or are closed by the next of their kind.
_NESTING = r"(?!(?:area|br|col|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|tbody|option)\b)[a-zA-Z]"
_OPENED, _CLOSED = re.compile(f"<{_NESTING}"), re.compile(f"</{_NESTING}|/>")
_LONG_TAG = re.compile(rf"<[a-zA-Z][^<>]{{{MAX_TAG}}}[^<>]*")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_ROOTS = ("#mw-content-text", "#bodyContent")  # a whole page of the site, with its skin around the article


class BadHtml(ValueError):
    """HTML that is not read: the message says why and what to do."""


def article_of(html: str) -> LexborNode:
    """The element whose children are the article. Raises BadHtml for what would take minutes to parse."""
    text = storable(html)
    if any(depth > MAX_NESTING for depth in _depths(text)):
        raise BadHtml(f"more than {MAX_NESTING} tags are nested. Render the page again: its HTML is not closed.")
    if any(len(_QUOTED.sub("", tag[0])) > MAX_TAG for tag in _LONG_TAG.finditer(text)):
        raise BadHtml(
            f"a tag has more than {MAX_TAG} characters of attributes. Render the page again: a quote or > is missing."
        )
    document = LexborHTMLParser(text)
    for selector in _ROOTS:
        found = document.css_first(selector)
        if found is not None:
            return found
    if document.body is None:
        raise BadHtml("there is no text in it. Render the page again.")
    return document.body


def category_addresses(article: LexborNode) -> list[str]:
    """Addresses of the page's category links, also of those outside the article."""
    found = article.parser.css('link[rel="mw:PageProp/Category"], #catlinks li a')
    return [address for node in found if (address := node.attributes.get("href"))]


def children(node: LexborNode) -> Iterator[tuple[LexborNode, str]]:
    """Child elements and texts with their tag names (`-text` for text)."""
    child = node.child
    while child is not None:
        tag = child.tag
        if tag is not None and (tag[0] != "-" or tag == "-text"):
            yield child, tag
        child = child.next


def attributes(node: LexborNode) -> dict[str, str]:
    """An element's attributes, "" for those without a value."""
    return {name: value or "" for name, value in node.attributes.items()}


def _depths(html: str) -> Iterator[int]:
    """Approximate number of open elements every 16 KB; elements that close by themselves are not counted."""
    depth = 0
    for start in range(0, len(html), _CHUNK):
        chunk = html[start : start + _CHUNK]
        depth = max(0, depth + len(_OPENED.findall(chunk)) - len(_CLOSED.findall(chunk)))
        yield depth
