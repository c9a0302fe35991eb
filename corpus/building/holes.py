"""Holes in clean text: where a template that is not known here writes words that readers of the wiki see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from corpus.syntax.parser_state import HOLE


def without_holes(text: str) -> str:
    """Clean text as it is stored."""
    return text.replace(HOLE, "").strip() if HOLE in text else text


def sentences_with_holes(text: str, sentences: Sequence[str]) -> set[int]:
    """Numbers of those of a paragraph's sentences that miss words; `text` is the paragraph with its holes."""
    pieces = text.split(HOLE)
    plain = "".join(pieces)
    spans = list(_spans(plain, sentences))
    return {_sentence_at(place, spans) for place in accumulate(map(len, pieces[:-1]))}


def _spans(plain: str, sentences: Sequence[str]) -> Iterator[tuple[int, int]]:
    end = 0
    for sentence in sentences:
        start = plain.index(sentence, end)
        end = start + len(sentence)
        yield start, end


def _sentence_at(place: int, spans: Sequence[tuple[int, int]]) -> int:
    """The sentence that the place is in; between two, the second."""
    return next((number for number, (_, end) in enumerate(spans) if place < end), len(spans) - 1)
