"""Language of a source's text. Sources in another language than the claim share no words with it, whatever they say.

A page is read by passages, so that menus, names of languages and quotations do not decide for it. Passages with enough
English function words are English; of others py3langid decides, a naive Bayes classifier over byte n-grams of 139
languages whose model comes with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SAMPLE = 12  # passages that are read, spread over the page
LONGEST = 1_200  # characters of a passage that are read
CERTAIN = 0.9  # probability from which the classifier is believed
CERTAIN_BEYOND_LATIN = 0.5  # the same of other scripts, which few languages share
LEAST = 40  # bytes of a page, blanks left out, in passages whose language is known
MOST, OWN = 0.5, 0.2  # share of these that another language has at least, and the claim's has at most
ENGLISH = "en"
ENGLISH_WORDS = frozenset("the of and with from that this which were have by for".split())  # hardly in other languages
ENOUGH_ENGLISH = 0.08  # of the words
# Written almost alike, so that words can be compared: code of the classifier -> what it is taken for.
ALIKE = {
    "pcm": ENGLISH, "sco": ENGLISH, "nb": "no", "nn": "no", "hr": "sr", "bs": "sr", "sh": "sr", "ms": "id",
    "zxx": "", "und": "",
}  # fmt: skip
LATIN_ENDS = "\u0250"


def language_of(texts: Sequence[str], otherwise: str = ENGLISH) -> str:
    """The language that most of a text is in, by its ISO 639 code; `otherwise` where that is not certain."""
    sizes = _sizes(tuple(texts))
    language, most = max(sizes.items(), key=lambda one: one[1], default=("", 0))
    return language if most >= LEAST and most > MOST * sum(sizes.values()) else otherwise


def language_of_text(text: str, otherwise: str = ENGLISH) -> str:
    """`language_of` a text that is not in passages."""
    return language_of([text[start : start + LONGEST] for start in range(0, len(text), LONGEST)], otherwise)


def foreign_language(texts: Sequence[str], own: str = ENGLISH) -> str:
    """The language of a source where it is certain and another than the claim's, else ""."""
    own = ALIKE.get(own, own)
    if own == ENGLISH and _is_partly_english(texts):
        return ""
    found = language_of(texts, own)
    sizes = _sizes(tuple(texts))
    return "" if found == own or sizes[own] > OWN * sum(sizes.values()) else found


def _is_partly_english(texts: Sequence[str]) -> bool:
    """Whether function words alone show that there is enough English, which is quicker than the classifier."""
    sampled = _sample(texts)
    return sum(len(words) for words in sampled if _is_english(words)) > OWN * sum(map(len, sampled))


@lru_cache(16)  # a source is asked for once a claim that cites it
def _sizes(texts: tuple[str, ...]) -> Counter[str]:
    """How many bytes each language has in passages of which it is certain."""
    found: Counter[str] = Counter()
    for words in _sample(texts):
        if language := _language(words):
            found[language] += len("".join(words).encode(errors="replace"))
    return found


def _sample(texts: Sequence[str]) -> list[list[str]]:
    """The words of passages spread over a page."""
    return [text[:LONGEST].split() for text in texts[:: -(-len(texts) // SAMPLE) or 1]]


def _is_english(words: Sequence[str]) -> bool:
    return bool(words) and sum(map(ENGLISH_WORDS.__contains__, words)) >= ENOUGH_ENGLISH * len(words)


def _language(words: Sequence[str]) -> str:
    if _is_english(words):
        return ENGLISH
    letters = [letter for word in words for letter in word if letter.isalpha()]
    if not letters:
        return ""
    language, probability = _classifier().classify(" ".join(words))
    is_latin = 2 * sum(letter < LATIN_ENDS for letter in letters) >= len(letters)
    return ALIKE.get(language, language) if probability >= (CERTAIN if is_latin else CERTAIN_BEYOND_LATIN) else ""


@cache
def _classifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
