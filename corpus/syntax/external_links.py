"""Read external links, `[http://example.org label]`, of which a page shows the label."""

from __future__ import annotations

import re

from corpus.syntax.parser_state import GAP

_LINK = re.compile(
    r"\[(?:(?:[a-zA-Z]{2,10}:)?//|(?:mailto|news|tel|sms|sip|urn|geo|magnet):)[^\s\]]+(?:[^\S\n]([^\]\n]*))?\]"
)


def without_addresses(text: str) -> str:
    """Rendered text with the label of every such link in its place; a GAP for one without a label.

    Nothing behind the last bracket is looked at, so that every search ends at one: time grows with length alone.
    """
    end = text.rfind("]") + 1
    return _LINK.sub(_label, text[:end]) + text[end:] if end else text


def _label(link: re.Match[str]) -> str:
    return link[1] or GAP
