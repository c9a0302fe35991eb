"""Index mapping and documents for Elasticsearch.

Text is folded and stemmed here, as for the embedded index, and the server only takes it apart at spaces: so both
engines agree on what a word is, whatever the server's version, and the server needs no plugin.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from search.backend import Entry
from search.documents import SCHEMA_VERSION, IndexDocument
from search.elastic.names import writing_to
from search.elastic.server import Layout
from search.embedded.schema import PARTS
from search.folding import fold
from search.hit_rendering import kept
from search.stemming import stem

Json = dict[str, Any]

MAPPING_VERSION = 2  # raise it when you change what stands in this file
LONGEST_WORD = 120  # characters of a word that count: Lucene would cut longer ones at 255, and refuse one of 32 KiB
LONGEST_NAME = 8_000  # characters of a name that is indexed; no title is as long
DEEPEST = 10_100  # hits that can be asked for: search.api's 10,000 and a page more


def create_request(index: str, generation: int, layout: Layout) -> Json:
    """Request for an empty index with its own write alias."""
    return {
        "index": index,
        "aliases": {writing_to(index): {}},
        "settings": {
            "number_of_shards": layout.shards,
            **layout.copies(),
            "refresh_interval": "-1",  # nobody looks before it is whole
            "max_result_window": DEEPEST,
            "analysis": {"analyzer": {"folded": {"type": "custom", "tokenizer": "whitespace"}}},
        },
        "mappings": {
            "dynamic": "strict",
            "_meta": meta(generation),
            "_source": {"includes": ["page", "key", "links_in"]},  # the rest is made again from the corpus
            "properties": _properties(),
        },
    }


def meta(generation: int) -> Json:
    """Return the versions that built an index; an index of other versions is refused."""
    return {"schema_version": SCHEMA_VERSION, "mapping_version": MAPPING_VERSION, "generation": generation}


def _properties() -> Json:
    # between two values of a field lies a gap of 100 places, which no phrase reaches across
    stems = {"type": "text", "analyzer": "folded"}
    words = {"type": "text", "analyzer": "folded", "norms": False, "index_options": "docs"}
    names = {"type": "keyword", "doc_values": False, "ignore_above": LONGEST_NAME}
    return {
        "text": stems,  # has every word and decides whether a page fits; the parts of it say how well
        **dict.fromkeys(PARTS, stems),
        "words": words,  # as they are written, for patterns and spelling: of the whole page, and of its names
        "name_words": words,
        "own_name": names,
        "other_names": names,
        "categories": names,
        "links": names,
        "provenance": names,  # of web pages: what a search can be kept to
        "day": {"type": "integer", "doc_values": False},
        "key": {"type": "keyword", "index": False, "ignore_above": LONGEST_NAME},  # the title: it orders equals
        "links_in": {"type": "integer", "index": False},
        "near": {"type": "completion", "analyzer": "keyword", "max_input_length": 200},
        "page": {"type": "object", "enabled": False},  # kept as it is for hits, and never read
    }


def source(page: IndexDocument) -> Json:
    """Convert a page to an Elasticsearch document."""
    names = [fold(page.title), *map(fold, page.redirects)]
    texts = (page.title, *page.redirects, *page.headings, *page.introduction, *page.body)
    typed = [name for name in names if name]
    return {
        "text": _stems(texts),
        "title": _stems([page.title]),
        "redirects": _stems(page.redirects),
        "headings": _stems(page.headings),
        "introduction": _stems(page.introduction),
        "words": _distinct(texts),
        "name_words": _distinct((page.title, *page.redirects)),
        "own_name": names[0],
        "other_names": names[1:],
        "categories": [fold(category) for category in page.categories],
        "links": list(page.links),
        "key": page.title,
        "links_in": page.links_in,
        **({"near": {"input": typed, "weight": page.links_in}} if typed else {}),
        **({} if page.provenance is None else {"provenance": page.provenance.terms, "day": page.provenance.day}),
        "page": kept(page),
    }


def stems_of(words: Iterable[str]) -> str:
    """Return the stems of folded words, joined by spaces."""
    return " ".join(stem(word[:LONGEST_WORD]) for word in words)


def _stems(texts: Iterable[str]) -> list[str]:
    """Every text a value of its own."""
    return [stems for stems in (stems_of(fold(text).split()) for text in texts) if stems]


def _distinct(texts: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(word[:LONGEST_WORD] for text in texts for word in fold(text).split()))


# --- Operations ------------------------------------------------------------------------------------------------------


def identifier(title: str) -> str:
    """Return a document id for a title, which may be longer than the 512 bytes of an id."""
    return hashlib.sha256(title.encode()).hexdigest()


def putting(page: IndexDocument) -> Entry:
    """Lines of the bulk API that index a page, replacing the one of that title."""
    return Entry(page.title, b"%b\n%b" % (_line({"index": {"_id": identifier(page.title)}}), _line(source(page))))


def removing(title: str) -> Entry:
    """Line of the bulk API that deletes the page of that title."""
    return Entry(title, _line({"delete": {"_id": identifier(title)}}))


def _line(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
