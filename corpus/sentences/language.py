"""The rules of each language: word lists in `corpus/data/sentences`, one file a language or family.

What the headings of a file mean stands at the top of `en.txt`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from corpus.word_lists import names, pairs

_FOLDER = Path(__file__).parent.parent / "data" / "sentences"


@dataclass(frozen=True, slots=True)
class Rules:
    """The words of a language that decide about boundaries; abbreviations without their last full stop."""

    goes_on: frozenset[str]
    before_numbers: frozenset[str]
    before_names: frozenset[str]
    may_end: frozenset[str]
    words_too: frozenset[str]
    begins: frozenset[str]
    not_after: frozenset[str]
    lettered: frozenset[str]
    names_with_marks: dict[str, tuple[str, ...]]
    not_units: frozenset[str]
    ordinals: bool
    full_stop: bool
    semicolon_asks: bool
    abbreviations: frozenset[str]

    def knows(self, abbreviation: str) -> bool:
        """Return whether the word is a known abbreviation of any kind."""
        return abbreviation in self.abbreviations


@cache
def rules_for(language: str) -> Rules:
    """The rules of a wiki's language code; cautious ones for a language without a file."""
    file = f"{pairs('sentences/codes.tsv').get(language, language)}.txt"
    return _read(file if _is_a_language(file) else "default.txt")


def _is_a_language(file: str) -> bool:
    return file in {path.name for path in _FOLDER.glob("*.txt")}


@cache
def _read(file: str) -> Rules:
    def words(heading: str) -> frozenset[str]:
        return _both_forms(names(f"sentences/{file}", heading))

    kinds = ("goes on", "before numbers", "before names", "may end")
    settings = names(f"sentences/{file}", "settings")
    return Rules(
        goes_on=words("goes on"),
        before_numbers=words("before numbers"),
        before_names=words("before names"),
        may_end=words("may end"),
        words_too=words("words too"),
        begins=words("begins"),
        not_after=words("not after"),
        lettered=words("lettered"),
        names_with_marks=_by_last_word(words("names with marks")),
        not_units=words("not units"),
        ordinals="ordinals" in settings,
        full_stop="no full stop" not in settings,
        semicolon_asks="questions end in ;" in settings,
        abbreviations=frozenset().union(*map(words, kinds)),
    )


def _both_forms(found: frozenset[str]) -> frozenset[str]:
    """Stored text is NFD; what someone else gives may be NFC."""
    return frozenset(unicodedata.normalize(form, word) for form in ("NFD", "NFC") for word in found)


def _by_last_word(found: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """ "Westward Ho" under "Ho": what stands before a mark is looked up by its last word."""
    last_words = {name.rpartition(" ")[2] for name in found}
    return {last: tuple(name for name in found if name.rpartition(" ")[2] == last) for last in last_words}
