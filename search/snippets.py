"""The passage of a page that shows best why it was found, with the words marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import or_

from search.folding import fold, word_spans
from search.hits import Fragment
from search.query import STOP_WORDS, Term

WIDTH = 280  # characters: about three lines
LEAD = 50  # of them before the first marked word
MAX_SCANNED = 400_000  # characters of a page that are looked through
MAX_STARTS = 200  # marked words of a passage that are tried as the beginning of a snippet

Stem = Callable[[str], str]
Passage = tuple[str | None, str, bool]  # section, text, is it prose
_NOTHING: Passage = (None, "", True)


@dataclass(frozen=True, slots=True)
class Snippet:
    """Some text of a page and the heading over it, None in the introduction."""

    section: str | None
    fragments: tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class _Mark:
    """Where a word stands."""

    start: int
    end: int
    stem: str


def snippet(title: str, passages: Sequence[Passage], terms: Sequence[Term], stem: Stem) -> Snippet:
    """The passage that meets most terms, cut to WIDTH around them; of equals the first.

    Terms in the title say which page it is, not where to look: "capital of Algeria" is answered by
    "Capital | Algiers". When the title has them all, and when no passage has any, prose is shown.
    """
    wanted = [_stems(term, stem) for term in terms if any(word not in STOP_WORDS for word in term)]
    wanted = wanted or [_stems(term, stem) for term in terms]
    name = _folded(title, stem)
    asked = [stems for stems in wanted if _padded(stems) not in name]
    prose = [passage for passage in passages if passage[2]] or passages
    found = _best(passages, asked, stem) if asked else None
    section, text, _is_prose = found or _best(prose, wanted, stem) or next(iter(prose), _NOTHING)
    marks = _marks(text, wanted, stem)
    start, end = _window(text, marks)
    return Snippet(section, _fragments(text, start, end, marks))


def _stems(words: Iterable[str], stem: Stem) -> list[str]:
    return [stem(word) for word in words]


def _padded(stems: Iterable[str]) -> str:
    """Words as a text in which a phrase can be looked for whole."""
    return f" {' '.join(stems)} "


def _folded(text: str, stem: Stem) -> str:
    return _padded(map(stem, fold(text).split()))


def _best(passages: Sequence[Passage], terms: Sequence[list[str]], stem: Stem) -> Passage | None:
    """The first passage that meets most terms, itself or by its heading; None if none meets any."""
    best: Passage | None = None
    most = scanned = 0
    phrases = [_padded(stems) for stems in terms]
    beginnings = [[_beginning(word) for word in stems] for stems in terms]
    headings: dict[str | None, str] = {section: _folded(section or "", stem) for section in {p[0] for p in passages}}
    for passage in passages:
        heading, text = headings[passage[0]], passage[1]
        scanned += len(text)
        if scanned > MAX_SCANNED:
            break
        by_heading = [phrase in heading for phrase in phrases]
        if text.isascii():  # folding is the cost of it all: first a look at whether it can be worth it
            plain = text.lower().replace(",", "")
            possible = [all(begin in plain for begin in words) for words in beginnings]
            if sum(map(or_, by_heading, possible)) <= most:
                continue
        folded = _folded(text, stem)
        met = sum(map(or_, by_heading, [phrase in folded for phrase in phrases]))
        if met > most:
            best, most = passage, met
        if most == len(terms):
            break
    return best


def _beginning(word: str) -> str:
    """What a word with this stem nearly always begins with ("happi": happy, happiness)."""
    return word[:-1] if len(word) > 2 else word


def _marks(text: str, terms: Sequence[list[str]], stem: Stem) -> list[_Mark]:
    """Where terms stand, phrases only as a whole."""
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


def _window(text: str, marks: list[_Mark]) -> tuple[int, int]:
    """(start, end) of at most WIDTH characters with as many different marked words as fit, cut between words."""
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
    """The window as marked and unmarked pieces, none empty; marked words with a space between are one piece."""
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
