"""Labels of arguments that no rule names, by the form of their names: units, years, ranks, rows of plain words.

"length_km" is "Length (km)", "population_2011" is "Population" with the year behind its value, "area_rank" is "Rank by
area", and a name that is a row of words of `data/infobox_plain.txt` is printed as it is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from corpus.word_lists import names

Label = Callable[[str], str | None]  # of the argument without what its form adds; "" for one that is not shown
_YEAR_BEHIND = re.compile(r"(?P<stem>.*[^\W\d])_?(?P<year>(?:1[4-9]|20)\d\d)")
_YEAR_BEFORE = re.compile(r"(?P<year>(?:1[4-9]|20)\d\d)_?(?P<stem>[^\W\d].*)")
_RANK = re.compile(r"(?P<stem>.+)_rank")
_UNIT = re.compile(
    r"(?P<stem>.+?)_(?P<unit>sq_mi|sq_ft|sq_km|km2|mi2|m2|ft2|ha|acres?|km|mi|ft|m|cm|mm|kg|lbs?|kmh|mph|km/h"
    r"|usd|eur|gbp)"
)
_UNIT_NAMES = {
    "sq_mi": "sq mi", "sq_ft": "sq ft", "sq_km": "km²", "km2": "km²", "mi2": "sq mi", "m2": "m²", "ft2": "sq ft",
    "lbs": "lb", "kmh": "km/h", "usd": "US$", "eur": "€", "gbp": "£", "acre": "acres",
}  # fmt: skip
_NUMBER = re.compile(r"\d{1,3}")
# Words with a figure of their own: units, and what a number makes another thing.
_WITH_FIGURE = frozenset(("km2", "m2", "mi2", "ft2", "m3", "km3", "co2", "h2o"))
PIECE = 4  # letters: shorter words inside a name that is written as one are found by chance
_MOSTPIECES = 4
_LONGEST_WORD = 40
_MOST_WORDS = 5


def year_of(name: str) -> tuple[str, str] | None:
    """The argument without the year in its name, and the year; None where it has none."""
    found = _YEAR_BEHIND.fullmatch(name) or _YEAR_BEFORE.fullmatch(name)
    return None if found is None else (found["stem"].strip("_"), found["year"])


def without_numbers(name: str) -> str:
    """The argument without any number that only tells it from others: "stat1_year_2" is "stat_year"."""
    words = (word if word in _WITH_FIGURE else _NUMBER.sub("_", word) for word in name.split("_"))
    return "_".join(part for word in words for part in word.split("_") if part)


def label_by_form(name: str, language: str, label_of: Label) -> str | None:
    """The label that the form of a name gives; None where it gives none.

    `label_of` is asked for that of the name without its unit, year or rank.
    """
    if (year := year_of(name)) is not None:
        return label_of(year[0])
    for form, pattern in ((_UNIT, "{label} ({unit})"), (_RANK, "Rank by {lower}")):
        found = form.fullmatch(name)
        label = label_of(found["stem"]) if found else None
        if found is not None and label is not None:
            unit = found.groupdict().get("unit", "")
            lower = label[:1].lower() + label[1:]
            return pattern.format(label=label, unit=_UNIT_NAMES.get(unit, unit), lower=lower) if label else label
    return composed_label(without_numbers(name), language)


@lru_cache(maxsize=4096)
def composed_label(name: str, language: str) -> str | None:
    """The name as a reader's words, where each is a word of the plain lists of that language; else None."""
    plain, between = _words(language)
    words = [part for word in name.split("_") if word for part in parts(word, plain)]
    if not 0 < len(words) <= _MOST_WORDS or words[0] in between or words[-1] in between:
        return None
    if not all(word in plain or word in between for word in words):
        return None
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def parts(word: str, vocabulary: frozenset[str]) -> tuple[str, ...]:
    """The known words that a name written as one consists of; the name itself where it is no such row of words."""
    if word in vocabulary or not 2 * PIECE <= len(word) <= _LONGEST_WORD:
        return (word,)
    return next(_split(word, _MOSTPIECES, vocabulary), (word,))


def _split(word: str, most: int, vocabulary: frozenset[str]) -> Iterator[tuple[str, ...]]:
    if word in vocabulary:
        yield (word,)
    if most > 1:
        for end in range(len(word) - PIECE, PIECE - 1, -1):
            if word[:end] in vocabulary:
                yield from ((word[:end], *rest) for rest in _split(word[end:], most - 1, vocabulary))


@cache
def _words(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that names are printed with as they are, and those that only join others."""
    if language == "it":
        return names("infobox_words.txt", "it: words"), names("infobox_words.txt", "it: between words")
    single = {name for name in names("infobox_plain.txt", "arguments") if "_" not in name}
    never = names("infobox_words.txt", "never part of a label")
    return frozenset(single | names("infobox_words.txt", "words")) - never, names("infobox_words.txt", "between words")
