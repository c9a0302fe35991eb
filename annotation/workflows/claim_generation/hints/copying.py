"""Hints on claims that copy a highlighted sentence (section 3.1.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from django.utils.translation import gettext as _

from annotation.claims.words import content_words, words
from annotation.workflows.claim_generation.hints.hint import Hint

NEAR = 0.75  # share of words in the same order, of both texts together (Ratcliff and Obershelp)


def copying(text: str, sentences: Sequence[str]) -> Iterator[Hint]:
    """Return whether the claim is nearly one of the sentences. They are plain text."""
    for number, sentence in enumerate(sentences, start=1):
        if likeness(text, sentence) >= NEAR:
            message = _("This is nearly sentence %(number)d of the highlight. Say it in another way, or combine it.")
            yield Hint("near_copy", message % {"number": number})
            return


def one_sentence_only(text: str, sentences: Sequence[str]) -> Iterator[Hint]:
    """Return whether all that the claim takes from the highlight stands in one sentence of it."""
    claimed = content_words(text)
    taken = [claimed & content_words(sentence) for sentence in sentences]
    everything = frozenset[str]().union(*taken)
    if len(sentences) > 1 and everything and any(each == everything for each in taken):
        number = next(n for n, each in enumerate(taken, start=1) if each == everything)
        message = _("All of this is from sentence %(number)d of the highlight. Combine it with another one.")
        yield Hint("one_sentence_only", message % {"number": number})


def likeness(one: str, other: str) -> float:
    """2 * matching words / all words of both, in order: 1 for the same words, 0 for none in common."""
    return SequenceMatcher(None, words(one), words(other), autojunk=False).ratio()
