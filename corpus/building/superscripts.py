"""Convert superscripts and subscripts to Unicode characters where every character has one."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"[A-Za-z0-9+\-−=/().*α-ωΑ-Ω]{1,12}")
_SUPER = dict(zip("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾", strict=True))
_SUPER |= dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUB = dict(zip("0123456789+-−=()aeoxhklmnpstijruv", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", strict=True))


def superscript(text: str) -> str:
    """ "30" becomes "³⁰", so that 10<sup>30</sup> does not read 1030; "q/2" becomes "^(q/2)"; "th" stays "th"."""
    mapped = _mapped(text, _SUPER)
    bare = text.strip()
    if mapped != text or not _FORMULA.fullmatch(bare) or not (_has_figure(bare) or "/" in bare):
        return mapped
    return f"^{bare}" if bare.isalnum() else f"^({bare})"


def subscript(text: str) -> str:
    """ "2" becomes "₂"; text without Unicode subscripts stays as it is."""
    return _mapped(text, _SUB)


def _mapped(text: str, characters: dict[str, str]) -> str:
    """The text in other characters: a figure, a sum, or one letter; all of it or nothing."""
    bare = text.strip()
    one_letter = len(bare) == 1 and bare.isalpha()
    if bare and all(character in characters for character in bare) and (_has_figure(bare) or one_letter):
        return "".join(characters[character] for character in bare)
    return text


def _has_figure(text: str) -> bool:
    return any(character in "0123456789+-−" for character in text)
