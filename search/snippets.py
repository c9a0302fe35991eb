"""Snippets: the best matching passage of a page, with the words marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from search.folding import fold, word_spans
from search.hits import Fragment
from search.query.ast import STOP_WORDS, Text, Words
from search.query.matching import words_that_fit
from search.stemming import stem

WIDTH = 280  # characters: about three lines
LEAD = 50  # of them before the first marked word
MAX_SCANNED = 400_000  # characters of a page that are looked through
MAX_STARTS = 200  # marked words of a passage that are tried as the beginning of a snippet

Passage = tuple[str | None, str, bool]  # section, text, is it prose
_NOTHING: Passage = (None, "", True)


@dataclass(frozen=True, slots=True)
class Snippet:
    """Passage of a page and its heading, None in the introduction."""

    section: str | None
    fragments: tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class _Mark:
    """Position of a word."""

    start: int
    end: int
    stem: str


def snippet(title: str, passages: Sequence[Passage], terms: Sequence[Text], stemmed: str | None = None) -> Snippet:
    """Return the passage that matches most terms, cut to WIDTH around them; the first of equals.

    Terms in the title say which page it is, not where to look: "capital of Algeria" is answered by
    "Capital | Algiers". When the title has them all, and when no passage has any, prose is shown. `stemmed` is the
    page's `stemmed_lines`.
    """
    phrases = list(_phrases(title, passages, terms))
    wanted = [_stems(words) for words in phrases if any(word not in STOP_WORDS for word in words)]
    wanted = wanted or [_stems(words) for words in phrases]
    name = _folded_name(title)
    asked = [stems for stems in wanted if _padded(stems) not in name]
    found = _best(passages, asked, stemmed) if asked else None
    if found is None:
        prose = [passage for passage in passages if passage[2]] or passages
        found = _best(prose, wanted) or next(iter(prose), _NOTHING)
    section, text, _is_prose = found
    marks = _marks(text, wanted)
    start, end = _window(text, marks)
    return Snippet(section, _fragments(text, start, end, marks))


def _phrases(title: str, passages: Sequence[Passage], terms: Sequence[Text]) -> Iterable[tuple[str, ...]]:
    """Expand the terms for this page: patterns to words, loose phrases to single words."""
    patterns = [term for term in terms if not isinstance(term, Words)]
    for term in terms:
        if isinstance(term, Words):
            yield from [(word,) for word in term.words] if term.slop else [term.words]
    if patterns:
        texts = [title, *(passage[1] for passage in passages)]
        yield from ((word,) for word in words_that_fit(texts, patterns, MAX_SCANNED))


def _stems(words: Iterable[str]) -> list[str]:
    return [stem(word) for word in words]


def _padded(stems: Iterable[str]) -> str:
    """Pad words with spaces, so that a phrase is found as a substring."""
    return f" {' '.join(stems)} "


def _stemmed(folded: str) -> str:
    return _padded(map(stem, folded.split()))


@lru_cache(maxsize=20_000)
def _folded_name(name: str) -> str:
    """Fold titles and headings, cached since they recur."""
    return _stemmed(fold(name))


def stemmed_lines(folded: Iterable[str]) -> str:
    """Return the stems of every passage, given folded, one line each, for `snippet`; stored with the page, since it
    is slow."""
    return "\n".join(map(_stemmed, folded))


def _best(passages: Sequence[Passage], terms: Sequence[list[str]], stemmed: str | None = None) -> Passage | None:
    """Return the first passage that matches most terms, itself or by its heading; None if none matches."""
    text = (stemmed_lines(fold(passage[1]) for passage in passages) if stemmed is None else stemmed)[:MAX_SCANNED]
    met: dict[int, set[int]] = {}
    for number, stems in enumerate(terms):
        for i in _lines(text, _padded(stems)):
            met.setdefault(i, set()).add(number)
    _add_headings(met, passages, [_padded(stems) for stems in terms])
    best = min(met, key=lambda i: (-len(met[i]), i), default=None)
    return None if best is None else passages[best]


def _lines(text: str, wanted: str) -> Iterator[int]:
    """Yield the numbers of the lines that contain these letters."""
    line = start = 0
    at = text.find(wanted)
    while at >= 0:
        line += text.count("\n", start, at)
        yield line
        start = text.find("\n", at)
        at = text.find(wanted, start) if start >= 0 else -1


def _add_headings(met: dict[int, set[int]], passages: Sequence[Passage], phrases: Sequence[str]) -> None:
    """Count terms of the heading for its passages; without a term of its own, only the first counts."""
    firsts: dict[str | None, int] = {}
    for i, passage in enumerate(passages):
        if passage[0] not in firsts:
            firsts[passage[0]] = i
    by_heading: dict[str | None, set[int]] = {}
    for section, first in firsts.items():
        heading = _folded_name(section) if section else ""
        found = {number for number, phrase in enumerate(phrases) if phrase in heading}
        if found:
            by_heading[section] = found
            met.setdefault(first, set())
    if by_heading:
        for i, numbers in met.items():
            numbers |= by_heading.get(passages[i][0], set())


def _beginning(word: str) -> str:
    """Return the prefix that nearly all words of this stem share ("happi": happy, happiness)."""
    return word[:-1] if len(word) > 2 else word


def _marks(text: str, terms: Sequence[list[str]]) -> list[_Mark]:
    """Return the positions of the terms; phrases only as a whole."""
    if text.isascii() and all(len(stems) == 1 and stems[0].isalpha() for stems in terms):
        return _marks_of_words(text, {stems[0] for stems in terms})
    words = [_Mark(start, end, stem(word)) for start, end, folded in word_spans(text) for word in folded]
    places: dict[str, list[int]] = {}
    for i, word in enumerate(words):
        places.setdefault(word.stem, []).append(i)
    marks: dict[int, _Mark] = {}
    for stems in terms:
        for i in places.get(stems[0], ()):
            found = words[i : i + len(stems)]
            if [word.stem for word in found] == stems:
                marks.update((word.start, word) for word in found)
    return [marks[start] for start in sorted(marks)]


def _marks_of_words(text: str, stems: set[str]) -> list[_Mark]:
    """Return the positions of single words, looking only at words that contain their letters."""
    plain = text.lower()
    marks: dict[int, _Mark] = {}
    for beginning in {_beginning(one) for one in stems}:
        at = plain.find(beginning)
        while at >= 0:
            first = plain.rfind(" ", 0, at) + 1
            last = plain.find(" ", at)
            last = len(plain) if last < 0 else last
            for start, end, folded in word_spans(text[first:last]):
                for word in folded:
                    if stem(word) in stems:
                        marks[first + start] = _Mark(first + start, first + end, stem(word))
            at = plain.find(beginning, last)
    return [marks[start] for start in sorted(marks)]


def _window(text: str, marks: list[_Mark]) -> tuple[int, int]:
    """Choose (start, end) of at most WIDTH characters with the most distinct marked words, cut between words."""
    if len(text) <= WIDTH:
        return 0, len(text)
    starts = marks[:MAX_STARTS]
    first = max(starts, key=lambda mark: (_variety(marks, mark.start), -mark.start)).start if starts else 0
    start = max(0, min(first - LEAD, len(text) - WIDTH))
    if start:
        space = text.find(" ", start, first)  # -1 within a word longer than LEAD: start at the mark
        start = space + 1 if space >= 0 else first
    end = min(start + WIDTH, len(text))
    if end < len(text):
        space = text.rfind(" ", first, end)
        end = space if space > first else end
    return start, end


def _variety(marks: list[_Mark], start: int) -> int:
    return len({mark.stem for mark in marks if start <= mark.start and mark.end <= start + WIDTH - LEAD})


def _fragments(text: str, start: int, end: int, marks: list[_Mark]) -> tuple[Fragment, ...]:
    """Split the window into marked and unmarked fragments, none empty; adjacent marked words are one."""
    pieces: list[tuple[str, bool]] = [("…", False)] if start else []
    position = start
    for mark in marks:
        if mark.start < position or mark.end > end:
            continue
        between = text[position : mark.start]
        if between == " " and pieces and pieces[-1][1]:
            pieces[-1] = (f"{pieces[-1][0]} {text[mark.start : mark.end]}", True)
        else:
            pieces += [(between, False), (text[mark.start : mark.end], True)]
        position = mark.end
    pieces.append((text[position:end] + ("…" if end < len(text) else ""), False))
    return _joined(pieces)


def _joined(pieces: list[tuple[str, bool]]) -> tuple[Fragment, ...]:
    joined: list[Fragment] = []
    for text, matched in pieces:
        if joined and joined[-1].matched == matched and not matched:
            joined[-1] = Fragment(joined[-1].text + text, matched)
        elif text:
            joined.append(Fragment(text, matched))
    return tuple(joined)
