"""Convert `<a>` of both dialects to stored links: only links to articles of the same wiki."""

from __future__ import annotations

import re
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from corpus.html.parser_state import HtmlParserState, as_written
from corpus.syntax.emphasis import with_emphasis_outside, without_emphasis
from corpus.syntax.parser_state import BLOCK, BREAK, GAP
from corpus.syntax.wikilinks import stored_link

# "new" is a page that did not exist; "extiw" is another wiki's.
_TEXT_ONLY = frozenset("new external extiw image internal mw-file-description mw-magiclink-isbn".split())
_TARGET = re.compile(r"(?:\.\.?/)+(?P<relative>.+)|(?:(?:https?:)?//[^/]+)?/wiki/(?P<absolute>.+)", re.DOTALL)


def rendered_link(attributes: dict[str, str], classes: list[str], text: str, rendering: HtmlParserState) -> str:
    """The link `text` (already rendered) as a stored link, or just the text."""
    target = _target(attributes, classes)
    words = without_emphasis(text)
    if target is None or not words.strip(f" \n{GAP}{BREAK}") or BLOCK.search(text):
        return text
    before, after = (" " if end.isspace() else "" for end in (words[:1], words[-1:]))
    opening, text, closing = with_emphasis_outside(text)
    # A leading colon makes a category or file what it is here: a link that shows its words.
    link = stored_link(f":{target}", text, page=rendering.title, site=rendering.site)
    return f"{before}{opening}{link}{closing}{after}"


def numbered_links(node: LexborNode) -> str:
    """The numbers that stand for external links without a text: "[1] [2]"."""
    return as_written(" ".join(link.text().strip() for link in node.css("a.autonumber")))


def _target(attributes: dict[str, str], classes: list[str]) -> str | None:
    """The title, decoded, with its fragment; None when the link leads out of the wiki, to no page or to an action."""
    if not _TEXT_ONLY.isdisjoint(classes):
        return None
    rel = attributes.get("rel", "")
    if "mw:" in rel and "mw:WikiLink" not in rel.split():
        return None
    address = attributes.get("href", "").strip()
    if address.startswith("#"):
        return unquote(address) if len(address) > 1 else None
    match = _TARGET.fullmatch(address)
    name = match["relative"] or match["absolute"] if match else ""
    return unquote(name) if name and "?" not in name else None
