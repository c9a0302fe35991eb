"""Text folding (case, accents, punctuation) for titles, pages, queries and highlights.

`fold` is applied to both sides of every comparison in search. It is not the stored form of
anything: titles and texts stay as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# Letters that are not a base letter and a mark, so NFKD leaves them; people type what is on the right.
LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h",
    "ŧ": "t", "ŋ": "n", "ƒ": "f", "ɫ": "l", "ĸ": "k",
}  # fmt: skip
_APOSTROPHES = "'’‘ʼ＇`´"
# Combining classes that make another letter of a letter (kana voicing, viramas), and 0: vowel signs of Indic scripts.
_SPELLING_MARKS = {0, 8, 9}
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")

# "Iceland's" is one word, "L'Aquila" two: what follows decides.
_ENGLISH_ENDING = re.compile(r"(?<=\w)'(?=(?:s|t|d|m|re|ve|ll)(?!\w))")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
# Runs of word characters (w), held together by what `fold` may drop or split at inside a word.
_WORD = re.compile(r"w+(?:[',.]w+)*")


class _Folded(dict[int, str | None]):
    """`str.translate` table that computes each character once."""

    def __missing__(self, code: int) -> str | None:
        self[code] = folded = _folded(chr(code))
        return folded


class _Mask(dict[int, str]):
    """Character classes: `w` for part of a word, itself if it may join two, otherwise a space."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character in _APOSTROPHES:
            self[code] = "'"
        elif character in ",.":
            self[code] = character
        else:
            self[code] = "w" if unicodedata.category(character)[0] in "LMN" else " "
        return self[code]


_FOLDED = _Folded()
_MASK = _Mask()


def fold(text: str) -> str:
    """Fold text to lower-case words separated by single spaces: "Vigdís  Finnbogadóttir," -> "vigdis finnbogadottir".

    Compatibility forms are written out as well ("H₂O" -> "h2o", "ﬁ" -> "fi"), "8,849" is one number,
    and "Iceland's" one word. Text without any letter or figure folds to "".
    """
    # NFKD comes second too: the capitals of a few letters fold to ones that can be taken apart.
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    if "," in text:
        text = _THOUSANDS.sub("", text)
    text = text.translate(_FOLDED)
    if "'" in text:
        text = _ENGLISH_ENDING.sub("", text).replace("'", " ")
    return " ".join(text.split())


def ascii_text(text: str) -> str | None:
    """The text in lower-case ASCII, of the words of `fold`, whatever stands between them; None for other scripts.

    A fraction of the time of folding, for whoever looks for a few words in much text.
    """
    if not text.isascii():
        text = _NOT_ASCII.sub(lambda found: _plain(found[0]), text)
        if not text.isascii():
            return None
    text = text.lower()
    if "," in text:
        text = _THOUSANDS.sub("", text)
    return _ENGLISH_ENDING.sub("", text) if "'" in text else text


@lru_cache(maxsize=10_000)
def _plain(character: str) -> str:
    return "'" if character in _APOSTROPHES else fold(f"x{character}y")[1:-1]


def word_spans(text: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield (start, end, folded words) for every word as written in `text`."""
    for match in _WORD.finditer(text.translate(_MASK)):
        yield match.start(), match.end(), _words(text[match.start() : match.end()])


@lru_cache(maxsize=50_000)
def _words(written: str) -> list[str]:
    """The folded words of one as it is written; texts are made of few words, so they are worth keeping."""
    return fold(written).split()


def _folded(character: str) -> str | None:
    if character in LETTERS:
        return LETTERS[character]
    if character in _APOSTROPHES:
        return "'"
    kind = unicodedata.category(character)
    if kind[0] == "M":
        return character if unicodedata.combining(character) in _SPELLING_MARKS else None
    if kind == "Lm" and "\u02b0" <= character <= "\u02ff" or kind == "Cf":
        return None  # ʻokina, half rings, stress marks; soft hyphens and joiners
    if kind[0] not in "LN":
        return " "
    # Chinese is written without spaces: its characters are looked for one by one, as a phrase.
    return f" {character} " if _HAN.match(character) else character
