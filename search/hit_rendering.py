"""Stored content of a page, and the hit rendered from it; shared by all engines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from search.documents import IndexDocument
from search.folding import fold
from search.hits import Hit
from search.query.ast import Text
from search.snippets import snippet, stemmed_lines

_LONGEST_TITLE = 4_096  # bytes
_DECODER = json.JSONDecoder()


def kept(page: IndexDocument, folded: Iterable[Sequence[str]] | None = None) -> str:
    """Serialise the content of a hit as JSON text, which engines store unchanged.

    `folded` are the folded parts of every passage, for a caller that has them.
    """
    passages = [(passage.section, passage.text, passage.is_prose) for passage in page.passages]
    parts = ([*map(fold, passage.parts)] for passage in page.passages) if folded is None else folded
    stemmed = stemmed_lines(" ".join(each) for each in parts)  # folding makes a space of what stands between parts
    return json.dumps([page.title, page.size, passages, stemmed], ensure_ascii=False)


def hit(text: str | bytes, terms: Sequence[Text]) -> Hit:
    """Render the hit of stored content for these terms."""
    title, size, passages, stemmed = json.loads(text)
    shown = snippet(title, passages, terms, stemmed)
    return Hit(title, shown.section, shown.fragments, size)


def title_of(text: str | bytes) -> str:
    """Read the title from stored content, the first of its values: of long pages the rest is not parsed."""
    start = text[:_LONGEST_TITLE]
    found, _ = _DECODER.raw_decode(start if isinstance(start, str) else start.decode("utf-8", "ignore"), 1)
    return str(found)
