"""Find round brackets, inside which no sentence of the surrounding text ends."""

from __future__ import annotations

import re

_BRACKET = re.compile(r"[()（）]")


def bracketed(plain: str) -> list[tuple[int, int]]:
    """(opening, closing) index of every outermost pair, in order. A bracket without its partner is no bracket."""
    if not (")" in plain or "）" in plain):
        return []
    open_now: list[int] = []
    pairs: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(plain):
        if match[0] in "(（":
            open_now.append(match.start())
        elif open_now:
            opening = open_now.pop()
            while pairs and pairs[-1][0] > opening:
                pairs.pop()
            pairs.append((opening, match.start()))
    return pairs
