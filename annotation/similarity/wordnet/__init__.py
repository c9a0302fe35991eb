"""WordNet 3.0 as METEOR asks for it: NLTK's interface over tables that are part of the project (LICENSE beside them).

METEOR calls `synsets(word)`, `lemmas()` of each and `name()` of each of these. NLTK's own reader needs a download of
11 MB; these tables have the single-word synonyms of every lemma, the lemmas themselves and the irregular forms.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nltk.corpus.reader.wordnet import WordNetCorpusReader

FOLDER = Path(__file__).parent
PARTS = ("n", "v", "a", "r")  # noun, verb, adjective, adverb


@dataclass(frozen=True, slots=True)
class Lemma:
    """A word of a set of synonyms, as NLTK has it."""

    word: str

    def name(self) -> str:
        """The word."""
        return self.word


@dataclass(frozen=True, slots=True)
class Synset:
    """Synonyms of a word over all its senses of one part of speech. METEOR puts the senses together anyway."""

    words: tuple[Lemma, ...]

    def lemmas(self) -> tuple[Lemma, ...]:
        """The synonyms, and the word itself."""
        return self.words


class WordNet:
    """The part of NLTK's `WordNetCorpusReader` that METEOR calls. It takes 0.2 s to read and 30 MB."""

    def __init__(self) -> None:
        self._exceptions: dict[tuple[str, str], tuple[str, ...]] = {
            (form, part): tuple(lemmas.split()) for form, part, lemmas in _rows("wordnet_exceptions")
        }
        self._lemmas: set[tuple[str, str]] = {(lemma, part) for lemma, part in _rows("wordnet_lemmas")}
        self._synonyms: dict[tuple[str, str], str] = {
            (lemma, part): words for lemma, part, words in _rows("wordnet_synonyms")
        }
        self.synsets = cache(self._synsets)
        self.synonyms = cache(self._synonyms_of)

    def _synsets(self, word: str) -> tuple[Synset, ...]:
        word = word.lower()
        return tuple(
            Synset(tuple(map(Lemma, dict.fromkeys([form, *self._synonyms.get((form, part), "").split()]))))
            for part in PARTS
            for form in self.base_forms(word, part)
        )

    def _synonyms_of(self, word: str) -> frozenset[str]:
        return frozenset(lemma.word for synset in self.synsets(word) for lemma in synset.words if "_" not in lemma.word)

    def base_forms(self, word: str, part: str) -> list[str]:
        """Lemmas of a part of speech that the word is a form of, as WordNet's Morphy finds them (morphy(7WN))."""
        if (word, part) in self._exceptions:
            forms = list(self._exceptions[word, part])
        else:
            endings = WordNetCorpusReader.MORPHOLOGICAL_SUBSTITUTIONS[part]
            forms = [word[: -len(old)] + new for old, new in endings if word.endswith(old)]
        return [form for form in dict.fromkeys([word, *forms]) if (form, part) in self._lemmas]


class WordNetWithin:
    """The same, with such synonyms alone as are among some words: METEOR then builds no sets of hundreds of others."""

    def __init__(self, words: frozenset[str]) -> None:
        self._words = words

    def synsets(self, word: str) -> tuple[Synset, ...]:
        """The synonyms among the words, as one set."""
        found = wordnet().synonyms(word) & self._words
        return (Synset(tuple(map(Lemma, found))),) if found else ()


@cache
def wordnet() -> WordNet:
    """The tables, read once in a process."""
    return WordNet()


def _rows(name: str) -> Iterator[list[str]]:
    with lzma.open(FOLDER / f"{name}.tsv.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("# "):
                yield line.rstrip("\n").split("\t")
