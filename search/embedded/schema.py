"""Tantivy schema of the index. Raise `documents.SCHEMA_VERSION` when you change it."""

from __future__ import annotations

import math

import tantivy
from tantivy import SchemaBuilder

from search.documents import IndexDocument
from search.folding import fold
from search.hit_rendering import kept

# `text` has every word and decides whether a page fits. The others are parts of it, and only say how well.
TEXT = "text"
PARTS = ("title", "redirects", "headings", "introduction")
# Words with their endings, for patterns: of the whole page, and of its names.
WORDS, NAME_WORDS = "words", "name_words"
# Whole folded names, each one term.
OWN_NAME, OTHER_NAMES = "own_name", "other_names"
KEY, CATEGORIES, LINKS = "key", "categories", "links"
LINKS_IN, PRIOR, PAGE = "links_in", "prior", "page"

PRIOR_WEIGHT = 0.1  # a page with 1,000 links to it counts a third more than one without


def schema() -> tantivy.Schema:
    """Define the fields of an index: folded text, and the stored content of a hit."""
    builder = SchemaBuilder()
    for field in (TEXT, *PARTS):
        builder.add_text_field(field, tokenizer_name="folded")
    for field in (WORDS, NAME_WORDS):
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="basic")
    for field in (OWN_NAME, OTHER_NAMES, KEY, CATEGORIES, LINKS):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field(LINKS_IN, fast=True)
    builder.add_float_field(PRIOR, fast=True)
    builder.add_bytes_field(PAGE, stored=True)
    return builder.build()


def entry(page: IndexDocument) -> tantivy.Document:
    """Convert a page to a tantivy document."""
    made = tantivy.Document()
    names = [fold(page.title), *map(fold, page.redirects)]
    headings, introduction, body = ([*map(fold, texts)] for texts in (page.headings, page.introduction, page.body))
    parts = {"title": names[:1], "redirects": names[1:], "headings": headings, "introduction": introduction}
    for field, texts in {**parts, TEXT: [*names, *headings, *introduction, *body]}.items():
        for text in texts:  # every text a value of its own: no phrase is found across two
            made.add_text(field, text)
    made.add_text(
        WORDS, " ".join({word for text in (*names, *headings, *introduction, *body) for word in text.split()})
    )
    made.add_text(NAME_WORDS, " ".join(names))
    made.add_text(OWN_NAME, names[0])
    for field, values in ((OTHER_NAMES, names[1:]), (CATEGORIES, map(fold, page.categories)), (LINKS, page.links)):
        for value in values:
            made.add_text(field, value)
    made.add_text(KEY, page.title)
    made.add_unsigned(LINKS_IN, page.links_in)
    made.add_float(PRIOR, _prior(page.links_in))
    made.add_bytes(PAGE, kept(page).encode())
    return made


def _prior(links_in: int) -> float:
    """Value to store so that scores are multiplied by 1 + PRIOR_WEIGHT * log10(1 + n): tantivy uses log2(2 + value)."""
    return float(2 ** (1 + PRIOR_WEIGHT * math.log10(1 + links_in)) - 2)
