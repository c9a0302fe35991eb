"""Match words against patterns and near words, by the engines' rules, for one page at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import OSA

from search.folding import fold
from search.query.ast import Fuzzy, Wildcard

MOST_WORDS = 20  # of a page that are marked for one query's patterns


def words_that_fit(texts: Iterable[str], patterns: Sequence[Wildcard | Fuzzy], most_characters: int) -> list[str]:
    """Return the distinct folded words of the texts that match any pattern, in order, at most MOST_WORDS."""
    regexes = [regex(pattern) for pattern in patterns if isinstance(pattern, Wildcard)]
    near = [pattern for pattern in patterns if isinstance(pattern, Fuzzy)]
    seen: set[str] = set()
    fitting: list[str] = []
    scanned = 0
    for text in texts:
        for word in fold(text).split():
            if word in seen:
                continue
            seen.add(word)
            if any(one.fullmatch(word) for one in regexes) or any(is_near(word, one.word, one.edits) for one in near):
                fitting.append(word)
        scanned += len(text)
        if scanned > most_characters or len(fitting) >= MOST_WORDS:
            break
    return fitting[:MOST_WORDS]


def regex(pattern: Wildcard) -> re.Pattern[str]:
    """Compile the pattern to a regular expression over one folded word."""
    signs = {"*": r"\S*", "?": r"\S"}
    return re.compile("".join(signs.get(sign, re.escape(sign)) for sign in pattern.pattern))


def is_near(word: str, other: str, edits: int) -> bool:
    """Return whether two words are within so many edits (insert, delete, replace, swap neighbours)."""
    return OSA.distance(word, other, score_cutoff=edits) <= edits
