"""Names in a claim that are titles, redirects, short forms or anchors of links, longest first.

Every run of up to eight words is looked up, folded, and again with its initials as one word and without "and". A
shorter name inside a longer title that was found is dropped ("Boston" in "Boston Red Sox"). One word that is written
small is no name here ("length" is an article, too), unless the claim has no capitals at all; several are, if they are a
title or a redirect.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from baseline.source import Source, Titles
from baseline.words import STOP_STEMS, ClaimWords
from search.folding import fold
from search.titles.key_forms import joined_initials


class NoSpacy(RuntimeError):
    """The configured spaCy model cannot be loaded; the message gives the remedy."""


@dataclass(frozen=True, slots=True)
class Name:
    """Mention: words `start` to `end` of the claim, and the titles it leads to (see `baseline.source.Titles`)."""

    start: int
    end: int
    text: str
    titles: tuple[str, ...]
    others: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()


def names_in(claim: ClaimWords, source: Source, longest: int = 8, spacy: str = "") -> tuple[Name, ...]:
    """Find the mentions in the claim's order, none inside a longer title. Raises NoSpacy."""
    entities = _entities(claim.text, spacy) if spacy else frozenset[str]()
    runs = {(start, end): name for start, end, name in _runs(claim, longest, entities)}
    forms = {name: _forms(name) for name in set(runs.values())}
    found = source.named({form for each in forms.values() for form in each})
    names = []
    for (start, end), name in runs.items():
        known = [found[form] for form in forms[name] if form in found]
        own = dict.fromkeys(title for each in known for title in each.own)
        others = dict.fromkeys(title for each in known for title in each.others if title not in own)
        linked = dict.fromkeys(title for each in known for title in each.linked if title not in {**own, **others})
        if not any(claim.named[start:end]) and name not in entities:
            others = linked = {}  # "the river" is an anchor of many links
        if own or others or linked:
            names.append(Name(start, end, name, (*own,), (*others,), (*linked,)))
    return tuple(name for name in names if not any(other.titles and _is_inside(name, other) for other in names))


def _forms(name: str) -> tuple[str, ...]:
    """The name, and ways to write it that titles may have: "u s army" and "us army", "nash and young", "nash young"."""
    return tuple(dict.fromkeys((name, joined_initials(name), name.replace(" and ", " "))))


def exact_titles(claim: ClaimWords, source: Source, longest: int = 8, spacy: str = "") -> dict[str, str]:
    """Titles that the claim has letter by letter -> their folded mention, in the claim's order. Raises NoSpacy.

    With spaCy an entity must be the title as a whole, as in the paper; without, the longest runs of words that are.
    """
    if spacy:
        entities = dict.fromkeys(map(_nfc, _entity_texts(claim.text, spacy)))
        found = source.named({fold(entity) for entity in entities})
        pairs = [(fold(entity), title) for entity in entities for title in found.get(fold(entity), Titles()).own]
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
    is_uncased = claim.is_uncased
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + longest) + 1):
            name = " ".join(words[start:end])
            if name in entities or _may_be_a_name(claim, start, end, is_uncased=is_uncased):
                yield start, end, name


def _may_be_a_name(claim: ClaimWords, start: int, end: int, *, is_uncased: bool) -> bool:
    """Whether a run neither begins nor ends with a stop word that is written small, and is not one word like that."""
    is_one = end - start == 1
    first, last = claim.stems[start] in STOP_STEMS, claim.stems[end - 1] in STOP_STEMS
    if is_one:
        return not first and (is_uncased or claim.named[start])
    return not (first and not claim.named[start] and not is_uncased) and not (last and not claim.named[end - 1])


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
