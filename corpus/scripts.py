"""Superscripts and subscripts as Unicode characters, where every character has one."""

from __future__ import annotations

_SUPER = dict(zip("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾", strict=True))
_SUPER |= dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUB = dict(zip("0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ", strict=True))


def superscript(text: str) -> str:
    """ "30" becomes "³⁰", so that 10<sup>30</sup> does not read 1030; "th" stays "th"."""
    return _mapped(text, _SUPER)


def subscript(text: str) -> str:
    """ "2" becomes "₂"; text without Unicode subscripts stays as it is."""
    return _mapped(text, _SUB)


def _mapped(text: str, characters: dict[str, str]) -> str:
    bare = text.strip()
    has_figure = any(character in "0123456789+-−" for character in bare)
    if bare and all(character in characters for character in bare) and (has_figure or len(bare) == 1):
        return "".join(characters[character] for character in bare)
    return text
