"""Check that the corpus still has pinned evidence; of each page only the cited elements are read."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from annotation.release.logs import nfd
from annotation.release.queries import EvidenceRow
from corpus.models import Corpus, StoredPage
from corpus.page.content_hash import lost
from corpus.page.element_id import BadElementId, ElementKind, local_id, parse
from corpus.page.elements import Page
from corpus.page.page_json import page_from_json

PAGES_AT_ONCE = 100
AS_IMPORTED = ""  # the hash of evidence that came with a released data set and is not in the corpus
HOLDERS = {
    ElementKind.CELL: ElementKind.TABLE,
    ElementKind.HEADER_CELL: ElementKind.TABLE,
    ElementKind.TABLE_CAPTION: ElementKind.TABLE,
    ElementKind.ITEM: ElementKind.LIST,
}

Pin = tuple[str, str]  # element id, hash


def missing_evidence(corpus: Corpus, pieces: Sequence[EvidenceRow]) -> set[Pin]:
    """Return the pins that the corpus no longer has in the same words. Each page is read once, alone."""
    of_page: defaultdict[str, set[Pin]] = defaultdict(set)
    for piece in pieces:
        if piece.content_hash != AS_IMPORTED:
            of_page[piece.page_title].add((piece.element_id, piece.content_hash))
    left = {pin for pins in of_page.values() for pin in pins}
    titles = sorted(of_page)
    for start in range(0, len(titles), PAGES_AT_ONCE):
        some = StoredPage.objects.filter(corpus=corpus, title__in=titles[start : start + PAGES_AT_ONCE])
        for title, text in some.order_by().values_list("title", "data").iterator(chunk_size=PAGES_AT_ONCE):
            pins = {(nfd(element), pin): (element, pin) for element, pin in of_page[title]}
            missing = set(lost(_cited(json.loads(text), pins), pins))
            left -= {given for spelled, given in pins.items() if spelled not in missing}
    return left


def _cited(data: Mapping[str, Any], pins: Iterable[Pin]) -> Page:
    """The page with what is cited of it alone: of tables the cells, of lists the items."""
    held: defaultdict[str, set[str]] = defaultdict(set)
    for element, _pin in pins:
        holder, part = _place(element)
        held[holder].add(part)
    kept = {name: _parts(data[name], held[name]) for name in data["order"] if name in held}
    return page_from_json({"title": data["title"], "order": list(kept), **kept})


def _parts(element: Any, cited: set[str]) -> Any:
    """The element as page JSON. What nobody cites of it need not be read, which is most of it."""
    if "" in cited or not isinstance(element, dict):
        return element
    if "table" in element:
        return element | {"table": [[cell for cell in row if cell["id"] in cited] for row in element["table"]]}
    items = [item for item in element["list"] if item["id"] in cited]
    return element | {"list": items or element["list"]}


@lru_cache(maxsize=4_096)
def _place(element_id: str) -> tuple[str, str]:
    """The local id of the sentence, section, table or list that holds the element, and the element's own ("": the
    holder itself)."""
    try:
        element = parse(element_id)
    except BadElementId:
        return "", ""
    holder = HOLDERS.get(element.kind)
    return (element.local, "") if holder is None else (local_id(holder, *element.numbers[:1]), element.local)
