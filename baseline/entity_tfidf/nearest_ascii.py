"""Unicode to the nearest ASCII, as the first step of M-ReRank's page retrieval (Malviya and Katsigiannis 2024, 4.4).

Letters lose their marks ("Łódź" -> "Lodz"), compatibility forms are written out, and typographic punctuation becomes
plain. Letters of other scripts stay: they are not transliterated.
"""

from __future__ import annotations

import unicodedata

from search.folding import LETTERS

_PUNCTUATION = {
    **dict.fromkeys("‘’ʼ‚‛′`´＇", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "…": "...",
    "×": "x",
}
OTHER_LETTERS = {0, 8, 9}  # combining classes that are no accents: vowel signs, kana voicing, viramas


class _Ascii(dict[int, str]):
    """`str.translate` table that computes each character once."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _nearest(chr(code))
        return found


_ASCII = _Ascii()


def nearest_ascii(text: str) -> str:
    """The text with every character that has an ASCII neighbour written as that."""
    return text if text.isascii() else text.translate(_ASCII)


def _nearest(character: str) -> str:
    if character.isascii():
        return character
    if character in _PUNCTUATION:
        return _PUNCTUATION[character]
    if character.lower() in LETTERS:
        plain = LETTERS[character.lower()]
        return plain if character.islower() else plain.upper()
    if unicodedata.combining(character) not in OTHER_LETTERS:
        return ""
    parts = unicodedata.normalize("NFKD", character)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare.isascii() else character
