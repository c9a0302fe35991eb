"""From a page to what an engine keeps of it, and from there to the hit a person sees. For every engine."""

from __future__ import annotations

import json
from collections.abc import Sequence

from search.documents import IndexDocument
from search.hits import Hit
from search.query.ast import Text
from search.snippets import snippet, stemmed_text


def kept(page: IndexDocument) -> str:
    """What a hit is made of, as JSON text; an engine keeps it as it is."""
    passages = [(passage.section, passage.text, passage.is_prose) for passage in page.passages]
    return json.dumps([page.title, page.size, passages, stemmed_text(passages)], ensure_ascii=False)


def hit(text: str | bytes, terms: Sequence[Text]) -> Hit:
    """The hit that `kept` text makes for these terms."""
    title, size, passages, stemmed = json.loads(text)
    shown = snippet(title, passages, terms, stemmed)
    return Hit(title, shown.section, shown.fragments, size)


def title_of(text: str | bytes) -> str:
    """The title in `kept` text."""
    return str(json.loads(text)[0])
