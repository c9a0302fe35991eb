"""The stem a word is indexed and searched by, the same for every engine: "elections" and "elected" are "elect"."""

from __future__ import annotations

from functools import lru_cache

import tantivy

analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(tantivy.Filter.stemmer("english")).build()


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of a folded word (Porter's second English stemmer)."""
    return analyzer.analyze(word)[0]
