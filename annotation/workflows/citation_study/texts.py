"""The text of a source as annotators read it: both in one shape, whatever their passages were cut like. No Django."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST_SHARED = 3  # words, for the end of a passage and the beginning of the next to be one piece of text


@dataclass(frozen=True, slots=True)
class Shown:
    """The selected passage, with what stands before and after it in the full text; both empty in passage mode."""

    before: str
    best: str
    after: str


def shown_text(passages: Sequence[str], selected: int, *, full_text: bool) -> Shown:
    """The selected passage alone, or within the full text.

    The passages of the cited page overlap by half, those of a suggested page do not: put together as they are, the
    repetition would tell which is which. What a passage shares with the one before it is therefore left out.
    """
    if not full_text:
        return Shown("", passages[selected], "")
    words, starts = list[str](), list[int]()
    for passage in passages:
        coming = passage.split()
        starts.append(len(words) - _shared(words, coming))
        words[starts[-1] :] = coming
    start = starts[selected]
    end = start + len(passages[selected].split())
    return Shown(" ".join(words[:start]), " ".join(words[start:end]), " ".join(words[end:]))


def _shared(words: Sequence[str], coming: Sequence[str]) -> int:
    """The longest end of `words` that `coming` begins with, of LEAST_SHARED words or more; else 0."""
    for size in range(min(len(words), len(coming) - 1), LEAST_SHARED - 1, -1):
        if words[-size] == coming[0] and words[-size:] == coming[:size]:
            return size
    return 0
