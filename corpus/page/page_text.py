"""Serialised text of a page, as it is stored, hashed and exported."""

from __future__ import annotations

import hashlib
import json

from corpus.page.elements import Page
from corpus.page.page_json import page_to_json


def page_text(page: Page) -> str:
    """The page JSON text that is stored and exported (contract (a): not ASCII-escaped, NFD)."""
    return json.dumps(page_to_json(page), ensure_ascii=False)


def text_hash(text: str) -> str:
    """The content hash of a page: sha256 (hex) of its JSON text as UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()
