"""Remove characters that a database refuses: NUL (PostgreSQL) and lone surrogates (UTF-8)."""

from __future__ import annotations

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """The text without NUL characters and lone surrogates, which JSON can smuggle in."""
    return _UNSTORABLE.sub("", text)
