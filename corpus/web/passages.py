"""Passages of about 100 words: what of a web page is found, cited and shown.

Where a passage ends depends on the text before it in its section alone, so that an import of the same page gives the
same passages and ids. Paragraphs are joined, and only cut, between sentences, where they are longer than a passage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corpus.sentences import split_sentences

FULL, MOST = 80, 130  # words: a passage that has FULL is ended, one is never longer than MOST but for a long sentence
LONGEST = 2_000  # characters of one passage: a page without full stops is cut between words


def passages(texts: Iterable[str], language: str) -> Iterator[str]:
    """The passages of the paragraphs of one section, in order, none empty."""
    held: list[str] = []
    count = 0
    for piece in _pieces(texts, language):
        words = len(piece.split())
        if held and count + words > MOST:
            yield " ".join(held)
            held, count = [], 0
        held.append(piece)
        count += words
        if count >= FULL:
            yield " ".join(held)
            held, count = [], 0
    if held:
        yield " ".join(held)


def _pieces(texts: Iterable[str], language: str) -> Iterator[str]:
    """Paragraphs, those that are longer than a passage sentence by sentence."""
    for text in texts:
        if len(text.split()) <= MOST and len(text) <= LONGEST:
            yield text
        else:
            for sentence in split_sentences(text, language or "en"):
                yield from _short(sentence)


def _short(sentence: str) -> Iterator[str]:
    words = sentence.split()
    if len(words) <= MOST and len(sentence) <= LONGEST:
        yield sentence
        return
    for start in range(0, len(words), FULL):
        part = " ".join(words[start : start + FULL])
        yield from (part[at : at + LONGEST] for at in range(0, len(part), LONGEST))
