"""The `[[Target_title|anchor]]` mark-up inside stored text (contract (a), "Text conventions").

`links` only reads the stored form. Turning wikitext links into it is `corpus.wikilinks`' work.
"""

from __future__ import annotations

import re

from corpus.element_id import BadTitle, normalise_title

LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")


def split_links(text: str) -> list[tuple[str, str | None]]:
    """The text as (shown text, title of the linked page or None) pieces, none of them empty.

    Joining the first members gives `plain_text(text)`.
    """
    pieces: list[tuple[str, str | None]] = []
    end = 0
    for match in LINK.finditer(text):
        if match.start() > end:
            pieces.append((text[end : match.start()], None))
        if anchor := _anchor(match):
            pieces.append((anchor, _title(match[1])))
        end = match.end()
    if end < len(text):
        pieces.append((text[end:], None))
    return pieces


def plain_text(value: str) -> str:
    """The text as it reads, every link reduced to its anchor."""
    return LINK.sub(_anchor, value) if "[[" in value else value


def _anchor(match: re.Match[str]) -> str:
    return match[2] if match[2] is not None else match[1].replace("_", " ")


def _title(target: str) -> str | None:
    try:
        return normalise_title(target)
    except BadTitle:
        return None
