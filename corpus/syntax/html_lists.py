"""Convert HTML lists, `<ul><li>...</ul>`, to the marked lines of wikitext lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from corpus.syntax.nodes import Kind, Node, Source
from corpus.syntax.parser_state import BLOCK_START, BULLET, INDENT, MARKERS, NUMBER, TERM

LISTS = {"ul": BULLET, "ol": NUMBER, "dl": INDENT}
_ITEMS = frozenset({"li", "dt", "dd"})


def html_list(node: Node, render: Callable[[Source], str]) -> str:
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


def _items(source: Source) -> Iterator[tuple[str, Source]]:
    """(tag name, contents) of every item, whether its end is written or not."""
    name, begin = "", source.start
    for node in source.nodes:
        if node.kind is Kind.TAG and node.name in _ITEMS:
            if name:
                yield name, source.part(begin, node.start)
            closing = source.text.startswith("</", node.start)
            name, begin = "" if closing else node.name, node.end
    if name:
        yield name, source.part(begin, source.end)
