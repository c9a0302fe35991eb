"""ROUGE-L of two texts (Lin 2004): the F1 of their longest common subsequence of words."""

from __future__ import annotations

import re

from rapidfuzz.distance import LCSseq

_WORD = re.compile(r"[^\W_]+")


def rouge_l(reference: str, hypothesis: str) -> float:
    """F1 of the longest common subsequence, from 0 to 1; 0 where a text has no word.

    Words are runs of letters and digits in lower case, unstemmed, as the rouge-score package counts them in English;
    that package drops letters outside a to z, which are kept here.
    """
    wanted, given = _WORD.findall(reference.lower()), _WORD.findall(hypothesis.lower())
    common = LCSseq.similarity(wanted, given)
    return 2 * common / (len(wanted) + len(given)) if common else 0.0
