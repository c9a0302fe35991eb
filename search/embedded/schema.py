"""Tantivy schema of the index. Raise `documents.SCHEMA_VERSION` when you change it."""

from __future__ import annotations

import json
import math
from base64 import b64encode

import tantivy
from tantivy import SchemaBuilder

from search.backend import Entry
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
# Of web pages: terms of `search.provenance`, and the number of the first day that the date may mean.
PROVENANCE, DAY = "provenance", "day"

PRIOR_WEIGHT = 0.1  # a page with 1,000 links to it counts a third more than one without


def schema() -> tantivy.Schema:
    """Define the fields of an index: folded text, and the stored content of a hit."""
    builder = SchemaBuilder()
    for field in (TEXT, *PARTS):
        builder.add_text_field(field, tokenizer_name="folded")
    for field in (WORDS, NAME_WORDS):
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="basic")
    for field in (OWN_NAME, OTHER_NAMES, KEY, CATEGORIES, LINKS, PROVENANCE):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field(LINKS_IN, fast=True)
    builder.add_unsigned_field(DAY, fast=True)
    builder.add_float_field(PRIOR, fast=True)
    builder.add_bytes_field(PAGE, stored=True)
    return builder.build()


def entry(page: IndexDocument) -> Entry:
    """Convert a page to the JSON of a tantivy document."""
    names = [fold(page.title), *map(fold, page.redirects)]
    headings = [*map(fold, page.headings)]
    folded = [[*map(fold, passage.parts)] for passage in page.passages]
    of_passages = [*zip(page.passages, folded, strict=True)]
    introduction = [text for passage, texts in of_passages if passage.introduces for text in texts]
    body = [text for passage, texts in of_passages if not passage.introduces for text in texts]
    texts = [*names, *headings, *introduction, *body]  # every text a value of its own: no phrase is found across two
    fields = {
        TEXT: texts,
        "title": names[:1],
        "redirects": names[1:],
        "headings": headings,
        "introduction": introduction,
        WORDS: " ".join({word for text in texts for word in text.split()}),
        NAME_WORDS: " ".join(names),
        OWN_NAME: names[0],
        OTHER_NAMES: names[1:],
        CATEGORIES: [*map(fold, page.categories)],
        LINKS: page.links,
        KEY: page.title,
        LINKS_IN: page.links_in,
        PRIOR: _prior(page.links_in),
        PAGE: b64encode(kept(page, folded).encode()).decode(),  # as JSON holds a field of bytes
    }
    if page.provenance is not None:
        fields |= {PROVENANCE: page.provenance.terms, DAY: page.provenance.day}
    return Entry(page.title, json.dumps(fields, ensure_ascii=False).encode())


def _prior(links_in: int) -> float:
    """Value to store so that scores are multiplied by 1 + PRIOR_WEIGHT * log10(1 + n): tantivy uses log2(2 + value)."""
    return float(2 ** (1 + PRIOR_WEIGHT * math.log10(1 + links_in)) - 2)
