"""Words of claims and sources: folded stems, numbers as values, dates, names; of claims with their places.

A source is read by one pass of a regular expression over each passage and a table of the words seen before, so that
5,000 words take a few milliseconds; a claim is read with care.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from baseline.citations.claim import MissingKind
from baseline.quantities import ALL_FUNCTION_WORDS, NEGATIONS, NUMBER_WORDS, SCALES, UNITS
from search.folding import fold
from search.stemming import stem

REMEMBERED = 200_000  # words with their stems
ROUNDED, MARGIN = 1_000, 0.005  # counts from this size are rounded in writing: so much apart they are one
LONGEST_QUOTATION = 300  # characters
_MONTHS = "january february march april may june july august september october november december".split()
MONTHS = frozenset(map(stem, _MONTHS))
_SHORT_MONTHS = {name[:3]: stem(name) for name in _MONTHS} | {"sept": stem("september")}
ORDINALS = dict(
    zip("first second third fourth fifth sixth seventh eighth ninth tenth".split(), range(1, 11), strict=True)
)
_MORE_NUMBERS = dict(
    zip("thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), range(13, 20), strict=True)
)
_MORE_NUMBERS |= {"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "dozen": 12}
WORD_VALUES = {**NUMBER_WORDS, **{word: float(value) for word, value in {**_MORE_NUMBERS, **ORDINALS}.items()}}
_CONTRACTED = "do does did is are was were has have had wo would could should ca must".split()
NEGATION_STEMS = frozenset(map(stem, (*NEGATIONS, *(f"{verb}nt" for verb in _CONTRACTED))))
_TOKEN = re.compile(
    r"\d[\d,.]*\d(?:k|m|bn|st|nd|rd|th|s)?\b|\d(?:k|m|bn|st|nd|rd|th|s)?\b|[^\W_]+(?:['’][^\W\d_]+)*|[$£€₹%]"
)
_END = re.compile(r"[.?!:;\n\"“”]")
_QUOTED = re.compile(rf"[\"“„«]([^\"“”„«»]{{3,{LONGEST_QUOTATION}}})[\"”“»]")
_ISO_DATE = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_NUMBER = re.compile(r"(\d[\d,.]*)(k|m|bn)?")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a claim: characters `start` to `end`, what is compared, and its kind; `value` of a number.

    `is_content`: it says something by itself.
    """

    start: int
    end: int
    stem: str
    kind: MissingKind
    is_content: bool
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a source: its stems in order, and the values of its numbers, ascending."""

    stems: tuple[str, ...]
    values: tuple[float, ...]

    def has_value(self, value: float) -> bool:
        """Whether a number of the passage is this one, or this one rounded."""
        return has_value(self.values, value)


class _Stems(dict[str, str]):
    """The stem of each word as it is written, computed once; "" for what folds to nothing."""

    def __missing__(self, word: str) -> str:
        if len(self) >= REMEMBERED:
            self.clear()
        self[word] = found = _stem_of(word)
        return found


def _stem_of(word: str) -> str:
    folded = fold(word).replace(" ", "")
    return (_SHORT_MONTHS.get(folded) or stem(folded)) if folded else ""


_STEMS = _Stems()


def has_value(values: Sequence[float], value: float) -> bool:
    """Whether ascending values have this one; large ones may be rounded."""
    margin = MARGIN * value if value >= ROUNDED and not 1000 <= value <= 2100 else 0.0
    place = bisect_left(values, value - margin)
    return place < len(values) and values[place] <= value + margin


def stems_in(text: str) -> list[str]:
    """The stems of a text, in order."""
    return [found for word in _TOKEN.findall(text) if (found := _STEMS[word])]


def read_passage(text: str) -> Passage:
    """Read a passage; ISO dates are read as their day, month and year as well."""
    written: list[str] = _TOKEN.findall(text)
    stems = tuple(map(_STEMS.__getitem__, written))
    values = [
        value for place, word in enumerate(written)
        if (word[0].isdigit() or stems[place] in _VALUE_STEMS) for value in _values(written, place)
    ]  # fmt: skip
    if "-" in text:
        dates = _ISO_DATE.findall(text)
        months = [stem(_MONTHS[int(month) - 1]) for _, month, _ in dates if 1 <= int(month) <= 12]
        values += [float(part) for year, _, day in dates for part in (year, day)]
        stems = (*stems, *months)
    return Passage(stems, tuple(sorted(values)))


def read_foreign_passage(text: str) -> Passage:
    """Read a passage in a language whose words and signs are not known: its numbers in every way they may be meant.

    "1.285.349" is one number or three (a date), "3,5" is 3.5, 35, or 3 and 5.
    """
    values = set[float]()
    for digits in _DIGITS.findall(text):
        parts = re.split("[.,]", digits)
        values |= {float("".join(parts)), *map(float, parts)}
        if len(parts) == 2:
            values.add(float(".".join(parts)))
    return Passage(tuple(stems_in(text)), tuple(sorted(values)))


def _values(written: Sequence[str], place: int) -> Iterator[float]:
    """What a number may mean: alone, and with a scale word behind it ("5 million")."""
    value = number(written[place])
    if value is not None:
        yield value
        if place + 1 < len(written) and (scale := SCALES.get(written[place + 1].lower())):
            yield value * scale


@lru_cache(REMEMBERED)
def number(word: str) -> float | None:
    """The value of "1,285,349", "53.3", "618k", "17th" or "seven"; None for other words."""
    if not word[0].isdigit():
        return WORD_VALUES.get(word.lower())
    found = _NUMBER.match(word.lower())
    if found is None:  # "³", "½"
        return None
    digits = found[1].rstrip(".,").replace(",", "")
    if digits.count(".") > 1:
        return None
    return float(digits) * SCALES.get(found[2] or "", 1.0)


_VALUE_STEMS = frozenset(map(stem, WORD_VALUES))


def read_claim(text: str, end: int) -> tuple[Token, ...]:
    """The words of a claim up to a place, with what kind each is."""
    matches = [*_TOKEN.finditer(text, 0, end)]
    quoted = [found.span(1) for found in _QUOTED.finditer(text, 0, end)]
    found: list[Token] = []
    written = [match[0] for match in matches]
    before = 0
    for place, match in enumerate(matches):
        begins = before == 0 or bool(_END.search(text, before, match.start()))
        before = match.end()
        found.append(
            _token(written, place, match, begins=begins, quoted=any(a <= match.start() < b for a, b in quoted))
        )
    return tuple(found)


def _token(written: Sequence[str], place: int, match: re.Match[str], *, begins: bool, quoted: bool) -> Token:
    word, lower = match[0], match[0].lower().replace("’", "'")
    stem, value = _STEMS[word], number(word)
    is_function = lower in ALL_FUNCTION_WORDS or lower in UNITS or not stem
    if lower in NEGATIONS or lower.endswith("n't"):
        return Token(match.start(), match.end(), stem, MissingKind.NEGATION, False)
    if value is not None and lower not in {"second", "first"} | MONTHS:
        if place + 1 < len(written):
            value *= SCALES.get(written[place + 1].lower(), 1.0)
        kind = MissingKind.DATE if _is_date(written, place, value) else MissingKind.NUMBER
        return Token(match.start(), match.end(), stem, kind, True, value)
    if lower in SCALES and place and number(written[place - 1]) is not None:
        return Token(match.start(), match.end(), stem, MissingKind.NUMBER, False)
    if stem in MONTHS and (word[0].isupper() and (lower not in {"may", "march"} or _beside_number(written, place))):
        return Token(match.start(), match.end(), stem, MissingKind.DATE, True)
    if quoted:
        return Token(match.start(), match.end(), stem, MissingKind.QUOTATION, not is_function)
    is_name = word[0].isupper() and not is_function and (not begins or not _is_word(lower))
    return Token(match.start(), match.end(), stem, MissingKind.NAME if is_name else MissingKind.WORD, not is_function)


def _beside_number(written: Sequence[str], place: int) -> bool:
    return any(written[at][0].isdigit() for at in (place - 1, place + 1) if 0 <= at < len(written))


def _is_date(written: Sequence[str], place: int, value: float) -> bool:
    """Whether a number is a year, or a day beside the name of a month."""
    word = written[place]
    if len(word.rstrip("s")) == 4 and word[:4].isdigit() and 1000 <= value <= 2100:
        return True
    near = (written[at] for at in (place - 1, place + 1) if 0 <= at < len(written))
    return 1 <= value <= 31 and any(_STEMS[one] in MONTHS and one[0].isupper() for one in near)


@lru_cache(50_000)
def _is_word(word: str) -> bool:
    from annotation.similarity.wordnet import PARTS, wordnet

    return any(wordnet().base_forms(word, part) for part in PARTS)
