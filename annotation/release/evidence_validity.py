"""Check that the corpus still has pinned evidence, and read its words; of each page only what is cited is read."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from annotation.release.logs import nfd
from annotation.release.queries import EvidenceRow
from corpus.models import Corpus, StoredPage
from corpus.page.content_hash import element_words, lost
from corpus.page.element_id import BadElementId, holder_of
from corpus.page.elements import Page
from corpus.page.page_json import page_from_stored

PAGES_AT_ONCE, PAGES_IN_MEMORY = 500, 100
AS_IMPORTED = ""  # the hash of evidence that came with a released data set and is not in the corpus

Pin = tuple[str, str]  # element id, hash


@dataclass(slots=True)
class CitedEvidence:
    """`missing`: the pins that the corpus no longer has in the same words. `texts`: element id in NFD -> its words, of
    what is cited and of its context. `titles`: the pages that were read."""

    missing: set[Pin] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)
    texts: dict[str, str] = field(default_factory=dict)

    def text(self, piece: EvidenceRow) -> str | None:
        """What the piece says, as its annotator read it; None where the corpus does not have that."""
        is_known = piece.content_hash != AS_IMPORTED and (piece.element_id, piece.content_hash) not in self.missing
        return self.texts.get(nfd(piece.element_id)) if is_known else None

    def context_texts(self, piece: EvidenceRow) -> list[str | None]:
        """What each element of its context says in the corpus; None of what is not there."""
        texts = self.texts
        return [texts[element] if element in texts else texts.get(nfd(element)) for element in piece.context]


def read_evidence(corpus: Corpus, pieces: Iterable[EvidenceRow], *, with_text: bool = False) -> CitedEvidence:
    """Look for the evidence in the corpus. Each page is read once, alone. `with_text`: keep its words, too."""
    pinned: defaultdict[str, set[Pin]] = defaultdict(set)
    named: defaultdict[str, set[str]] = defaultdict(set)
    for piece in pieces:
        if piece.content_hash != AS_IMPORTED:
            pinned[piece.page_title].add((piece.element_id, piece.content_hash))
        if with_text:
            for element in map(nfd, piece.context):
                named[_place(element)[0]].add(element)
    found = CitedEvidence({pin for pins in pinned.values() for pin in pins})
    titles = sorted({*pinned, *named})
    for start in range(0, len(titles), PAGES_AT_ONCE):
        some = StoredPage.objects.filter(corpus=corpus, title__in=titles[start : start + PAGES_AT_ONCE])
        for title, text in some.order_by().values_list("title", "data").iterator(chunk_size=PAGES_IN_MEMORY):
            found.titles.add(title)
            pins = {(nfd(element), pin): (element, pin) for element, pin in pinned[title]}
            wanted = {element for element, _pin in pins} | named[title]
            page = _cited(json.loads(text), wanted)
            missing = set(lost(page, pins))
            found.missing -= {given for spelled, given in pins.items() if spelled not in missing}
            if with_text:
                found.texts |= {element: words for element, (_kind, words) in element_words(page, wanted).items()}
    return found


def _cited(data: Mapping[str, Any], elements: Iterable[str]) -> Page:
    """The page with what is cited of it alone: of tables the cells, of lists the items."""
    held: defaultdict[str, set[str]] = defaultdict(set)
    for element in elements:
        _page, holder, part = _place(element)
        held[holder].add(part)
    kept = {name: _parts(data[name], held[name]) for name in data["order"] if name in held}
    return page_from_stored({"title": data["title"], "order": list(kept), **kept})


def _parts(element: Any, cited: set[str]) -> Any:
    """The element as page JSON. What nobody cites of it need not be read, which is most of it."""
    if "" in cited or not isinstance(element, dict):
        return element
    if "table" in element:
        return element | {"table": [[cell for cell in row if cell["id"] in cited] for row in element["table"]]}
    items = [item for item in element["list"] if item["id"] in cited]
    return element | {"list": items or element["list"]}


def _place(element_id: str) -> tuple[str, str, str]:
    """The page, the local id of the sentence, section, table or list that holds the element, and the element's own
    ("": the holder itself)."""
    page, _, local = element_id.partition("_")
    holder, part = _holder_and_part(local)
    return (page, holder, part) if holder else ("", "", "")


@lru_cache(maxsize=16_384)
def _holder_and_part(local: str) -> tuple[str, str]:
    try:
        holder = holder_of(local)
    except BadElementId:
        return "", ""
    return holder, "" if holder == local else local
