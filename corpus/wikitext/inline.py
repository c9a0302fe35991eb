"""Render wikitext to text: links in stored form, blocks replaced by placeholders (`corpus.syntax.parser_state`)."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.building.cleanup import clean_text
from corpus.building.emphasis import formatted_text, plain_runs
from corpus.building.holes import without_holes
from corpus.building.superscripts import raised, subscript
from corpus.page.formulas import formula
from corpus.syntax.emphasis import TAGS, balanced_quotes, without_emphasis
from corpus.syntax.external_links import without_addresses
from corpus.syntax.html_lists import LISTS, html_list
from corpus.syntax.nodes import Kind, Markup, Node, template
from corpus.syntax.parser_state import (
    BLOCK,
    BLOCK_END,
    BREAK,
    EMPHASIS,
    GAP,
    HOLE,
    LESS,
    LINK_END,
    LINK_START,
    MARKERS,
    MORE,
    UNSEEN,
    Heading,
    InfoboxBlock,
    ParserState,
    TableBlock,
)
from corpus.syntax.plain_text import parted, plain, unescaped
from corpus.syntax.tables import is_data_table, table_syntax, tables_outside_cells
from corpus.syntax.wikilinks import shows_nothing, stored_link
from corpus.templates.render import is_infobox, render_template
from corpus.wikitext.table_templates import name_of, table_text

_MARKER = tuple(MARKERS)
_PARAGRAPH_TAGS = frozenset("p blockquote poem".split())
_BLOCK_TAGS = frozenset("div center pre section tr td th caption h1 h2 h3 h4 h5 h6 hr dl ul ol table".split())
_DROPPED_TAGS = frozenset(
    """ref references gallery timeline imagemap score graph mapframe maplink templatestyles inputbox categorytree
    style script hiero""".split()
)
_AS_TYPED = str.maketrans(dict(zip(MARKERS, "*#:;", strict=True)))  # <pre format=wikitext> has no lists
_LINK_TRAIL = re.compile(r"[^\W\d_]+")
_LINE_END = re.compile(r"[ \t]*(?:\n|\Z)")
_NOTHING = f"{MARKERS}{HOLE}{GAP}{EMPHASIS} \t"
_HIDDEN = re.compile(r"display\s*:\s*none")


def render(markup: Markup | None, state: ParserState) -> str:
    """The text of some wikitext, with the private characters of `corpus.syntax.parser_state`."""
    if markup is None:
        return ""
    if not markup.nodes:
        return without_addresses(plain(str(markup)))
    text, place = markup.text, markup.start
    parts: list[str] = []
    markers = ""  # of the list line that the parts end with
    for node in markup.nodes:
        if place < node.start:
            parts.append(_text_after(parts, plain(text[place : node.start])))
            markers = _markers(parts[-1], markers)
        piece = _RENDERERS[node.kind](node, state)
        if piece == GAP and node.kind is Kind.LINK and shows_nothing(str(node.inner), state.site):
            piece, markers = "", _without_space_before(parts)
        elif markers:
            piece = _in_item(node, piece, markers)
            if piece == HOLE and not state.cells and _is_all_of_item(node, parts, markup):
                state.dropped[f"list item of template {name_of(node)}"] += 1
        if node.kind is Kind.TABLE:
            piece += _markers_after(node, markup.end)
        parts.append(piece)
        markers = _markers(piece, markers)
        place = node.end
    parts.append(_text_after(parts, plain(text[place : markup.end])))
    return without_addresses("".join(parts))


def _markers(written: str, before: str) -> str:
    """The markers of the line that a text ends with, where `before` are those of the line that it begins with."""
    start = written.rfind("\n") + 1
    if not start:
        return before
    line = written[start:]
    return line[: len(line) - len(line.lstrip(MARKERS))]


def _in_item(node: Node, piece: str, markers: str) -> str:
    """What a tag or HTML list is on a list line: blocks stay in the item, items of the list are a level deeper."""
    if node.kind is Kind.TAG and piece.isspace():
        return BREAK
    if node.kind is Kind.ELEMENT and node.name in LISTS:
        lines = [markers + line if line.startswith(_MARKER) else line for line in piece.rstrip("\n").split("\n")]
        return "\n".join([*lines, markers])  # what stands behind it is an item again
    return piece


def _is_all_of_item(node: Node, parts: list[str], markup: Markup) -> bool:
    """Return whether templates without known words are all there is on a list line: then there is no item."""
    if node.kind is not Kind.TEMPLATE or not _LINE_END.match(markup.text, node.end):
        return False
    for part in reversed(parts):
        _, line_break, line = part.rpartition("\n")
        if line.strip(_NOTHING):
            return False
        if line_break:
            break
    return True


def _without_space_before(parts: list[str]) -> str:
    """Remove the white space before a category or language link, as MediaWiki does; the markers of the line it ends."""
    while parts:
        last = parts.pop().rstrip(" \t\n")
        if last.endswith(BLOCK_END):
            last += "\n"
        if last:
            parts.append(last)
            return _markers(last, "")
    return ""


def _markers_after(table: Node, end: int) -> str:
    """What begins an item of the text behind an indented table, "" if there is none: ":{| ... |} text"."""
    text = table.inner.text
    markers = text[table.start : table.inner.start - 2].strip()
    line_end = text.find("\n", table.end, end)
    has_text = markers and text[table.end : end if line_end < 0 else line_end].strip()
    return plain("\n" + markers) if has_text else ""


def _text_after(parts: list[str], text: str) -> str:
    """Plain text; letters right after a link belong to its anchor ("[[bus]]es")."""
    if parts and text[:1].isalpha() and parts[-1].endswith(LINK_END):
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


def _template(node: Node, state: ParserState) -> str:
    call = template(node)
    if is_infobox(call, state.infoboxes):
        return state.mark(InfoboxBlock(call))
    tables = table_text(call, state)
    if tables is not None:
        return render(tables, state) if tables.nodes else GAP
    return render_template(call, state, _each_once(state))


def _each_once(state: ParserState) -> Callable[[Markup | None], str]:
    """`render` for the arguments of one call, which may ask for the same one again: at every level of nesting.

    Templates look at the words of their arguments: tags of bold and italic text leave no marks in these.
    """
    texts: dict[tuple[int, int], str] = {}

    def text_of(markup: Markup | None) -> str:
        if markup is None:
            return ""
        place = markup.start, markup.end
        if place not in texts:
            texts[place] = without_emphasis(render(markup, state))
        return texts[place]

    return text_of


def _argument(node: Node, state: ParserState) -> str:
    """{{{name|default}}} on a page shows its default, and {{{name}}} itself."""
    bar = node.inner.find("|")
    if bar >= 0:
        return render(node.inner.part(bar + 1, node.inner.end), state)
    return UNSEEN.join("{{{") + render(node.inner, state) + UNSEEN.join("}}}")


def _link(node: Node, state: ParserState) -> str:
    target, anchor = _target_and_anchor(node.inner, state)
    if "''" in target or "&" in target:
        target = clean_text(plain(target))
    shown = None if anchor is None else balanced_quotes(anchor)
    return stored_link(target, shown, page=state.title, site=state.site) or GAP


def _target_and_anchor(inner: Markup, state: ParserState) -> tuple[str, str | None]:
    if not inner.nodes:
        target, bar, anchor = str(inner).partition("|")
        return target, plain(anchor) if bar else None
    place = inner.find("|")
    if place < 0:
        return clean_text(render(inner, state)), None
    target = clean_text(render(inner.part(inner.start, place), state))
    return target, render(inner.part(place + 1, inner.end), state)


def _table(node: Node, state: ParserState) -> str:
    """A mark for a data table; of a layout table only the data tables and infoboxes inside it."""
    table = table_syntax(node)
    if state.cells or is_data_table(table):  # in a cell, a layout has nothing but the cell's text
        behind = (_table(each, state) for each in tables_outside_cells(table))
        return state.mark(TableBlock(table)) + "".join(behind)
    marks = BLOCK.finditer(render(node.inner, state))
    inside = [mark[0] for mark in marks if isinstance(state.block(mark), TableBlock | InfoboxBlock)]
    state.dropped["layout table" if inside else "table without class wikitable"] += 1
    return "".join(f"\n{mark}\n" for mark in inside)  # each once, however deep the layout is nested


def heading_of(node: Node, state: ParserState) -> Heading:
    """The heading that a HEADING node stands for."""
    text, runs = formatted_text(render(node.inner, state))
    return Heading(int(node.name), without_holes(text), plain_runs(text, runs))


def _element(node: Node, state: ParserState) -> str:
    name = node.name
    if name in _DROPPED_TAGS or _HIDDEN.search(node.inner.text, node.start, node.inner.start):
        return GAP
    if name == "table":
        return _table(node, state)
    if name in LISTS:
        return html_list(node, lambda markup: render(markup, state))
    text = _special(name, render(node.inner, state))
    return _set_apart(name, text.translate(_AS_TYPED) if name == "pre" else text)


def _verbatim(node: Node, state: ParserState) -> str:
    if node.name in _DROPPED_TAGS:
        return GAP
    if node.name == "nowiki":
        text = parted(unescaped(str(node.inner).replace("\n", " ")).replace("<", LESS).replace(">", MORE))
        return UNSEEN + text + UNSEEN if _touches_quote(node) else text
    return _special(node.name, unescaped(str(node.inner)))


def _touches_quote(node: Node) -> bool:
    return "'" in node.inner.text[max(node.start - 1, 0) : node.start] + node.inner.text[node.end : node.end + 1]


def _special(name: str, text: str) -> str:
    special = _SPECIAL_TAGS.get(name)
    return special(text) if special is not None else text


def _as_tex(text: str) -> str:
    return text.replace(LESS, "<").replace(MORE, ">").replace(UNSEEN, "")


def _set_apart(name: str, text: str) -> str:
    if name in _PARAGRAPH_TAGS:
        return f"\n\n{text}\n\n"
    return f"\n{text}\n" if name in _BLOCK_TAGS else text


def _tag(node: Node, state: ParserState) -> str:
    """A tag alone. Tags of blocks part what stands on their two sides."""
    if node.name == "br":
        return BREAK
    if node.name == "nowiki" and _touches_quote(node):
        return UNSEEN
    if node.name in _PARAGRAPH_TAGS:
        return "\n\n"
    if node.name in TAGS:
        return TAGS[node.name][node.inner.text.startswith("</", node.start)]
    return "\n" if node.name in _BLOCK_TAGS else ""


def _too_deep(node: Node, state: ParserState) -> str:
    state.dropped["mark-up nested too deeply"] += 1
    return GAP


_SPECIAL_TAGS: dict[str, Callable[[str], str]] = {
    "sup": raised,
    "sub": subscript,
    "math": lambda text: formula(_as_tex(text)),
    "chem": lambda text: formula(rf"\ce{{{_as_tex(text)}}}") if text.strip() else "",
    "q": lambda text: f"“{text.strip()}”",
}
_RENDERERS: dict[Kind, Callable[[Node, ParserState], str]] = {
    Kind.TEMPLATE: _template,
    Kind.ARGUMENT: _argument,
    Kind.LINK: _link,
    Kind.TABLE: _table,
    Kind.HEADING: lambda node, state: state.mark(heading_of(node, state)),
    Kind.ELEMENT: _element,
    Kind.VERBATIM: _verbatim,
    Kind.TAG: _tag,
    Kind.STRAY: lambda node, state: "",
    Kind.TOO_DEEP: _too_deep,
}
