"""Resolve the links of pages whose goals are known, on the JSON text. Imports no Django: worker processes do this."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from corpus.page.links import relinked
from corpus.page.page_text import text_hash

_ORDER = re.compile(r'"order": \[([^\]]*)\]')
_WRITTEN = {"cells": '{"id": "cell_', "header cells": '{"id": "header_cell_', "items": '{"id": "item_'}
_NAMED = {"sentences": '"sentence_', "sections": '"section_', "tables": '"table_', "lists": '"list_'}

Row = tuple[int, str, bool]  # primary key, page JSON text, came ready


class UnlinkedPages(NamedTuple):
    """Pages in order of their primary keys, and for each target in them the one to write instead (None: no page)."""

    rows: list[Row]
    goals: Mapping[str, str | None]


class LinkedPages(NamedTuple):
    """Pages with their links resolved: how many, the last primary key, and rows (text, hash, size, key) to write."""

    number: int
    last: int
    changed: list[tuple[str, str, int, int]]
    links: Counter[str]
    elements: Counter[str]


def link_pages(pages: UnlinkedPages) -> LinkedPages:
    """Resolve the links of pages; those that came ready keep theirs."""
    links, elements = Counter[str](), Counter[str]()
    changed: list[tuple[str, str, int, int]] = []
    for key, data, came_ready in pages.rows:
        elements.update(elements_in(data))
        text = data if came_ready else relinked(data, pages.goals, links)
        if text != data:
            changed.append((text, text_hash(text), len(text), key))
    return LinkedPages(len(pages.rows), pages.rows[-1][0], changed, links, elements)


def elements_in(data: str) -> Counter[str]:
    """Count the elements of page JSON text by kind, without parsing it: keys stand nowhere else unescaped."""
    order = _ORDER.search(data)
    names = order[1] if order else ""
    found = Counter({kind: names.count(start) for kind, start in _NAMED.items()})
    found.update({kind: data.count(start) for kind, start in _WRITTEN.items()})
    found["captions"] = data.count('], "caption": "')
    return found
