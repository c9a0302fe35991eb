"""Read an evidence string: its words, quantities, names and negations, and its question apart from its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from nltk.stem.porter import PorterStemmer

from annotation.averitec.labels import NO_ANSWER
from annotation.similarity.wordnet import PARTS, wordnet
from baseline.quantities import FUNCTION_WORDS, NEGATIONS, NUMBER_WORDS, SCALES, UNITS

REMEMBERED = 1_000  # strings with what was read of them
WORDS = 50_000
ACRONYM = 3  # letters
_TOKEN = re.compile(r"\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?:[A-Z]\.){2,}|[^\W\d_]+(?:['’][^\W\d_]+)*|[$£€₹%]")
_END = re.compile(r"[.?!:;\n\"“”]")
_FUNCTION_WORDS = FUNCTION_WORDS | {"yes"}
_PORTER = PorterStemmer()


@dataclass(frozen=True, slots=True)
class Token:
    """A word, quantity or sign of a text. `stem` is what is compared; `value` and `unit` are those of a quantity.

    `begins`: a sentence.
    """

    stem: str
    begins: bool = False
    value: float | None = None
    unit: str = ""
    is_name: bool = False
    negates: bool = False

    @property
    def has_content(self) -> bool:
        """Whether it says something by itself: no function word, no negation."""
        return bool(self.stem) and not self.negates and self.stem not in _FUNCTION_WORDS


@dataclass(frozen=True, slots=True)
class Text:
    """An evidence string as it was read. `polarity`: "yes" or "no" where the answer begins with it, else ""."""

    question: tuple[Token, ...]
    answer: tuple[Token, ...]
    polarity: str

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Those of the question, then those of the answer."""
        return self.question + self.answer


def question_and_answer(string: str) -> tuple[str, str]:
    """Both parts of an evidence string: up to its first question mark, and the rest; no question where it has none."""
    question, mark, answer = string.partition("?")
    return (question + mark, answer) if mark else ("", string)


@lru_cache(REMEMBERED)
def text_of(string: str) -> Text:
    """Read an evidence string."""
    question, answer = question_and_answer(string)
    named = frozenset(match[0] for start, match in _marked(string) if not start and match[0][0].isupper())
    return Text(
        tuple(_quantities(_tokens(question, named))),
        tuple(_quantities(_tokens(answer, named))),
        _polarity(question, answer),
    )


def _polarity(question: str, answer: str) -> str:
    """What the answer begins with; without a question mark, where the question ends is seen by the Yes or No itself."""
    if answer.lstrip().startswith(NO_ANSWER[:10]):
        return ""
    found = re.match(r"\W*(yes|no)\b", answer, re.IGNORECASE)
    if found is None and not question:
        found = re.search(r"\b(Yes|No)(?=\s*(?:[.,;:!]|$))", answer)
    return found[1].lower() if found else ""


def _marked(text: str) -> Iterator[tuple[bool, re.Match[str]]]:
    """The tokens of a text, each with whether it begins a sentence."""
    end = 0
    for match in _TOKEN.finditer(text):
        yield end == 0 or bool(_END.search(text, end, match.start())), match
        end = match.end()


def _tokens(text: str, named: frozenset[str]) -> Iterator[Token]:
    for starts, match in _marked(text):
        word = match[0].replace("’", "'")
        lower = word if word[0].isdigit() or _is_acronym(word) else word.lower()
        if lower[0].isdigit():
            yield Token(lower, starts, value=float(lower.replace(",", "")))
        elif lower in NEGATIONS or lower.endswith("n't"):
            yield Token(lower, starts, negates=True)
        else:
            lower = lower.removesuffix("'s").replace(".", "")
            yield Token(_stem(lower), starts, is_name=_is_name(word, lower, named if starts else None))


def _is_acronym(word: str) -> bool:
    """Whether capitals alone tell it from a word: the US is not us."""
    letters = word.removesuffix("'s").replace(".", "")
    return letters.isupper() and letters.lower() in _FUNCTION_WORDS and 2 <= len(letters) <= ACRONYM and letters != "NO"


def _is_name(word: str, lower: str, named: frozenset[str] | None) -> bool:
    """Whether a word is written as a name: a capital inside a sentence, or at its beginning what is no plain word.

    `named`: the words with a capital inside the sentences of the text; None for a word inside one.
    """
    if not word[0].isupper() or lower in _FUNCTION_WORDS or len(lower) < 2:
        return False
    return named is None or word in named or not _in_dictionary(lower)


@lru_cache(WORDS)
def _in_dictionary(word: str) -> bool:
    return any(wordnet().base_forms(word, part) for part in PARTS)


@lru_cache(WORDS)
def _stem(word: str) -> str:
    if word.isupper() or word in _FUNCTION_WORDS or word in UNITS or word in SCALES or word in NUMBER_WORDS:
        return word
    stem: str = _PORTER.stem(word)
    return stem


def _quantities(tokens: Iterator[Token]) -> Iterator[Token]:
    """The same with "$5 million", "5 per cent" and "five" as quantities of a value and a unit."""
    left = list(tokens)
    place = 0
    while place < len(left):
        token = left[place]
        place += 1
        unit = ""
        if token.stem in UNITS and place < len(left) and left[place].value is not None:
            unit, token = UNITS[token.stem], left[place]
            place += 1
        value = token.value if token.value is not None else NUMBER_WORDS.get(token.stem)
        if value is None:
            yield token
            continue
        while place < len(left) and left[place].stem in SCALES:
            value *= SCALES[left[place].stem]
            place += 1
        if not unit and place < len(left) and left[place].stem in UNITS:
            unit = UNITS[left[place].stem]
            place += 1
        yield Token(f"{value:.10g}", token.begins, value=value, unit=unit)
