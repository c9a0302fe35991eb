"""Split running text into sentences by rules over curated word lists of each language.

Sentence ids depend on every decision made here. A change that moves a boundary raises
SPLITTER_VERSION, which each corpus records. A link is never cut: its target counts as no text at all,
and its anchor cannot hold a boundary. Every step takes time in proportion to the text, whatever the text.
"""

from __future__ import annotations

from corpus.sentences.boundaries import boundaries
from corpus.sentences.language import rules_for
from corpus.sentences.visible_text import visible_text

__all__ = ["SPLITTER_VERSION", "split_sentences"]

SPLITTER_VERSION = "4"


def split_sentences(text: str, language: str = "en") -> list[str]:
    """The sentences of one paragraph, stripped, none empty, each with a letter or digit if the paragraph has one.

    Joined by spaces they give the text back; only scripts that set no space between sentences are also cut without one.
    `language` is a wiki's code ("en", "de", "ltg"); a code without rules of its own is cut with caution.
    """
    plain = visible_text(text)
    sentences, start = [], 0
    for cut in plain.places_in_original(boundaries(plain.text, rules_for(language))):
        sentences.append(text[start:cut].strip())
        start = cut
    if last := text[start:].strip():
        sentences.append(last)
    return sentences
