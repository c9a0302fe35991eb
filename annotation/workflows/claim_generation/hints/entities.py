"""Hint on claims that name no entity of the page."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from annotation.claims.words import is_name, listed, matches
from annotation.workflows.claim_generation.hints.hint import Hint


def entities(text: str, page_names: frozenset[str]) -> Iterator[Hint]:
    """Return whether the claim names nothing that the page names. `page_names` are words in lower case (`names_of`)."""
    if not names_of(text) & page_names:
        yield Hint("no_shared_name", _("This names nothing of the page. Name who or what it is about."))


def names_of(text: str) -> frozenset[str]:
    """The words of a text that look like names or numbers, in lower case."""
    found = (match[0] for match in matches(text))
    return frozenset(word.lower() for word in found if is_name(word)) - listed("function_words")
