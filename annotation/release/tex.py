"""Escape text for TeX: of BibTeX entries and of tables."""

from __future__ import annotations

import re

_COMMANDS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
# Signs of mathematics that a text font need not have, as statistics and their definitions use them.
_SIGNS = {
    "−": "-",
    "×": r"\times",
    "·": r"\cdot",
    "∩": r"\cap",
    "∪": r"\cup",
    "≤": r"\leq",
    "≥": r"\geq",
    "≈": r"\approx",
    "∞": r"\infty",
    "²": "^2",
    "α": r"\alpha",
    "κ": r"\kappa",
    "χ": r"\chi",
    "⅓": r"\frac{1}{3}",
    "⅔": r"\frac{2}{3}",
}
_SPECIAL = re.compile(rf"[{{}}$&%#_{re.escape(''.join(_COMMANDS))}{''.join(_SIGNS)}]")


def escaped(text: str) -> str:
    """A text on one line, with nothing that BibTeX or TeX would take for a command."""
    return _SPECIAL.sub(_written, " ".join(text.split()))


def _written(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in _SIGNS:
        return f"${_SIGNS[sign]}$"
    return _COMMANDS.get(sign, f"\\{sign}")
