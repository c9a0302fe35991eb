"""Wikitext nodes to text: links in stored form, mark-up gone, blocks replaced by marks (`corpus.reading`)."""

from __future__ import annotations

import re
from collections.abc import Callable

from mwparserfromhell.nodes import (
    Argument,
    Comment,
    ExternalLink,
    HTMLEntity,
    Node,
    Tag,
    Template,
    Text,
    Wikilink,
)
from mwparserfromhell.nodes import (
    Heading as HeadingNode,
)
from mwparserfromhell.wikicode import Wikicode

from corpus.mathematics import plain_formula
from corpus.reading import (
    BREAK,
    BULLET,
    GAP,
    INDENT,
    LESS,
    LINK_END,
    LINK_START,
    MARKERS,
    MORE,
    NUMBER,
    TERM,
    Heading,
    InfoboxSource,
    Reading,
    TableSource,
)
from corpus.scripts import subscript, superscript
from corpus.templates import is_infobox, render_template
from corpus.tidy import tidy
from corpus.wikilinks import stored_link

_MARKUP_MARKERS = {"*": BULLET, "#": NUMBER, ":": INDENT, ";": TERM}
_LIST_TAGS = {"ul": BULLET, "ol": NUMBER}
_PARAGRAPH_TAGS = frozenset("p blockquote poem".split())
_BLOCK_TAGS = frozenset("div center section tr td th caption h1 h2 h3 h4 h5 h6 hr dl".split())
_DROPPED_TAGS = frozenset(
    """ref references gallery timeline imagemap score graph mapframe maplink templatestyles inputbox categorytree
    includeonly style script hiero""".split()
)
_DATA_CLASSES = frozenset("wikitable infobox sortable prettytable standard standaard bordered".split())
_LINK_TRAIL = re.compile(r"[^\W\d_]+")
_HIDDEN = re.compile(r"display\s*:\s*none")


def render(code: Wikicode | None, reading: Reading) -> str:
    """The text of some wikitext, with the private characters of `corpus.reading`."""
    if code is None:
        return ""
    parts: list[str] = []
    for node in code.nodes:
        if isinstance(node, Text):
            parts.append(_text_after(parts, str(node)))
        else:
            parts.append(_render_node(node, reading))
    return "".join(parts)


def is_data_table(tag: Tag) -> bool:
    """Whether a table holds data (class wikitable or infobox) and not a page layout."""
    return bool(_DATA_CLASSES.intersection(table_classes(tag)))


def table_classes(tag: Tag) -> list[str]:
    """The class names of a tag, in lower case."""
    return attribute(tag, "class").lower().split()


def attribute(tag: Tag, name: str) -> str:
    """A tag's attribute as written, "" when absent."""
    for written in tag.attributes:
        if str(written.name).strip().lower() == name and written.value is not None:
            return str(written.value).strip()
    return ""


def _text_after(parts: list[str], text: str) -> str:
    """Plain text; letters right after a link belong to its anchor ("[[bus]]es")."""
    if parts and parts[-1].endswith(LINK_END) and text[:1].isalpha():
        trail = _LINK_TRAIL.match(text)
        if trail and trail[0].islower():
            parts[-1] = _with_trail(parts[-1], trail[0])
            return text[trail.end() :]
    return text


def _with_trail(link: str, trail: str) -> str:
    before, start, inside = link[: -len(LINK_END)].rpartition(LINK_START)
    target, bar, anchor = inside.rpartition("|")
    shown = anchor if bar else anchor.replace("_", " ")
    return f"{before}{start}{target or anchor}|{shown}{trail}{LINK_END}"


def _render_node(node: Node, reading: Reading) -> str:
    if isinstance(node, Tag):
        return _render_tag(node, reading)
    if isinstance(node, Template):
        if is_infobox(node):
            return reading.mark(InfoboxSource(node))
        return render_template(node, reading, lambda code: render(code, reading))
    if isinstance(node, Wikilink):
        anchor = render(node.text, reading) if node.text is not None else None
        target = tidy(render(node.title, reading))
        return stored_link(target, anchor, page=reading.title, site=reading.site) or GAP
    if isinstance(node, HTMLEntity):
        return _entity(node)
    if isinstance(node, ExternalLink):
        return _external_link(node, reading)
    if isinstance(node, HeadingNode):
        return reading.mark(Heading(node.level, tidy(render(node.title, reading))))
    if isinstance(node, Argument):
        return render(node.default, reading)
    return "" if isinstance(node, Comment) else str(node)


def _entity(node: HTMLEntity) -> str:
    try:
        character = str(node.normalize())
    except (ValueError, OverflowError):
        return ""
    return {"<": LESS, ">": MORE}.get(character, character)


def _external_link(node: ExternalLink, reading: Reading) -> str:
    if not node.brackets:
        return str(node.url)
    return render(node.title, reading) if node.title is not None else GAP


def _render_tag(tag: Tag, reading: Reading) -> str:
    name = str(tag.tag).strip().lower()
    if tag.wiki_markup in _MARKUP_MARKERS:
        return _MARKUP_MARKERS[str(tag.wiki_markup)]
    if name == "table":
        return _render_table(tag, reading)
    if name in _DROPPED_TAGS or _HIDDEN.search(attribute(tag, "style")):
        return GAP
    if name in _LIST_TAGS or name == "dl":
        return _html_list(tag, name, reading)
    special = _SPECIAL_TAGS.get(name)
    if special is not None:
        return special(render(tag.contents, reading))
    text = render(tag.contents, reading)
    if name in _PARAGRAPH_TAGS:
        return f"\n\n{text}\n\n"
    return f"\n{text}\n" if name in _BLOCK_TAGS else text


def _render_table(tag: Tag, reading: Reading) -> str:
    """A mark for a data table; of a layout table only the data tables and infoboxes inside it."""
    if is_data_table(tag):
        return reading.mark(TableSource(tag))
    first = len(reading.blocks)
    render(tag.contents, reading)
    inside = [block for block in reading.blocks[first:] if isinstance(block, TableSource | InfoboxSource)]
    reading.dropped["layout table" if inside else "table without class wikitable"] += 1
    return "".join(reading.mark(block) for block in inside)


def _html_list(tag: Tag, name: str, reading: Reading) -> str:
    """`<ul><li>` as marked lines; lines of nested lists get the outer marker in front."""
    lines: list[str] = []
    for node in tag.contents.nodes:
        item = str(node.tag).strip().lower() if isinstance(node, Tag) else ""
        if item not in ("li", "dt", "dd"):
            continue
        marker = _LIST_TAGS.get(name) or (TERM if item == "dt" else INDENT)
        text = render(node.contents, reading) if isinstance(node, Tag) else ""
        first, *rest = [line for line in text.split("\n") if line.strip()] or [""]
        lines.append(marker + first)
        lines += [marker + line if line[0] in MARKERS else line for line in rest]
    return "\n" + "\n".join(lines) + "\n"


def _keep(text: str) -> str:
    return text


_SPECIAL_TAGS: dict[str, Callable[[str], str]] = {
    "br": lambda _: BREAK,
    "sup": superscript,
    "sub": subscript,
    "math": plain_formula,
    "chem": plain_formula,
    "ce": _keep,
    "q": lambda text: f"“{text.strip()}”",
}
