"""Find sentence boundaries: judge every mark that may end a sentence by the words before and after it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.sentences.brackets import bracketed
from corpus.sentences.candidate import Candidate
from corpus.sentences.full_stop import full_stop_ends
from corpus.sentences.language import Rules
from corpus.sentences.marks import ellipsis_ends, mark_ends, wide_mark_ends

_STOPS = r".!?…؟۔։‽⸮"
_WIDE = r"。！？｡।॥።፧။។"


def _candidates(marks: str) -> re.Pattern[str]:
    """A run of marks, what closes after it, and white space; `shut` is set where no white space is needed.

    Possessive throughout, and begun only where no mark stands before: no text makes this look twice at a character.
    It begins with a set of characters, which `re` looks for faster than for anything else.
    """
    closers = r"(?P<close>(?:[\"'”’»)\]“‘«›‹]|[^\S\n]»(?=\s))*+)"
    shut = rf"(?<=[{_WIDE}])(?P<shut>[」』”’）】》〉\"]*+)"
    return re.compile(rf"(?P<stop>[{marks}](?<![{marks}]{{2}})[{marks}]*+)(?:{shut}\s*+|{closers}\s++)(?=\S)")


_CANDIDATE = _candidates(_STOPS + _WIDE)
_WITH_SEMICOLON = _candidates(_STOPS + _WIDE + ";")
# After a mark these go on with the sentence, as does another mark (". . .").
_GOING_ON = frozenset("-–—−―,;:)&/=+>.…")


def boundaries(plain: str, rules: Rules) -> Iterator[int]:
    """Indexes of the first character of every sentence but the first. Each sentence has a letter or digit."""
    return _with_letters(plain, _judged(plain, rules))


def _judged(plain: str, rules: Rules) -> Iterator[int]:
    found = list((_WITH_SEMICOLON if rules.semicolon_asks else _CANDIDATE).finditer(plain))
    if not found:
        return
    inside = bracketed(plain)
    start = span = 0
    for match in found:
        end = match.end()
        while span < len(inside) and inside[span][1] < end:
            span += 1
        if span < len(inside) and inside[span][0] < end:
            continue
        if _ends_sentence(plain, start, match, rules):
            yield end
            start = end


def _ends_sentence(plain: str, start: int, match: re.Match[str], rules: Rules) -> bool:
    """Return whether the candidate is a boundary, judged by the words on both its sides."""
    if match["shut"] is not None:
        return wide_mark_ends(plain, match)
    candidate = Candidate.read(plain, start, match, rules)
    following = candidate.following
    if following[:1].islower() and not _is_brand(following) and not _ELIDED.match(plain, match.end()):
        return False
    if plain[match.end()] in _GOING_ON:
        return False
    stop = match["stop"]
    if stop in (".", "..") and not candidate.is_spaced_ellipsis:
        return rules.full_stop and full_stop_ends(candidate, rules)
    if stop.strip(".…") == "":
        return ellipsis_ends(candidate)
    return mark_ends(candidate, rules)


def _is_brand(word: str) -> bool:
    """iPhone, eBay, mRNA: a capital follows the first small letter."""
    return word[1:2].isupper()


# "'n Mens", "'s Morgens": in Dutch and Afrikaans the second word has the capital.
_ELIDED = re.compile(r"['’‘`][nst] [A-Z]")
_LETTER = re.compile(r"[^\W_]")


def _with_letters(plain: str, cuts: Iterable[int]) -> Iterator[int]:
    """The cuts, less those that would leave a piece without any letter or digit on one of their sides.

    Such a piece joins the one before it, a first one the second.
    """
    letter = _LETTER.search(plain)
    waiting: int | None = None  # a cut with a letter before it, kept once there is a letter before the next
    for cut in cuts:
        if letter is None:
            return
        if letter.start() >= cut:
            waiting = waiting and cut
            continue
        if waiting is not None:
            yield waiting
        waiting = cut
        letter = _LETTER.search(plain, cut)
    if waiting is not None and letter is not None:
        yield waiting
