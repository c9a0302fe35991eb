"""The full stop: the end of a sentence, or of an abbreviation, an initial or an ordinal number."""

from __future__ import annotations

import re

from corpus.sentences.candidate import Candidate
from corpus.sentences.language import Rules
from corpus.sentences.visible_text import JOINED

_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_INITIAL = re.compile(rf"(?:{_LETTER})(?:\.?-{_LETTER})?")
_DOTTED = re.compile(rf"(?:{_LETTER}\.)+{_LETTER}")
_ENUMERATION = re.compile(r"\(?(?:\d{1,3}|[ivxIVX]{1,4}|[a-zA-Z])\)?")
_ORDINAL = re.compile(r"\d{1,3}|[IVXLC]{2,7}")
# The figure before a unit: "8,500 m.", "13. gs.", "XIII в."
_FIGURE = re.compile(r"(?:\d|\b[IVXLC]+)\.?\Z")
_SHORT_BEFORE = re.compile(r"(?:[^\W\d_]{1,3}[\u0300-\u036f]*\.[\s\ue000]?){1,3}\Z")
# "6 ft. 2 in.", "37 min. 35 sec."
_SMALLER_UNIT = re.compile(r"\d+(?:[.,]\d+)?\s?(?:in|sec|s|oz|min|lb|pence|d)\b")
_CONTRACTED = frozenset(("s", "t", "d", "m", "ll", "re", "ve"))  # "the 1980's."


def full_stop_ends(candidate: Candidate, rules: Rules) -> bool:
    """Return whether a sentence ends here. A capital, a figure or a letter without case follows."""
    word, following = candidate.word, candidate.following
    if len(word) > 5 and word.isalpha() and not word.isupper() and not rules.knows(word.lower()):
        return True  # by far the most: an ordinary word
    bare = word.strip("[]()")
    keys = _keys(bare, candidate.before)
    if candidate.closers and not any(key in rules.goes_on for key in keys):
        return True
    if bare in _CONTRACTED and candidate.before[-1:] in ("'", "’"):
        return True
    if following[:1].isdigit() and any(key in rules.before_numbers for key in keys):
        return False
    if any(key in rules.goes_on for key in keys) and not any(key in rules.may_end for key in keys):
        return False
    if _is_list_number(word, candidate):
        return False
    if _INITIAL.fullmatch(bare) and candidate.is_before_initial:
        return False  # "N. A. Langlet": two initials, though "A" could begin a sentence
    if bare not in rules.not_units and _is_unit(bare, candidate):
        return _SMALLER_UNIT.match(candidate.plain, candidate.after) is None
    if rules.ordinals and _ORDINAL.fullmatch(bare):
        return candidate.begins or _follows_number_word(candidate, rules)
    return _abbreviation_ends(bare, keys, candidate, rules)


def _abbreviation_ends(bare: str, keys: tuple[str, ...], candidate: Candidate, rules: Rules) -> bool:
    """The rest of the judgement, for abbreviations that may end a sentence, initials, and words."""
    if bare.lower() in rules.words_too and (bare.islower() or bare.lower() == "no"):
        return True
    if any(key in rules.may_end for key in keys):
        following = candidate.following
        return (
            candidate.begins
            or not following[:1].isdigit()
            and "(" not in candidate.openers
            and following.lower() not in rules.not_after
            and not _is_opening(candidate)
        )
    if any(key in rules.before_names for key in keys) or _DOTTED.fullmatch(bare):
        return candidate.begins and "(" not in candidate.openers
    if _INITIAL.fullmatch(bare):
        return candidate.begins and len(keys) == 1 or _is_label(candidate, rules)
    return True


def _keys(bare: str, before: str) -> tuple[str, ...]:
    """Keys of the word in the lists: itself, and with the abbreviations before it ("z. B", "т. д")."""
    key = bare if len(bare) == 1 else bare.lower()
    if len(bare) <= 4 and (short := _SHORT_BEFORE.search(before)):
        joined = re.sub(r"[\s\ue000]", "", short[0]).lower() + bare.lower()
        return (key, joined)
    return (key,)


def _is_list_number(word: str, candidate: Candidate) -> bool:
    """ "1. First", at the start of a sentence or after a colon; "1. e4" in a game of chess."""
    if not _ENUMERATION.fullmatch(word):
        return False
    before = candidate.before.rstrip()
    return not before or before[-1] in ":;" or word.isdigit() and candidate.is_before_chess_move


def _is_unit(bare: str, candidate: Candidate) -> bool:
    """ "8,500 m. Hillary": a short small word right after a figure is a unit, and units take no full stop."""
    if not (bare.islower() and bare.isalpha() and len(bare) <= 4):
        return False
    return _FIGURE.search(candidate.before.rstrip(" \xa0" + JOINED)) is not None


def _follows_number_word(candidate: Candidate, rules: Rules) -> bool:
    """ "Nr. 7. Nebenan": the figure is a number's, and no ordinal."""
    previous = candidate.before.rstrip().rpartition(" ")[2]
    return previous.endswith(".") and previous[:-1].lower() in rules.before_numbers


def _is_label(candidate: Candidate, rules: Rules) -> bool:
    return candidate.word.isupper() and candidate.before.rstrip().rpartition(" ")[2].lower() in rules.lettered


def _is_opening(candidate: Candidate) -> bool:
    """ "At 3 p.m. Gen. Lee": so few words hardly are a sentence that ends in an abbreviation, unless a list."""
    return candidate.length <= 40 and len(candidate.sentence().split()) <= 4 and "," not in candidate.sentence()
