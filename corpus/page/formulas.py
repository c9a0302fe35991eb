r"""Formulas in stored text: TeX between `\(` and `\)`, the delimiters of LaTeX for a formula within a line.

The TeX is what the page's author wrote, so that no two formulas read the same; only runs of white space, which mean one
space in TeX, are one space here. Pages draw it as MathML (`frontend.reading.formula_html`).
"""

from __future__ import annotations

import re

FORMULA = re.compile(r"\\\((.*?)\\\)")

# While a page is read, marks of TeX are private characters: nothing takes them for mark-up, brackets or list markers.
_FIRST = 0xE100
_MARKS = [chr(code) for code in range(0x21, 0x7F) if not chr(code).isalnum()]
HIDDEN = "\ue100-\ue17f"
_HIDE = {ord(mark): chr(_FIRST + ord(mark)) for mark in _MARKS}
_REVEAL = {_FIRST + ord(mark): mark for mark in _MARKS}
_PRIVATE = re.compile("[\ue000-\ue1ff]")  # a page cannot forge what stands for mark-up while it is read
_HIDDEN = re.compile(f"[{HIDDEN}]")
_HIDDEN_BRACKET = re.compile(f"[{''.join(_HIDE[ord(mark)] for mark in '[]|')}]")

# `{\displaystyle …}` is what a wiki puts around the author's TeX in rendered pages.
_RENDERED = re.compile(r"\{\\(?:display|text|script)style\s+(.*)\}", re.DOTALL)
_DELIMITER = re.compile(r"(?<!\\)((?:\\\\)*)\\([()])")
_BREAK_BEFORE_BRACKET = re.compile(r"\\\\(?=[()])")


def formula(source: str) -> str:
    r"""A formula as stored text, its marks hidden until `reveal_formulas`: `\alpha` gives `\(\alpha\)`, "" nothing.

    What would end the formula or look like a link gets a space, or the `$` that means the same in TeX.
    """
    tex = " ".join(_PRIVATE.sub("", source).split())
    tex = _DELIMITER.sub(r"\1$", tex)
    tex = _BREAK_BEFORE_BRACKET.sub(r"\\\\ ", tex)
    while "[[" in tex or "]]" in tex:
        tex = tex.replace("[[", "[ [").replace("]]", "] ]")
    return rf"\({tex}\)".translate(_HIDE) if tex else ""


def rendered_formula(source: str) -> str:
    r"""The same for TeX as a rendered page gives it: `{\displaystyle \alpha }` is `\alpha`."""
    inner = _RENDERED.fullmatch(source.strip())
    return formula(inner[1] if inner and _is_balanced(inner[1]) else source)


def has_hidden_bracket(text: str) -> bool:
    """Whether a formula of the text has a mark that cannot stand in a link."""
    return _HIDDEN_BRACKET.search(text) is not None


def reveal_formulas(text: str) -> str:
    r"""Clean text with its formulas as they are stored. A `\(` that the page shows as text begins no formula."""
    if "\\(" in text:
        text = text.replace("\\(", "\\ (")
    return text.translate(_REVEAL) if _HIDDEN.search(text) else text


def split_formulas(text: str) -> list[tuple[str, bool]]:
    r"""The text as (text, whether it is TeX) pieces, none of them empty; the delimiters belong to no piece."""
    if "\\(" not in text:
        return [(text, False)] if text else []
    pieces = FORMULA.split(text)
    return [(piece, bool(number % 2)) for number, piece in enumerate(pieces) if piece]


def _is_balanced(tex: str) -> bool:
    r"""Whether no brace closes what was opened before the text: `{\displaystyle a} + {b}` is two groups."""
    depth = 0
    for match in re.finditer(r"\\.|[{}]", tex):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth < 0:
            return False
    return depth == 0
