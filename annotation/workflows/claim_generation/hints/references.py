"""Hint on pronouns without antecedent in the claim (paper, section 7.9.1)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from annotation.claims.words import listed, matches
from annotation.workflows.claim_generation.hints.hint import Hint

_QUOTES = tuple("\"“'‘«")

_SUBJECTS = frozenset({"he", "she", "it", "they", "this", "these", "those"})
_ARTICLES = frozenset({"the", "a", "an"})


def references(text: str) -> Iterator[Hint]:
    """The first pronoun for which the claim has named nothing: no name before it and, for things, no noun either.

    "Despite his views, Nathaniel Schmidt ..." is fine: his name comes after. So is a pronoun in a quoted title.
    """
    named = noun = article = False
    for number, match in enumerate(matches(text)):
        word = match[0].lower()
        if word in listed("pronouns") and text[match.start() - 1 : match.start()] not in _QUOTES:
            if not _has_antecedent(word, number, named=named, noun=noun):
                message = _("“%(word)s”: say who or what is meant. A claim must be understood by itself.")
                yield Hint("pronoun", message % {"word": match[0]}, match.start(), match.end())
            return
        named = named or (match[0][0].isupper() and word not in listed("function_words"))
        noun, article = noun or article, word in _ARTICLES


def _has_antecedent(pronoun: str, number: int, *, named: bool, noun: bool) -> bool:
    if number == 0:
        return False
    return named or pronoun not in _SUBJECTS or (noun and pronoun in ("it", "they"))
