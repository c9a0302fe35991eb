"""Whether one evidence string says otherwise than another: another value or name in a place, a negation, yes for no.

It is asked of strings that share most of their words. What is only missing is no contradiction; it lowers the score by
its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from baseline.scoring.averitec.yardstick.texts import REMEMBERED, Text, Token

WINDOW = 3  # tokens on either side in which the neighbour of a value or name is looked for
SAME_QUESTION = 0.5  # share of the words of two questions (Dice) from which yes and no answer one question
ROUNDED, MARGIN = 10_000, 0.005  # counts from this size are rounded in writing: so much apart they are one
LETTERS = 4  # "Nigeria" and "Nigerians" are one name: equal in so many first letters


@dataclass(frozen=True, slots=True)
class Filled:
    """A value or name with the content words next to it, left and right; "" where there is none."""

    tokens: tuple[Token, ...]
    left: str
    right: str

    def is_beside(self, other: Filled) -> bool:
        """Whether both stand next to the same word on the same side."""
        return bool((self.left and self.left == other.left) or (self.right and self.right == other.right))

    def is_in_place_of(self, other: Filled) -> bool:
        """Whether both stand between the same words."""
        return (self.left, self.right) == (other.left, other.right)


Same = Callable[[Filled, Filled], bool]
Said = tuple[str, str]  # a content word with the one before it, or with ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What of a question or an answer can be contradicted.

    `negated`: words after a negation, and such words with the one before it; `stated`: words and pairs without one.
    """

    values: tuple[Filled, ...]
    names: tuple[Filled, ...]
    negated: frozenset[Said]
    stated: frozenset[Said]


def contradict(one: Text, other: Text) -> bool:
    """Whether two texts contradict each other. It is symmetric."""
    if _contrary_answers(one, other):
        return True
    mine, theirs = ([facts_of(part) for part in (text.question, text.answer)] for text in (one, other))
    for a, b in zip(mine, theirs, strict=True):
        if _filled_otherwise(a.values, b.values, _same_value) or _filled_otherwise(a.names, b.names, _same_name):
            return True
        if _negates(a, b) or _negates(b, a):
            return True
    values, other_values = ([fact for part in facts for fact in part.values] for facts in (mine, theirs))
    names, other_names = ([fact for part in facts for fact in part.names] for facts in (mine, theirs))
    return _replaced(values, other_values, _same_value) or _replaced(names, other_names, _same_name)


@lru_cache(REMEMBERED)
def facts_of(tokens: tuple[Token, ...]) -> Facts:
    """The values, names and negations of a question or an answer."""
    return Facts(
        tuple(_filled(tokens, lambda token: token.value is not None, most=1)),
        tuple(_filled(tokens, lambda token: token.is_name, most=len(tokens))),
        frozenset(_negated(tokens)),
        frozenset(_stated(tokens)),
    )


def _filled(tokens: Sequence[Token], wanted: Callable[[Token], bool], most: int) -> Iterator[Filled]:
    """Runs of wanted tokens, at most so many long, with their neighbours."""
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and end - place < most and wanted(tokens[end]):
            end += 1
        if end > place:
            before, after = tokens[max(place - WINDOW, 0) : place][::-1], tokens[end : end + WINDOW]
            yield Filled(tuple(tokens[place:end]), _first_content(before), _first_content(after))
        place = max(end, place + 1)


def _first_content(tokens: Sequence[Token]) -> str:
    return next((token.stem for token in tokens if token.has_content), "")


def _negated(tokens: Sequence[Token]) -> Iterator[Said]:
    """The next content word of the sentence after each negation, alone and with the one before the negation."""
    for place, token in enumerate(tokens):
        if token.negates:
            rest = takewhile(lambda one: not one.begins, tokens[place + 1 : place + 1 + WINDOW])
            if word := _first_content(list(rest)):
                yield ("", word)
                yield (_first_content(tokens[max(place - WINDOW, 0) : place][::-1]), word)


def _stated(tokens: Sequence[Token]) -> Iterator[Said]:
    """Content words before any negation of their sentence; and neighbours with no negation between them."""
    negates, between, before = False, False, ""
    for token in tokens:
        if token.begins:
            negates, before = False, ""
        negates, between = negates or token.negates, between or token.negates
        if token.has_content:
            if not negates:
                yield ("", token.stem)
            if before and not between:
                yield (before, token.stem)
            before, between = token.stem, False


def _negates(mine: Facts, theirs: Facts) -> bool:
    """Whether a word, or a pair, is negated in one, and in the other only stated."""
    return bool((mine.negated - mine.stated) & (theirs.stated - theirs.negated))


def _filled_otherwise(mine: Sequence[Filled], theirs: Sequence[Filled], same: Same) -> bool:
    """Whether between two equal neighbours each has a value or name of its own."""
    for one in mine:
        between = [other for other in theirs if one.is_in_place_of(other)]
        if between and not any(same(one, other) for other in between):
            return True
    return False


def _replaced(mine: Sequence[Filled], theirs: Sequence[Filled], same: Same) -> bool:
    """Whether beside an equal neighbour each has a value or name that the other has nowhere."""
    alone = [one for one in mine if not any(same(one, other) for other in theirs)]
    strange = [other for other in theirs if not any(same(one, other) for one in mine)]
    return any(one.is_beside(other) for one in alone for other in strange)


def _same_value(one: Filled, other: Filled) -> bool:
    mine, theirs = one.tokens[0], other.tokens[0]
    if mine.unit and theirs.unit and mine.unit != theirs.unit:
        return False
    low, high = sorted((mine.value or 0.0, theirs.value or 0.0))
    return low == high or (low >= ROUNDED and high - low <= MARGIN * high)


def _same_name(one: Filled, other: Filled) -> bool:
    """Whether one name has all words of the other, their last words are equal, or one has the other's initials."""
    mine, theirs = ([token.stem for token in name.tokens] for name in (one, other))
    few, many = sorted((mine, theirs), key=len)
    return (
        _same_word(mine[-1], theirs[-1])
        or all(any(_same_word(word, known) for known in many) for word in few)
        or "".join(word[0] for word in many).casefold() in (word.casefold() for word in few)
    )


def _same_word(one: str, other: str) -> bool:
    """Whether two words of names are one: "Nigeria" and "Nigerians" are."""
    return one == other or (len(min(one, other, key=len)) >= LETTERS and one[:LETTERS] == other[:LETTERS])


def _contrary_answers(one: Text, other: Text) -> bool:
    if not one.polarity or not other.polarity or one.polarity == other.polarity:
        return False
    mine, theirs = ({token.stem for token in text.question} for text in (one, other))
    return 2 * len(mine & theirs) >= SAME_QUESTION * (len(mine) + len(theirs))
