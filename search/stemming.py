"""Stemming, the same for every engine: "elections" and "elected" are "elect"."""

from __future__ import annotations

from functools import lru_cache

import tantivy

analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(tantivy.Filter.stemmer("english")).build()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Stem a folded word (Porter2, the second English Snowball stemmer)."""
    return analyzer.analyze(word)[0]
