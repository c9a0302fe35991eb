"""Marks other than the full stop: "!" and "?", the ellipsis, and the full-width marks of East Asia and India."""

from __future__ import annotations

import re

from corpus.sentences.candidate import Candidate
from corpus.sentences.language import Rules

# "What is it?" Mr. Smith asked: the sentence ends with the one who speaks.
_SAID = re.compile(
    r"(?:(?:[^\W\d_][\w’'-]{0,24}|(?:Mr|Mrs|Ms|Dr|Gen|Col|Capt|Lt|Sir)\.)[\s\ue000]){1,4}?"
    r"(?:said|says|asked|asks|replied|cried|answered|exclaimed|shouted|wrote|inquired|enquired|whispered|added)\b"
)
_QUOTES = frozenset("\"'”’»“«„")
# Particles that go on after a Japanese quotation or name that ends in a mark.
_PARTICLES = frozenset("とはがをにでもやのっなへ")
_NAMES_WITH_WIDE_MARKS = ("モーニング娘。",)
_GOING_ON = frozenset("、，,;；：）」』")


def mark_ends(candidate: Candidate, rules: Rules) -> bool:
    """ "!" and "?" end a sentence unless they belong to a name, or to a quotation whose speaker follows."""
    if candidate.closers[:1] in _QUOTES and _SAID.match(candidate.plain, candidate.after) and not candidate.openers:
        return False
    if candidate.is_before_chess_move:
        return False
    if candidate.begins:
        return True
    names = rules.names_with_marks.get(candidate.word, ())
    return not any(candidate.plain.endswith(name, candidate.start, candidate.stop) for name in names)


def ellipsis_ends(candidate: Candidate) -> bool:
    """ "..." ends a sentence before one that clearly begins, and, set close to its word, before any capital."""
    if candidate.before[-1:] in _QUOTES and not candidate.word:
        return False  # "... I, there's the point": a quotation begins with what it left out
    if candidate.begins or candidate.closers:
        return True
    after_sentence = candidate.before.rstrip()[-1:] in (".", "!", "?") and not candidate.is_spaced_ellipsis
    return bool(candidate.word or after_sentence) and candidate.following[:1].isupper()


def wide_mark_ends(plain: str, match: re.Match[str]) -> bool:
    """Marks that need no space end a sentence, but for a particle after a quotation or after a name with a mark."""
    following = plain[match.end()]
    if following in _GOING_ON or following.islower():
        return False
    if following in _PARTICLES and (match["shut"] or match["stop"][-1] in "！？"):
        return False
    return not plain.endswith(_NAMES_WITH_WIDE_MARKS, max(0, match.start() - 8), match.end("stop"))
