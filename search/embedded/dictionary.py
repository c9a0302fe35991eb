"""Dictionary of an embedded index, a small tantivy index itself: its automatons find similar words.

It lies in a folder of the generation it belongs to, one entry a word: the word, and on how many pages it is.
"""

from __future__ import annotations

from pathlib import Path

import tantivy
from tantivy import SchemaBuilder

from search.backend import Spelling
from search.embedded.schema import WORDS

FOLDER = "words"
HEAP = 30_000_000
LONGEST = 30  # letters: what is longer is no word that anybody mistypes
RARE_FROM = 20_000  # pages in an index from which a word of a single page is more likely an error than a word
_LETTERS_AT_ONCE = [*"abcdefghijklmnopqrstuvwxyz"]


def write(searcher: tantivy.Searcher, target: Path) -> None:
    """Write the dictionary of an index into a new folder of its own."""
    folder = target / FOLDER
    folder.mkdir()
    writer = tantivy.Index(_schema(), str(folder)).writer(HEAP, 1)
    least = 2 if searcher.num_docs >= RARE_FROM else 1
    try:
        for letter in _LETTERS_AT_ONCE:  # all words of a large corpus at once would take a gigabyte
            for word, pages in searcher.terms_with_prefix(WORDS, letter):
                if pages >= least and 2 <= len(word) <= LONGEST and word.isalpha():
                    entry = tantivy.Document()
                    entry.add_text("word", word)
                    entry.add_unsigned("pages", pages)
                    writer.add_document(entry)
        writer.commit()
    finally:
        writer.wait_merging_threads()


def opened(target: Path) -> tuple[tantivy.Searcher, tantivy.Schema]:
    """Open the dictionary of the generation in this folder. Raises ValueError or OSError."""
    index = tantivy.Index.open(str(target / FOLDER))
    return index.searcher(), index.schema


def near(searcher: tantivy.Searcher, schema: tantivy.Schema, word: str, edits: int, limit: int) -> tuple[Spelling, ...]:
    """Return words within `edits` letters, the word included; most frequent first."""
    wanted = tantivy.Query.fuzzy_term_query(schema, "word", word, edits)
    found = searcher.search(wanted, limit, count=False, order_by_field="pages")
    return tuple(Spelling(str(searcher.doc(address)["word"][0]), pages) for pages, address in found.hits)


def _schema() -> tantivy.Schema:
    builder = SchemaBuilder()
    builder.add_text_field("word", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("pages", fast=True)
    return builder.build()
