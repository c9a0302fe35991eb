"""Named values: places, persons and nationalities with the words that say what they are of. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from annotation.submission_check.values import MONTHS, Content, content_of, plain, stems_of

_NAME = r"[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+)*"
_PLACE_OR_PERSON = re.compile(rf"\b([a-z]{{3,}})\s+(in|at|by|from|near)\s+({_NAME})")
# Adjectives of nations by their endings: others with a capital name parties, styles and brands.
_NATION = (
    r"(?!Christian\b)[A-Z][a-z]+(?:ian|ean|ese|ish)|(?:North |South |Latin )?(?:American|African|Korean|Asian)"
    r"|Mexican|Cuban|German|French|Dutch|Greek|Czech|Swiss|Welsh|Thai|Iraqi|Israeli|Pakistani|Filipino|Moroccan|Kenyan"
)
_NATIONALITY = re.compile(rf"\b(?:is|was|are|were)\s+an?\s+((?:{_NATION})(?:-(?:{_NATION}))?)\s+[a-z]")
_OF_NATIONALITY = ("be", "a")


@dataclass(frozen=True, slots=True)
class Named:
    """`relation`: the stem and preposition before it ("born in", "designed by"), or that of a nationality ("is a")."""

    relation: tuple[str, str]
    names: frozenset[str]


@lru_cache(maxsize=20_000)
def named_values(text: str) -> tuple[Named, ...]:
    """Names after a word with a preposition, and nationalities, in the order of the text."""
    plain_text = plain(text)
    found = [
        Named((stem, preposition), _names(name))
        for word, preposition, name in _PLACE_OR_PERSON.findall(plain_text)
        for stem in stems_of(word)
    ]
    found += [Named(_OF_NATIONALITY, _names(name)) for name in _NATIONALITY.findall(plain_text)]
    return tuple(one for one in found if one.names)


def _names(name: str) -> frozenset[str]:
    words = frozenset(name.lower().replace("-", " ").split())
    return frozenset() if words & MONTHS else words


def differs(one: Named, other: Named, passage: Content, known: frozenset[str]) -> bool:
    """Whether a passage gives another name for the same. `known`: names of the claim and of what was chosen."""
    return one.relation == other.relation and not other.names & known and not one.names & passage.names


def is_about(passage: Content, title: str, claim: Content, relation: tuple[str, str]) -> bool:
    """Whether a passage names its page, or has two further words of the claim."""
    if (names := content_of(title.partition(" (")[0]).names) and names <= passage.names:
        return True
    return len((passage.words & claim.words) - {relation[0]} - stems_of(title)) > 1
