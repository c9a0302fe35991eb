"""Render HTML nodes to text: links in stored form, blocks replaced by placeholders (`corpus.html.parser_state`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborNode

from corpus.building.cleanup import clean_text
from corpus.building.emphasis import formatted_text, plain_runs
from corpus.building.superscripts import raised, subscript
from corpus.html.banners import banner_flag
from corpus.html.document import attributes, children
from corpus.html.excluded import exclusion_reason
from corpus.html.formulas import formula_text
from corpus.html.links import rendered_link
from corpus.html.parser_state import EventNode, HtmlParserState, IndentedNote, TableNode, as_written
from corpus.html.pictures import is_label, sign_of_change
from corpus.html.table_roles import TableRole, is_event, leads_elsewhere, rows_of, table_role
from corpus.syntax.emphasis import TAGS, emphasised
from corpus.syntax.parser_state import (
    BLOCK,
    BLOCK_START,
    BREAK,
    BULLET,
    GAP,
    INDENT,
    MARKERS,
    NUMBER,
    TERM,
    Hatnote,
    Heading,
)
from corpus.syntax.tables import DATA_CLASSES

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HATNOTES = frozenset("hatnote rellink dablink relarticle".split())
_LISTS = {"ul": BULLET, "menu": BULLET, "dir": BULLET, "ol": NUMBER, "dl": INDENT}
_ITEMS = ("li", "dt", "dd")
_BLOCKS = frozenset(
    """p div section article main header footer aside nav center blockquote pre address details summary fieldset
    legend hr li dt dd tr td th caption poem""".split()
)
_ITEMS_APART = re.compile(rf"\n+(?={BULLET}[^{MARKERS}\n]*(?:\n|$))")
_COLUMN_TABLES = frozenset("multicol col-begin columns-start col-begin-small".split())
_SENTENCE_ENDS, _FEWEST_CHARACTERS = tuple(".!?…。।؟"), 40  # of a line of prose in a layout table
_MOST_DEPTH = 12  # of layout tables in one another; real pages have 4
_INLINE_STYLE = re.compile(r"display\s*:\s*inline", re.IGNORECASE)
_STYLES = {
    "b": re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE),
    "i": re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.IGNORECASE),
}


def render(node: LexborNode, rendering: HtmlParserState) -> str:
    """The text of everything inside a node. Raises RecursionError for a tree that is hundreds of elements deep."""
    parts: list[str] = []
    for child, tag in children(node):
        if tag == "-text":
            parts.append(as_written(child.text_content or ""))
        else:
            parts.append(_element(child, tag, rendering))
    return "".join(parts)


def _element(node: LexborNode, tag: str, rendering: HtmlParserState) -> str:
    given = attributes(node)
    classes = given.get("class", "").split()
    formula = formula_text(node, tag, given, classes)
    if formula is not None:
        return formula
    is_on_picture = is_label(node, tag, given, rendering.pictured)
    reason = "label on a picture" if is_on_picture else exclusion_reason(tag, given, classes)
    if reason is not None:
        return _left_out(node, classes, reason, rendering)
    if tag == "div" and rendering.by_content and not rendering.around and is_event(node, classes):
        rendering.tables[TableRole.DATA] += 1
        return rendering.mark(EventNode(node))
    if tag == "table":
        return _table(node, given, classes, rendering)
    if tag in _LISTS:
        return _list(node, tag, rendering)
    text = emphasised(render(node, rendering), tag) if tag in TAGS else with_style(render(node, rendering), given)
    if tag == "a":
        return rendered_link(given, classes, text, rendering)
    if tag in _HEADINGS:
        words, runs = formatted_text(text)
        return rendering.mark(Heading(_HEADINGS[tag], words, plain_runs(words, runs)))
    if tag in _INLINE:
        return _INLINE[tag](text)
    if tag in _BLOCKS and not _INLINE_STYLE.search(given.get("style", "")):
        return rendering.mark(Hatnote(text)) if is_hatnote(classes) else f"\n\n{text}\n\n"
    return text


def with_style(text: str, given: dict[str, str]) -> str:
    """Text with marks where the attributes of its element make it bold or italic."""
    style = given.get("style", "")
    if "font" in style.lower():
        for tag, pattern in _STYLES.items():
            text = emphasised(text, tag) if pattern.search(style) else text
    return text


def _left_out(node: LexborNode, classes: list[str], reason: str, rendering: HtmlParserState) -> str:
    """A gap, the mark of the flag that a maintenance banner raises, or the word that an arrow stands for."""
    if reason == "picture or media" and (sign := sign_of_change(node)):
        return sign
    rendering.dropped[reason] += 1
    flag = banner_flag(classes, node.text(), rendering.site.language) if "ambox" in classes else None
    return GAP if flag is None else rendering.mark(flag)


_INLINE: dict[str, Callable[[str], str]] = {
    "br": lambda _: BREAK,
    "sup": raised,
    "sub": subscript,
    "q": lambda text: f"“{text.strip()}”",
}


def is_hatnote(classes: list[str]) -> bool:
    """Return whether a block is a note above the text ("Main article: ...")."""
    return not _HATNOTES.isdisjoint(classes)


def _table(node: LexborNode, given: dict[str, str], classes: list[str], rendering: HtmlParserState) -> str:
    """A mark for a data table; the text of one that only sets out the page; nothing of navigation and pictures."""
    names = {name.lower() for name in classes}
    if not rendering.by_content:
        return _table_by_class(node, given, names, rendering)
    rendering.depth += 1
    text = _table_by_content(node, given, names, rendering)
    rendering.depth -= 1
    return text


def _table_by_content(node: LexborNode, given: dict[str, str], names: set[str], rendering: HtmlParserState) -> str:
    role = TableRole.LAYOUT  # so deep: looking at each with all that is in it would take the square of their number
    if rendering.depth <= _MOST_DEPTH:
        role = table_role(node, given, names, nested=bool(rendering.around))
    if role is TableRole.DATA and rendering.around[-1:] == ["general"] and node.css_first("th") is None:
        role = TableRole.LAYOUT  # of a cell: lines of names, which belong to its row
    rendering.tables[role] += 1
    match role:
        case TableRole.DATA_CLASS | TableRole.DATA:
            return rendering.mark(TableNode(node, "infobox" if "infobox" in names else "general"))
        case TableRole.NAVIGATION | TableRole.PICTURES:
            rendering.dropped[f"table of {role}"] += 1
            return GAP
        case TableRole.LEGEND if not rendering.cells:
            return _legend(node, rendering)
    rendering.dropped["layout table"] += 1
    return f"\n\n{_layout(node, rendering)}\n\n"


def _table_by_class(node: LexborNode, given: dict[str, str], names: set[str], rendering: HtmlParserState) -> str:
    """As in the paper: a table without a data class is none; of its text only that of columns is kept."""
    if not DATA_CLASSES.isdisjoint(names):
        rendering.tables[TableRole.DATA_CLASS] += 1
        return rendering.mark(TableNode(node, "infobox" if "infobox" in names else "general"))
    if rendering.cells or not _COLUMN_TABLES.isdisjoint(names) or given.get("role") == "presentation":
        rendering.dropped["layout table"] += 1
        return f"\n\n{render(node, rendering)}\n\n"
    first = len(rendering.blocks)
    render(node, rendering)
    inside = [block for block in rendering.blocks[first:] if isinstance(block, TableNode)]
    rendering.dropped["layout table" if inside else "table without class wikitable"] += 1
    return "".join(rendering.mark(block) for block in inside)


def _layout(table: LexborNode, rendering: HtmlParserState) -> str:
    """The cells of a layout table, one after another; those that lead to other pages are left out."""
    parts = [render(child, rendering) for child, tag in children(table) if tag == "caption"]
    for row in rows_of(table):
        if is_left_out(row, "tr", rendering):
            continue
        for cell, tag in children(row):
            if tag not in ("td", "th") or is_left_out(cell, tag, rendering):
                continue
            if rendering.depth <= _MOST_DEPTH and leads_elsewhere(cell):
                rendering.dropped["link to the page before or after"] += 1
            else:
                text = render(cell, rendering)
                parts.append(text if rendering.cells else _as_items(text))
    return _ITEMS_APART.sub("\n", "\n\n".join(parts))


def _as_items(text: str) -> str:
    """Broken lines, and words that are no sentence, as items of a list."""
    if BLOCK_START in text or any(marker in text for marker in MARKERS):
        return text
    lines = [line for line in map(str.strip, re.split(f"{BREAK}|\n\n", text)) if clean_text(line)]
    return "\n".join(f"\n{line}\n" if _is_prose(line) else f"{BULLET}{' '.join(line.split())}" for line in lines)


def _is_prose(line: str) -> bool:
    words = clean_text(line)
    return len(words) >= _FEWEST_CHARACTERS and words.endswith(_SENTENCE_ENDS)


def _legend(table: LexborNode, rendering: HtmlParserState) -> str:
    """The rows of a legend as items of a list: "Gold: Winner"."""
    lines = []
    for row in rows_of(table):
        cells = [render(cell, rendering) for cell, tag in children(row) if tag in ("td", "th")]
        texts = [text for cell in cells if (text := clean_text(BLOCK.sub(" ", cell)))]
        if texts:
            lines.append(BULLET + ": ".join(texts))
    return "\n\n" + "\n".join(lines) + "\n\n"


def _list(node: LexborNode, tag: str, rendering: HtmlParserState) -> str:
    """`<ul><li>` as marked lines; lines of nested lists get the outer marker in front."""
    if tag == "dl" and not rendering.cells and _is_italic_line(node):
        return rendering.mark(IndentedNote(render(node, rendering).strip()))
    lines: list[str] = []
    for child, name in children(node):
        if name == "-text":
            continue
        marker = TERM if name == "dt" else _LISTS[tag]
        if name in _ITEMS:
            lines += _item(marker, "" if is_left_out(child, "li", rendering) else render(child, rendering))
        else:  # a list right inside a list, or a <div> around some of its items
            lines += _item(marker if name in _LISTS else "", _element(child, name, rendering))
    return "\n\n" + "\n".join(lines) + "\n\n"


def _is_italic_line(node: LexborNode) -> bool:
    """`<dl><dd><i>...</i></dd></dl>`, not inside another list."""
    items = [child for child, tag in children(node) if tag != "-text"]
    if len(items) != 1 or items[0].tag != "dd" or (node.parent is not None and node.parent.tag in _ITEMS):
        return False
    return all(tag in ("i", "em") or (tag == "-text" and not _has_words(child)) for child, tag in children(items[0]))


def _has_words(node: LexborNode) -> bool:
    return any(character.isalnum() for character in node.text_content or "")


def is_left_out(node: LexborNode, tag: str, rendering: HtmlParserState) -> bool:
    """Return whether an element that is read apart is no text of the article; counts the reason."""
    given = attributes(node)
    reason = exclusion_reason(tag, given, given.get("class", "").split())
    if reason is not None:
        rendering.dropped[reason] += 1
    return reason is not None


def _item(marker: str, text: str) -> Iterator[str]:
    """An item's lines: its own text on one, then those of nested lists; text behind those is an item of its own."""
    own: list[str] = []
    for line in map(str.strip, text.split("\n")):
        if line and (line[0] in MARKERS or BLOCK.fullmatch(line)):
            if own:
                yield marker + " ".join(own)
            own = []
            yield marker + line if line[0] in MARKERS else line
        elif line:
            own.append(line)
    if own:
        yield marker + " ".join(own)
