"""Queries of somebody who knows which page they want, made from the pages themselves; the same in every run."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from search.documents import IndexDocument
from search.folding import fold
from search.query.ast import STOP_WORDS

Kind = Callable[[IndexDocument, random.Random], str | None]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = 5


@dataclass(frozen=True, slots=True)
class Item:
    """A query and the title of the page it is for."""

    query: str
    title: str


def exact_title(page: IndexDocument, _chance: random.Random) -> str:
    return unicodedata.normalize("NFC", page.title)


def plain_title(page: IndexDocument, _chance: random.Random) -> str:
    """Lower case, without diacritics."""
    letters = unicodedata.normalize("NFKD", page.title)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).lower()


def mistyped_title(page: IndexDocument, chance: random.Random) -> str | None:
    """One letter added, left out, changed, or swapped with the next one, in a word of at least four letters."""
    title = plain_title(page, chance)
    words = title.split(" ")
    places = [i for i, word in enumerate(words) if len(word) >= 4 and word.isalpha() and word.isascii()]
    if not places:
        return None
    at = chance.choice(places)
    words[at] = _mistyped(words[at], chance)
    return " ".join(words)


def redirect(page: IndexDocument, chance: random.Random) -> str | None:
    return unicodedata.normalize("NFC", chance.choice(page.redirects)) if page.redirects else None


def five_words(page: IndexDocument, chance: random.Random) -> str | None:
    """Five words that follow one another in a sentence of the page."""
    texts = [fold(passage.text).split() for passage in page.passages if passage.is_prose]
    texts = [words for words in texts if len(words) >= WORDS]
    if not texts:
        return None
    words = chance.choice(texts)
    at = chance.randrange(len(words) - WORDS + 1)
    return " ".join(words[at : at + WORDS])


def two_facts(page: IndexDocument, chance: random.Random) -> str | None:
    """Two telling words that follow one another, from each of two passages far apart."""
    pairs = [(i, pair) for i, passage in enumerate(page.passages) if (pair := _telling_pair(passage.text, chance))]
    if len(pairs) < 2 or pairs[-1][0] - pairs[0][0] < 4:
        return None
    first, second = chance.choice(pairs[: len(pairs) // 2]), chance.choice(pairs[-(len(pairs) // 2) :])
    return f"{first[1]} {second[1]}"


KINDS: dict[str, tuple[Kind, float]] = {  # with the mean reciprocal rank to reach
    "exact title": (exact_title, 1.0),
    "lower case, no diacritics": (plain_title, 0.98),
    "one typo": (mistyped_title, 0.9),
    "a redirect": (redirect, 0.98),
    "five words of the body": (five_words, 0.95),
    "two distant facts": (two_facts, 0.9),
}


def items(kind: str, pages: Sequence[IndexDocument], seed: int = 1) -> list[Item]:
    """One query for every page that has one. Five words are tried until only one page has them in this order."""
    make = KINDS[kind][0]
    folded = (
        [" ".join(("", *map(fold, (*page.introduction, *page.body)), "")) for page in pages]
        if kind.startswith("five")
        else []
    )
    made = []
    for page in pages:
        chance = random.Random(f"{seed} {kind} {page.title}")
        for _attempt in range(20):
            query = make(page, chance)
            if query is None or not folded or sum(f" {query} " in text for text in folded) == 1:
                break
        else:
            query = None
        if query:
            made.append(Item(query, page.title))
    return made


def _mistyped(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    other = chance.choice([letter for letter in LETTERS if letter != word[at]])
    made = chance.choice(
        [
            word[:at] + other + word[at:],
            word[:at] + word[at + 1 :],
            word[:at] + other + word[at + 1 :],
            word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] if at else word[1] + word[0] + word[2:],
        ]
    )
    return made if made != word else word + other


def _telling_pair(text: str, chance: random.Random) -> str | None:
    words = fold(text).split()
    pairs = [
        f"{one} {two}"
        for one, two in zip(words, words[1:], strict=False)
        if len(one) > 3 and len(two) > 3 and not {one, two} & STOP_WORDS
    ]
    return chance.choice(pairs) if pairs else None
