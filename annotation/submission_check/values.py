"""Years and figures of a passage with the words around them, in a form in which they can be compared. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from unicodedata import combining, normalize

from annotation.claims.words import listed

STEM = 5  # letters by which "released" and "release" are the same
AROUND = 3  # content words on either side of a figure that say what it counts
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_THOUSANDS = re.compile(r"(\d)[,\u202f\u00a0](?=\d{3}(?!\d))")
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
MONTHS = frozenset("january february march april may june july august september october november december".split())
_EVENTS = frozenset(
    "season seasons edition election elections tournament championship championships contest census cup games".split()
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A year (1000 to 2099) or another number. `words`: stems around it; `predicate`: those without a capital."""

    value: str
    is_year: bool
    words: frozenset[str]
    predicate: frozenset[str]


@dataclass(frozen=True, slots=True)
class Content:
    """`names`: words with a capital, in lower case; `words`: stems of all words that are no function words."""

    names: frozenset[str]
    words: frozenset[str]
    figures: tuple[Figure, ...]

    @property
    def values(self) -> frozenset[str]:
        return frozenset(figure.value for figure in self.figures)

    @property
    def years(self) -> frozenset[str]:
        return frozenset(figure.value for figure in self.figures if figure.is_year)


def plain(text: str) -> str:
    """The text without accents and thousands separators."""
    letters = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    return _THOUSANDS.sub(r"\1", letters)


def stems_of(text: str) -> frozenset[str]:
    """Stems of the words of a text that are neither figures, function words nor months."""
    return frozenset(filter(None, map(_stem, _TOKEN.findall(plain(text)))))


@lru_cache(maxsize=20_000)
def content_of(text: str) -> Content:
    """Take a text apart."""
    tokens = _TOKEN.findall(plain(text))
    stems = [_stem(token) for token in tokens]
    names = (token.lower() for token, stem in zip(tokens, stems, strict=True) if stem and token[0].isupper())
    figures = (_figure(tokens, stems, place) for place, token in enumerate(tokens) if token[0].isdigit())
    return Content(frozenset(names), frozenset(filter(None, stems)), tuple(filter(None, figures)))


def _stem(token: str) -> str:
    word = token.lower()
    is_word = word.isalpha() and len(word) > 1 and word not in MONTHS and word not in listed("function_words")
    return word[:STEM] if is_word else ""


def _figure(tokens: list[str], stems: list[str], place: int) -> Figure | None:
    """The figure at this place. None for the day of a date, and for a year that is part of a name or names an event
    ("the 2008 Summer Olympics", "the 1995 season"): another year there is another event."""
    beside = {one.lower() for one in tokens[max(0, place - 1) : place + 2]}
    is_year = _YEAR.fullmatch(tokens[place]) is not None
    after = tokens[place + 1] if place + 1 < len(tokens) else ""
    if (not is_year and beside & MONTHS) or (is_year and (after[:1].isupper() or after.lower() in _EVENTS)):
        return None
    near = [*_content_places(stems, range(place - 1, -1, -1)), *_content_places(stems, range(place + 1, len(stems)))]
    words = frozenset(stems[at] for at in near)
    return Figure(tokens[place], is_year, words, frozenset(stems[at] for at in near if tokens[at].islower()))


def _content_places(stems: list[str], places: Iterable[int]) -> list[int]:
    """The first AROUND of the places with a stem."""
    return list(islice((at for at in places if stems[at]), AROUND))
