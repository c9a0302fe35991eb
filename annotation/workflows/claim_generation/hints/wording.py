"""Hints on form: one well-formed sentence with a capital and a period (paper, section 7.9.1)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from annotation.claims.words import matches
from annotation.workflows.claim_generation.hints.hint import Hint
from corpus.sentences import split_sentences

MOST_WORDS = 45  # one released claim in sixteen is longer: 146 of 2,361 in the dev set
_PERIODS = (".", "。", "।", "։", "።")
_CLOSING = "\"'”’»)"


def wording(text: str) -> Iterator[Hint]:
    """Hints about the form of one claim, stripped and not empty."""
    sentences = split_sentences(text)
    if len(sentences) > 1:
        yield Hint("several_sentences", _("This is more than one sentence: make one of them."), len(sentences[0]), None)
    if not text.rstrip(_CLOSING).endswith(_PERIODS):
        yield Hint("no_final_period", _("A claim ends with a period."), len(text) - 1, len(text))
    if text[0].islower() and not _is_spelled_so(text):
        yield Hint("lower_case_start", _("A claim begins with a capital letter."), 0, 1)
    count = sum(1 for _match in matches(text))
    if count > MOST_WORDS:
        too_long = _("This claim has %(count)d words. Most people lose the thread after %(most)d.")
        yield Hint("too_long", too_long % {"count": count, "most": MOST_WORDS})


def _is_spelled_so(text: str) -> bool:
    """ "iPhone", "eBay": a capital follows within the word."""
    first = text.split()[0]
    return any(letter.isupper() for letter in first[1:])
