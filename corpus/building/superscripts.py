"""Convert superscripts and subscripts to Unicode characters where every character has one."""

from __future__ import annotations

import re

from corpus.syntax.emphasis import without_emphasis
from corpus.syntax.parser_state import LINK_END, LINK_START, RAISED

_FORMULA = re.compile(r"[A-Za-z0-9+\-−=/().*α-ωΑ-Ω]{1,12}")
_SUPER = dict(zip("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾", strict=True))
_SUPER |= dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUPER |= dict(zip("ABDEGHIJKLMNOPRTUVW", "ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", strict=True))
_SIGNS = {"TM": "™", "SM": "℠"}
_SUB = dict(zip("0123456789+-−=()aeoxhklmnpstijruv", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", strict=True))
_NOTES = frozenset("ᵃᵇᶜᵈᵉᶠᵍʰ" + "ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ" + "CFQSXYZ")  # letters of notes: others end abbreviations
_ROMAN = frozenset("IVX")
_FUNCTIONS = frozenset("sin cos tan cot sec csc sinh cosh tanh log exp lim max min det dim mod ker sup inf".split())
_WORD_BEFORE = re.compile(rf"([^\W\d_]+){LINK_END}?\Z")
_QUOTES = re.compile("'{2,}")
_LINK = re.compile(f"{LINK_START}(?:[^{LINK_END}|]*\\|)?([^{LINK_END}]*){LINK_END}")
_LETTERS = re.compile(rf"(?:{LINK_START}(?:[^{LINK_END}|]*\|)?)?([^\W\d_]*)")
_IN_BRACKETS, _POINTS = re.compile(r"\(([^()]+)\)"), re.compile(r"\d+\s?[–—]\s?\d+")
_LINK_START = re.compile(rf"^{LINK_START}(?:[^{LINK_END}|]*\|)?")
_BEFORE, _BEHIND = 40, 400  # characters that are looked at before a superscript, and of it with its link's target
_CAPITALS = {raised: capital for capital, raised in _SUPER.items() if capital.isupper()}


def raised(text: str) -> str:
    """A superscript in rendered text; before letters and words in brackets stands the mark for `with_notes_apart`."""
    shown = superscript(_QUOTES.sub("", without_emphasis(text)))
    bare = _LINK.sub(r"\1", shown).strip()
    return RAISED + shown if bare.isalpha() or _IN_BRACKETS.fullmatch(bare) else shown


def with_notes_apart(text: str) -> str:
    """Rendered text without those marks, a space between a word and the letters of a note on it.

    "Guoan TH", "Catalan ᵃ", "Prieto (c)", "6–7 (5–7)"; not "1st", "Messrs", "xⁿ", "sinᵃ". Ordinals, abbreviations and
    formulas stay whole.
    """
    pieces = text.split(RAISED)
    parts = pieces[:1]
    for before, after in zip(pieces, pieces[1:], strict=False):
        found, letters = _WORD_BEFORE.search(before[-_BEFORE:]), _LETTERS.match(after[:_BEHIND])
        word, note = found[1] if found else "", letters[1] if letters else ""
        # McLee, LaTeX: a letter inside a word
        if word and note[1:2].isalpha() and note[0] in _CAPITALS and note[1] not in _CAPITALS:
            after = _CAPITALS[note[0]] + after[1:]
        brackets = _IN_BRACKETS.match(_LINK_START.sub("", after[:_BEHIND]))
        is_apart = _stand_apart(before, word, brackets[1]) if brackets else _is_note(word, note)
        parts += (" " if is_apart else "", after)
    return "".join(parts)


def _is_note(word: str, letters: str) -> bool:
    if not any(map(str.islower, word)):
        return False
    if len(letters) == 1:
        return len(word) >= 3 and letters in _NOTES and word not in _FUNCTIONS
    return len(word) >= 2 and 2 <= len(letters) <= 5 and letters.isupper() and not set(letters) <= _ROMAN


def _stand_apart(before: str, word: str, words: str) -> bool:
    """Return whether words in brackets are no power and no argument: of a captain, of a tie-break."""
    if before.rstrip(LINK_END)[-1:].isdigit():
        return bool(_POINTS.fullmatch(words))
    return len(word) >= 3 and any(map(str.islower, word)) and word not in _FUNCTIONS


def superscript(text: str) -> str:
    """ "30" becomes "³⁰", so that 10<sup>30</sup> does not read 1030; "q/2" becomes "^(q/2)"; "th" stays "th"."""
    bare = text.strip()
    mapped = _SIGNS.get(bare) or _mapped(text, _SUPER)
    if mapped != text or not _FORMULA.fullmatch(bare) or not (_has_figure(bare) or "/" in bare):
        return mapped
    return f"^{bare}" if bare.isalnum() else f"^({bare})"


def subscript(text: str) -> str:
    """ "2" becomes "₂"; text without Unicode subscripts stays as it is."""
    return _mapped(without_emphasis(text), _SUB)


def _mapped(text: str, characters: dict[str, str]) -> str:
    """The text in other characters: a figure, a sum, one letter, or a valence; all of it or nothing."""
    bare = text.strip()
    is_mapped = (len(bare) == 1 and bare.isalpha()) or _has_figure(bare) or set(bare) <= _ROMAN
    if bare and is_mapped and all(character in characters for character in bare):
        return "".join(characters[character] for character in bare)
    return text


def _has_figure(text: str) -> bool:
    return any(character in "0123456789+-−" for character in text)
