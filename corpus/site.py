"""Namespace names and interwiki prefixes of a wiki.

A dump names its own namespaces; everything else is read as the English Wikipedia.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from corpus.word_lists import names, pairs

FILE, TEMPLATE, CATEGORY = 6, 10, 14


class Prefix(Enum):
    """Kind of a prefix: the part of a link target before the colon."""

    ARTICLE = auto()  # nothing special: the colon belongs to the title
    HIDDEN = auto()  # files, categories, language links: the link shows no text
    ELSEWHERE = auto()  # another namespace or project: only its text is shown


_ENGLISH_NAMESPACES = {name: int(number) for name, number in pairs("namespaces.tsv").items()}
_PROJECTS = names("interwiki.txt", "projects")
_LANGUAGES = names("interwiki.txt", "languages")


@dataclass(frozen=True, slots=True)
class Site:
    """Namespace names of one wiki, in lower case with spaces, and the language it is written in ("en", "ltg")."""

    namespaces: Mapping[str, int]
    language: str = "en"

    def is_article(self, title: str) -> bool:
        """Return whether a title is one of the main namespace."""
        prefix, colon, _ = title.partition(":")
        return not colon or self.prefix(prefix) is Prefix.ARTICLE

    def is_category(self, prefix: str) -> bool:
        """Return whether this is what stands before the colon of a category's title."""
        return self.namespaces.get(_plain(prefix)) == CATEGORY

    def is_template(self, prefix: str) -> bool:
        """Return whether this is what stands before the colon of a template's title."""
        return self.namespaces.get(_plain(prefix)) == TEMPLATE

    def is_file(self, prefix: str) -> bool:
        """Return whether this is what stands before the colon of a file's title."""
        return self.namespaces.get(_plain(prefix)) == FILE

    def prefix(self, text: str) -> Prefix:
        """Classify the part of a link target before its first colon."""
        name = _plain(text)
        number = self.namespaces.get(name)
        if number is not None:
            return Prefix.HIDDEN if number in (FILE, CATEGORY) else Prefix.ELSEWHERE
        if name in _PROJECTS:
            return Prefix.ELSEWHERE
        # "It: Chapter Two" is a title, "it:Roma" is a language link: those are written in lower case
        return Prefix.HIDDEN if text.strip() in _LANGUAGES else Prefix.ARTICLE


def _plain(prefix: str) -> str:
    return " ".join(prefix.replace("_", " ").split()).lower()


ENGLISH = Site(_ENGLISH_NAMESPACES)


def site_with(own_names: Mapping[str, int], language: str = "en") -> Site:
    """The English names, which work on every wiki, and the wiki's own."""
    own = {name.replace("_", " ").lower(): number for name, number in own_names.items() if name and number != 0}
    return Site(_ENGLISH_NAMESPACES | own, language)
