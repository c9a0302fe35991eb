"""METEOR of two texts (Banerjee and Lavie 2005), computed by NLTK with the parameters of AVeriTeC's scorers.

Texts are split into sentences by an untrained Punkt and into words by NLTK's tokenizer: `word_tokenize` without the
download of a trained model. Against the trained one scores differ in the third decimal.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from nltk.stem.api import StemmerI
from nltk.stem.porter import PorterStemmer
from nltk.tokenize import NLTKWordTokenizer
from nltk.tokenize.punkt import PunktSentenceTokenizer
from nltk.translate.meteor_score import single_meteor_score

from annotation.similarity.wordnet import WordNetWithin

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5
TEXTS, WORDS = 4_096, 50_000  # that are remembered: texts with their words, words with their stems


class _Stems(StemmerI):  # type: ignore[misc]  # nltk has no types
    """Porter's stemmer, which METEOR asks for the same words again and again."""

    def __init__(self) -> None:
        self._stem = lru_cache(WORDS)(PorterStemmer().stem)

    def stem(self, token: str) -> str:
        """The stem of a word."""
        stemmed: str = self._stem(token)
        return stemmed


@cache
def _tools() -> tuple[Any, Any, StemmerI]:
    return PunktSentenceTokenizer(), NLTKWordTokenizer(), _Stems()


@lru_cache(TEXTS)
def words_of(text: str) -> tuple[str, ...]:
    """The words and punctuation marks of a text."""
    sentences, words, _stems = _tools()
    return tuple(word for sentence in sentences.tokenize(text) for word in words.tokenize(sentence))


@lru_cache(TEXTS)
def _synonyms_in(reference: str) -> WordNetWithin:
    """WordNet for a reference. METEOR asks for synonyms of stems, and looks for them among the reference's stems."""
    stems = _tools()[2]
    return WordNetWithin(frozenset(stems.stem(word.lower()) for word in words_of(reference)))


@lru_cache(TEXTS)  # a system that says one thing ten times is asked about it once
def meteor(reference: str, hypothesis: str) -> float:
    """How much of the reference the hypothesis says, from 0 to 1. Equal texts of one word score 0.5, longer ones more.

    Exact words, then Porter stems, then WordNet's synonyms are matched; alpha 0.9, beta 3, gamma 0.5.
    """
    wanted, given = words_of(reference), words_of(hypothesis)
    if not wanted or not given:
        return 0.0
    score: float = single_meteor_score(
        wanted, given, stemmer=_tools()[2], wordnet=_synonyms_in(reference), alpha=ALPHA, beta=BETA, gamma=GAMMA
    )
    return score
