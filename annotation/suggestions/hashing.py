"""Hash of a claim's text: suggestions found for another wording are not shown."""

from __future__ import annotations

import hashlib


def text_hash(text: str) -> str:
    """SHA-256 of a claim's text as it is stored, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()
