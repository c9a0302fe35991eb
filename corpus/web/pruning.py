"""A parsed web page, made smaller and plainer before its text is looked for.

trafilatura asks of every element whether its name is one of a menu's or an advertisement's, several times over, so
that a page of many spans and cells takes a tenth of a second. What cannot matter is taken out in one pass here. Tables
that place things on a page, as old sites do, give way to the cell that has most of their text, so that menus and boxes
beside an article are not read as rows of data with it.
"""

from __future__ import annotations

from lxml.etree import Comment, ProcessingInstruction, strip_elements, strip_tags
from lxml.html import HtmlElement

# Of no text that is read. "noscript" holds what is shown in place of a picture.
_UNSEEN = (
    "script", "style", "template", "noscript", "svg", "canvas", "iframe", "object", "embed", "map",
)  # fmt: skip
# Tags within a line: their words stay, the tags do not. Links and quotations stay, their share is looked at.
_WITHIN_LINES = (
    "span", "b", "i", "em", "strong", "u", "font", "small", "big", "abbr", "acronym", "bdi", "bdo", "cite", "dfn",
    "ins", "mark", "nobr", "tt", "var", "kbd", "samp", "sub", "sup", "wbr", "center",
)  # fmt: skip
_NAMES = ("share", "social", "newsletter", "sidebar", "button", "author", "nav", "menu", "cookie", "teaser")
# Spans that are hidden, or of the names by which trafilatura knows buttons and the like: no words of their line. Hidden
# blocks it takes out itself.
_NOT_OF_THE_LINE = (
    "//span[contains(@style, 'display:none') or contains(@style, 'display: none') or @hidden or @aria-hidden = 'true'"
    + "".join(f" or contains(@class, '{name}') or contains(@id, '{name}')" for name in _NAMES)
    + "]"
)
# A table without a caption that holds what tables of data do not.
_MAY_PLACE = (
    "//table[@role = 'presentation' or @role = 'none' or "
    "not(caption) and (.//h1 or count(.//p[string-length() > 200]) > 1)]"
)
_CELLS = "tr/td | tr/th | */tr/td | */tr/th"
MAIN_CELL = 0.5  # share of the words beside links that the cell of the article has in a table that places things
# A heading that is a link, in a block of its own with little else: a pointer to another article.
_CARDS = (
    "//*[self::div or self::li or self::article or self::section]"
    "[not(.//div or .//li or .//article or .//section or .//h1)][string-length() < 300]"
    "[.//a[.//h2 or .//h3 or .//h4] or .//h2/a or .//h3/a or .//h4/a]"
)


def prune(tree: HtmlElement) -> None:
    """Take out of the tree what is not read, and turn tables that place things into blocks. Changes the tree."""
    strip_elements(tree, *_UNSEEN, with_tail=False)
    strip_tags(tree, Comment, ProcessingInstruction)
    for path in (_NOT_OF_THE_LINE, _CARDS):
        for element in tree.xpath(path):
            element.drop_tree()
    for table in tree.xpath(_MAY_PLACE):
        if not _has_headers(table):
            _to_blocks(table)
    strip_tags(tree, *_WITHIN_LINES)


def _has_headers(table: HtmlElement) -> bool:
    """Whether the table has cells of headings, those of tables in it aside."""
    return table.get("role") is None and bool(table.xpath("tr/th | thead/tr/th | tbody/tr/th"))


def _to_blocks(table: HtmlElement) -> None:
    """Leave the cell with most words, or, where none has so many, each cell as a block."""
    cells = table.xpath(_CELLS)
    lengths = [_beside_links(cell) for cell in cells]
    most = max(lengths, default=0)
    if most and most >= MAIN_CELL * sum(lengths):
        for cell, length in zip(cells, lengths, strict=True):
            if length < most:
                cell.drop_tree()
    for part in table.xpath(f"tr | thead | tbody | tfoot | */tr | {_CELLS}"):
        part.tag = "div"
    table.tag = "div"


def _beside_links(cell: HtmlElement) -> int:
    """Characters of a cell that are in no link."""
    return int(cell.xpath("string-length()")) - sum(len(link.text_content()) for link in cell.iter("a"))
