"""Convert the LaTeX of `<math>` to one readable line of text, without typesetting."""

from __future__ import annotations

import re

from corpus.building.superscripts import subscript, superscript
from corpus.word_lists import pairs

_SYMBOLS = pairs("symbols.tsv")
_FRACTION = re.compile(r"\\[dtc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt\s*(?:\[([^\]]*)\])?\s*\{([^{}]*)\}")
_WRAPPER = re.compile(
    r"\\(?:text|textrm|textit|textbf|mathrm|mathbf|mathit|mathbb|mathcal|mathfrak|mathsf|mathop|operatorname|mbox|rm|"
    r"overline|underline|bar|hat|vec|tilde|dot|ddot|boldsymbol|pmb|displaystyle|textstyle|ce)\*?\s*\{([^{}]*)\}"
)
_RAISED = re.compile(r"([\^_])\s*(?:\{([^{}]*)\}|([^\s{}\\()]))")
_CARET, _LOW = "\x01", "\x02"  # ^ and _ of what is written already: not to be read again
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\{[^{}]*\})?")

_DEEPEST = 20  # levels of braces; what is nested deeper loses its mark-up only


def plain_formula(source: str) -> str:
    r"""`\frac{a}{b} \times 10^{3}` as "a/b × 10³"; unknown commands are dropped, their arguments stay."""
    text = _ENVIRONMENT.sub(" ", source)
    for _ in range(_DEEPEST):  # innermost braces first
        before = text
        text = _FRACTION.sub(lambda m: f"{_grouped(m[1])}/{_grouped(m[2])}", text)
        text = _ROOT.sub(lambda m: f"{superscript(m[1] or '')}√{_grouped(m[2])}", text)
        text = _WRAPPER.sub(r"\1", text)
        text = _RAISED.sub(_script, text)
        if text == before:
            break
    text = text.replace(_CARET, "^").replace(_LOW, "_")
    text = re.sub(r"\\\\|\\[,;:!> ]|&|~", " ", text)
    text = _COMMAND.sub(lambda m: _SYMBOLS.get(m[1], "" if m[1] in _SILENT else m[1]), text)
    return " ".join(re.sub(r"\\([{}%$#_|])|[{}]", r"\1", text).split())


_SILENT = frozenset("left right big Big bigg Bigg limits nolimits quad qquad displaystyle textstyle rm bf it".split())


def _grouped(text: str) -> str:
    bare = text.strip()
    return bare if len(bare) == 1 or bare.isdigit() or (bare.isascii() and bare.isalnum()) else f"({bare})"


def _script(match: re.Match[str]) -> str:
    inner = match[2] if match[2] is not None else match[3]
    if "\\" in inner:
        inner = _COMMAND.sub(lambda m: _SYMBOLS.get(m[1], m[1]), inner)
    mapped = superscript(inner) if match[1] == "^" else subscript(inner)
    if mapped != inner:
        return mapped.replace("^", _CARET)
    sign = _CARET if match[1] == "^" else _LOW
    return inner if sign == _LOW and len(inner) == 1 else sign + _grouped(inner)
