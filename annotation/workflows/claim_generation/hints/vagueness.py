"""Vague, hedging and subjective words, of which nobody can say whether they hold (paper, section 7.9.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from django.utils.translation import gettext as _

from annotation.claims.words import listed
from annotation.workflows.claim_generation.hints.hint import Hint

KINDS = ("vague", "hedges", "subjective")


def vagueness(text: str) -> Iterator[Hint]:
    """Each vague word or phrase of the claim, in order, but those that are part of a name."""
    for match in _any_of_them().finditer(text):
        if not _is_in_a_name(match, text):
            yield Hint(_kind(match[0]), _message(match[0]), match.start(), match.end())


def _is_in_a_name(match: re.Match[str], text: str) -> bool:
    """A capital within the claim, or at its start before another one: "Award for Best Film", "Great Britain"."""
    return match[0][0].isupper() and (match.start() > 0 or text[match.end() + 1 : match.end() + 2].isupper())


def _kind(phrase: str) -> str:
    return next(kind for kind in KINDS if phrase.lower() in listed(kind))


def _message(phrase: str) -> str:
    messages = {
        "vague": _("“%(word)s” is vague: say how many, how often or when."),
        "hedges": _("“%(word)s” leaves it open: a claim says that something is so."),
        "subjective": _("“%(word)s” is a matter of opinion: nobody can verify it."),
    }
    return messages[_kind(phrase)] % {"word": phrase}


@cache
def _any_of_them() -> re.Pattern[str]:
    phrases = sorted((phrase for kind in KINDS for phrase in listed(kind)), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})\b", re.IGNORECASE)
