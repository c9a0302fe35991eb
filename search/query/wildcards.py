"""Parse wildcards and fuzzy words (`electr*`, `colo?r`, `reykjavk~`); explain why one is refused."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from search.folding import fold
from search.query.ast import Clause, Fuzzy, Term, Wildcard, Words

LEAST_LETTERS = 3  # of a wildcard: fewer fit half the vocabulary
LONGEST = 40  # letters and signs of a pattern: engines compile them, and refuse very long ones
LONG_WORD = 6  # letters from which `~` alone allows two edits
LEAST_FUZZY = 3  # letters: every shorter word is near every other
MAX_EDITS = 2
MAX_SLOP = 10

_FUZZY = re.compile(r"(?P<word>[^~]+)~(?P<edits>\d*)")
_SIGNS = re.compile(r"(\*+|\?)")


def wildcard(word: str, *, in_title: bool, notes: list[str]) -> Clause:
    """Return the terms of a word with `*`, or `?` between letters; () if it has none.

    What has signs in it may be a name as well ("M*A*S*H"): so its words are looked for, too.
    """
    body = word.rstrip("?,.;:!)")  # a question mark that ends a word asks
    if "*" not in body and "?" not in body.lstrip("?"):
        return ()
    parts = [part if _SIGNS.fullmatch(part) else fold(part) for part in _SIGNS.split(body.lstrip("(")) if part]
    pattern = re.sub(r"\*+", "*", "".join(parts))
    letters = len(pattern) - pattern.count("*") - pattern.count("?")
    plain: list[Term] = [Words(words, in_title)] if (words := tuple(fold(word).split())) else []
    if " " in pattern or letters < LEAST_LETTERS or len(pattern) > LONGEST or pattern[0] in "*?":
        notes.append(
            _("“%(word)s” was searched for as words: “*” and “?” need %(count)d letters, and one before them.")
            % {"word": word[:40], "count": LEAST_LETTERS}
        )
        return tuple(plain)
    return (Wildcard(pattern, in_title), *(plain if len(words) > 1 else []))


def fuzzy(word: str, *, in_title: bool, notes: list[str]) -> Clause:
    """Return the terms of a word that ends with `~` or `~2`: the word and its neighbours; () if it does not."""
    match = _FUZZY.fullmatch(word.rstrip(",.;:!?)").lstrip("("))
    if not match:
        return ()
    words = tuple(fold(match["word"]).split())
    if len(words) != 1 or not LEAST_FUZZY <= len(words[0]) <= LONGEST:
        notes.append(
            _("“%(word)s” was searched for as words: “~” needs a word of at least %(count)d letters before it.")
            % {"word": word[:40], "count": LEAST_FUZZY}
        )
        return (Words(words, in_title),) if words else ()
    edits = int(match["edits"][:3]) if match["edits"] else likely_edits(words[0])
    if edits > MAX_EDITS:
        notes.append(_("“~” allows at most %(count)d letters to differ.") % {"count": MAX_EDITS})
    edits = min(edits, MAX_EDITS)
    exact = Words(words, in_title)
    return (exact, Fuzzy(words[0], edits, in_title)) if edits else (exact,)


def likely_edits(word: str) -> int:
    """Return the number of edits tolerated for a word of this length."""
    return 2 if len(word) >= LONG_WORD else 1
