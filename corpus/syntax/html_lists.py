"""Convert HTML lists, `<ul><li>...</ul>`, to the marked lines of wikitext lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from corpus.syntax.nodes import Kind, Markup, Node
from corpus.syntax.parser_state import BLOCK_START, BULLET, INDENT, MARKERS, NUMBER, TERM

LISTS = {"ul": BULLET, "ol": NUMBER, "dl": INDENT}
_ITEMS = frozenset({"li", "dt", "dd"})


def html_list(node: Node, render: Callable[[Markup], str]) -> str:
    """One line per item; lines of nested lists get the outer marker in front."""
    lines: list[str] = []
    for item, contents in _items(node.inner):
        marker = TERM if item == "dt" else LISTS[node.name]
        own = [marker]  # an item that begins with a nested list holds nothing of its own
        for line in filter(None, map(str.strip, render(contents).split("\n"))):
            if line[0] in MARKERS:
                own.append(marker + line)
            elif line[0] == BLOCK_START or own[-1][0] == BLOCK_START:
                own.append(line)
            else:
                own[-1] += f" {line}"  # the item's text goes on
        lines += own
    return "\n" + "\n".join(lines) + "\n"


def _items(markup: Markup) -> Iterator[tuple[str, Markup]]:
    """(tag name, contents) of every item, whether its end is written or not."""
    name, begin = "", markup.start
    for node in markup.nodes:
        if node.kind is Kind.TAG and node.name in _ITEMS:
            if name:
                yield name, markup.part(begin, node.start)
            closing = markup.text.startswith("</", node.start)
            name, begin = "" if closing else node.name, node.end
    if name:
        yield name, markup.part(begin, markup.end)
