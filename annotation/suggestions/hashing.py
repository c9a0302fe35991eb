"""A claim's words as a fixed name: what was found for other words is not shown for these."""

from __future__ import annotations

import hashlib


def text_hash(text: str) -> str:
    """SHA-256 of a claim's text as it is stored, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()
