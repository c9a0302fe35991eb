"""Templates that write tables, rows and cells in the shared articles: how often, and what the reader makes of them.

    python -m benchmarks.corpus.table_templates [--shared ../shared/data] [--all]

A call counts where it may write cells: by name, when it is known to write tables (`corpus.templates.tables`); by place,
when it is all there is in a cell, stands before the cell's bar, or alone on a line of a table. Printed is for each name
the number of calls by place and what becomes of them: rendered, read as text, shows nothing, counted by name with its
table left out, or counted with its table untrusted. `--all` prints the names that are read as text too.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from corpus.page.elements import Table, Untrusted
from corpus.rules import Rules
from corpus.sources import SourcePage, read_source
from corpus.syntax.nodes import Kind, Markup, Node
from corpus.syntax.parser_state import GAP, HOLE, ParserState
from corpus.templates.tables.registry import (
    ATTRIBUTES,
    IN_CELLS,
    LEFT_OPEN,
    NOT_RENDERED,
    OPENERS,
    WHOLE,
    WORDS_ONLY,
)
from corpus.wikitext.blocks import parse
from corpus.wikitext.build import build_page
from corpus.wikitext.inline import render
from corpus.wikitext.table_templates import name_of

_PAGE, _LINE, _CELL = "in the page", "on a line of a table", "in a cell"
_KNOWN = {**WHOLE, **OPENERS, **IN_CELLS, **ATTRIBUTES, **dict.fromkeys(NOT_RENDERED)}
_CALLS = re.compile(r"\{\{[^{}]*\}\}|\[\[[^\[\]]*\]\]")
_ATTRIBUTES = re.compile(r"[\w-]+\s*=\s*(?:\"[^\"]*\"|\S+)")
_DICTIONARY = "test-pages-articles.xml.bz2"  # entries of a dictionary, which are made of templates


def main() -> None:
    """Print the table of templates, and what is untrusted."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shared", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--all", action="store_true")
    chosen = arguments.parse_args()
    calls: defaultdict[str, Counter[str]] = defaultdict(Counter)
    what: dict[str, str] = {}
    tables: Counter[str] = Counter()
    for page in articles(chosen.shared):
        source = parse(page.wikitext)
        state = ParserState(page.title, page.site)
        for place, node in _possible(source):
            name = name_of(node)
            calls[name][place] += 1
            if name not in what:
                what[name] = _fate(name, Markup(source.text, node.start, node.end, (node,)), state)
        tables += _trusted(page)
    for name, places in sorted(calls.items(), key=lambda each: (-each[1].total(), each[0])):
        if chosen.all or what[name] not in ("text", "nothing"):
            shown = ", ".join(f"{count} {place}" for place, count in places.most_common())
            print(f"{places.total():6}  {name:40} {what[name]:24} {shown}")
    print(
        "calls:",
        dict(Counter({fate: sum(calls[n].total() for n in calls if what[n] == fate) for fate in what.values()})),
    )
    print("tables:", dict(tables))


def articles(shared: Path) -> Iterator[SourcePage]:
    """The articles of every shared source of wikitext but the dictionary."""
    folder = shared / "wikitext"
    for path in [folder / "articles.jsonl.xz", *sorted((folder / "dumps").iterdir())]:
        if path.name != _DICTIONARY:
            for record in read_source(path):
                if isinstance(record, SourcePage) and record.redirect_to is None:
                    yield record


def _possible(source: Markup, *, in_table: bool = False) -> Iterator[tuple[str, Node]]:
    """Calls that may write cells, with their place."""
    for node in source.nodes:
        if node.kind is Kind.TABLE:
            yield from _possible(node.inner, in_table=True)
        elif node.kind is Kind.TEMPLATE:
            place = _place(source, node) if in_table else _PAGE
            if place and (place != _PAGE or name_of(node) in _KNOWN) and name_of(node) not in LEFT_OPEN:
                yield place, node


def _place(source: Markup, node: Node) -> str:
    """Where in a table the call stands; "" in the middle of a cell's text."""
    text = source.text
    line = text.rfind("\n", source.start, node.start)
    before = text[max(line, source.start) : node.start].lstrip("\n")
    after = text[node.end : source.end].partition("\n")[0]
    if line < 0 or before.strip()[:2] in ("{|", "|-", "|+"):
        return ""
    if not before.strip():
        return _LINE if not after.strip() else ""
    start = max(before.rfind("||"), before.rfind("!!"))
    cell = before[start + 2 :] if start >= 0 else before.strip()[1:]
    ends = after.replace("!!", "||").partition("||")[0]
    if before.strip()[0] not in "|!" or "|" in cell or "|" in _CALLS.sub("", ends):
        return _CELL if name_of(node) in IN_CELLS else ""
    words = _ATTRIBUTES.sub("", cell) + ends
    return "" if any(map(str.isalnum, words)) or "$" in words else _CELL


def _fate(name: str, call: Markup, state: ParserState) -> str:
    if name in NOT_RENDERED:
        return "counted, left out"
    if name in _KNOWN:
        return "rendered"
    if name in WORDS_ONLY:
        return "words missing"
    text = render(call, state)
    if state.templates[name]:
        return "counted, untrusted"
    return "text" if text.strip(f" \n{GAP}{HOLE}") else "nothing"


def _trusted(page: SourcePage) -> Counter[str]:
    built = build_page(page.title, page.wikitext, page.site, Rules(keep_flagged=True))
    if built.page is None:
        return Counter()
    found = [element.id for element in built.page.elements if isinstance(element, Table)]
    marked = sum(built.layout.untrusted.get(each) is Untrusted.TEMPLATE_CELLS for each in found)
    return Counter({"all": len(found), "untrusted": marked, "pages": 1, "pages with an untrusted one": int(marked > 0)})


if __name__ == "__main__":
    main()
