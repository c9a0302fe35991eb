"""Text of cited and suggested web pages."""

from __future__ import annotations

import json
from dataclasses import replace

from corpus.models import StoredPage
from corpus.page.elements import Page, Section, Sentence
from corpus.page.links import plain_text
from corpus.page.page_json import page_from_json


def parts_of(row: StoredPage) -> list[Section | Sentence]:
    """Headings and passages of a web page, in page order. Passages are as a check reads them."""
    page: Page = page_from_json(json.loads(row.data))
    return [
        replace(one, text=plain_text(one.text).strip()) if isinstance(one, Sentence) else one
        for one in page.elements
        if isinstance(one, Section | Sentence)
    ]


def passages_of(row: StoredPage) -> dict[str, str]:
    """Local id -> text of each passage of a web page, in page order."""
    return {one.id: one.text for one in parts_of(row) if isinstance(one, Sentence)}
