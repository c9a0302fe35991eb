"""Names in a claim that are titles or redirects, longest first.

Every run of up to eight words is looked up, folded. A shorter name inside a longer one that was found is dropped
("Boston" in "Boston Red Sox"). One word that is written small is no name here: "length" is an article, too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from baseline.source import Source
from baseline.words import STOP_STEMS, ClaimWords
from search.folding import fold


class NoSpacy(RuntimeError):
    """The configured spaCy model cannot be loaded; the message gives the remedy."""


@dataclass(frozen=True, slots=True)
class Name:
    """Mention: words `start` to `end` of the claim, and the titles that it resolves to."""

    start: int
    end: int
    text: str
    titles: tuple[str, ...]


def names_in(claim: ClaimWords, source: Source, longest: int = 8, spacy: str = "") -> tuple[Name, ...]:
    """Find the mentions in the claim's order, none inside another. Raises NoSpacy."""
    entities = _entities(claim.text, spacy) if spacy else frozenset[str]()
    runs = {(start, end): name for start, end, name in _runs(claim, longest, entities)}
    found = source.named(set(runs.values()))
    names = [Name(*span, name, tuple(found[name])) for span, name in runs.items() if name in found]
    return tuple(name for name in names if not any(_is_inside(name, other) for other in names))


def exact_titles(claim: ClaimWords, source: Source, longest: int = 8, spacy: str = "") -> dict[str, str]:
    """Titles that the claim has letter by letter -> their folded mention, in the claim's order. Raises NoSpacy.

    With spaCy an entity must be the title as a whole, as in the paper; without, the longest runs of words that are.
    """
    if spacy:
        entities = dict.fromkeys(map(_nfc, _entity_texts(claim.text, spacy)))
        found = source.named({fold(entity) for entity in entities})
        pairs = [(fold(entity), title) for entity in entities for title in found.get(fold(entity), ())]
        return {title: name for name, title in pairs if _nfc(title) in entities}
    text = _nfc(claim.text)
    names = names_in(claim, source, longest)
    return {
        title: name.text
        for name in names
        for title in name.titles
        if fold(title) == name.text and _nfc(title) in text  # no redirect, and written as in the claim
    }


def _runs(claim: ClaimWords, longest: int, entities: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    words = claim.folded
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + longest) + 1):
            name = " ".join(words[start:end])
            if name in entities or _may_be_a_name(claim, start, end):
                yield start, end, name


def _may_be_a_name(claim: ClaimWords, start: int, end: int) -> bool:
    """Whether a run begins and ends with no stop word, and one of its words is written as names are."""
    if claim.stems[end - 1] in STOP_STEMS or not any(claim.named[start:end]):
        return False
    return claim.stems[start] not in STOP_STEMS or (end - start > 1 and claim.named[start])


def _is_inside(name: Name, other: Name) -> bool:
    return (other.start, other.end) != (name.start, name.end) and other.start <= name.start and name.end <= other.end


def _entities(text: str, model: str) -> frozenset[str]:
    return frozenset(map(fold, _entity_texts(text, model)))


def _entity_texts(text: str, model: str) -> list[str]:
    return [entity.text for entity in _pipeline(model)(text).ents]


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=2)
def _pipeline(model: str) -> Any:
    try:
        import spacy  # type: ignore[import-not-found, unused-ignore]

        return spacy.load(model)
    except (ImportError, OSError) as error:
        remedy = f"pip install spacy && python -m spacy download {model}, or set pages.spacy to nothing"
        raise NoSpacy(f"The spaCy model {model!r} cannot be loaded ({error}). Run: {remedy}") from error
