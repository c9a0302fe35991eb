"""What of a claim a suggested source lacks, word by word.

The check's own comparison knows synonyms, for which a process reads tables of 200 MB; pages do without. So a word may
be marked here of which the source has a synonym.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.models import StoredCitation
from frontend.views.citations.marking import counts, words_in

_BEGINNING = 5  # letters that two forms of a word share
_NUMBER = re.compile(r"\d")


def lacking(citation: StoredCitation, passages: Sequence[str]) -> list[tuple[int, int, str]]:
    """Start, end and kind of each word of the claim, before its mark, that is nowhere in the passages."""
    vocabulary = {word[0].casefold() for text in passages for word in words_in(text)}
    beginnings = {word[:_BEGINNING] for word in vocabulary}
    cited = citation.claim[: citation.offset]
    return [
        (found.start(), found.end(), "number" if _NUMBER.search(found[0]) else "word")
        for found in words_in(cited if cited.strip() else citation.claim)
        if counts(found[0]) and not _is_there(found[0].casefold(), vocabulary, beginnings)
    ]


def _is_there(word: str, vocabulary: set[str], beginnings: set[str]) -> bool:
    return word in vocabulary or (not _NUMBER.search(word) and word[:_BEGINNING] in beginnings)
