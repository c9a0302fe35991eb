"""Rows of `StoredCitation`, made in the processes that read pages; the one that writes adds the keys. No Django."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from corpus.characters import storable
from corpus.citations.identifiers import address_of
from corpus.citations.record import Citation, Source, SourceState, Tag
from corpus.web.addresses import place_of

COLUMNS = (
    *("number", "element_id", "offset", "claim", "sections", "section", "group", "name", "tags", "tag"),
    *("template", "url", "archive_url", "accessed", "title", "text", "fields", "key", "domain", "depth", "state"),
)
Row = tuple[str | int, ...]  # values of COLUMNS; JSON as text

_SEVERITY = {tag: place for place, tag in enumerate(Tag)}
_NO_SOURCE = Source()
_encoded = json.JSONEncoder(ensure_ascii=False).encode
_place_of = lru_cache(maxsize=4_096)(place_of)  # a page cites the same source again and again


def rows_of(citations: Iterable[Citation]) -> tuple[Row, ...]:
    """The rows of a page's citations. What marks of one source share is made once, and so are sections."""
    of_source: dict[int, Row] = {}
    of_sections: dict[tuple[str, ...], Row] = {}
    found: list[Row] = []
    for each in citations:
        source = of_source.get(id(each.source))
        if source is None:
            source = of_source[id(each.source)] = _source_values(each.source)
        sections = of_sections.get(each.sections)
        if sections is None:
            path = [*map(storable, each.sections)]
            sections = of_sections[each.sections] = (_encoded(path), path[0][:255] if path else "")
        mark = storable(each.group)[:255], storable(each.name)[:255]
        of_element = each.number, each.element_id[:100], each.offset, storable(each.claim)
        found.append((*of_element, *sections, *mark, *_tag_values(each.tags), *source))
    return tuple(found)


def _tag_values(tags: Sequence[Tag]) -> Row:
    return (_encoded(tags), min(tags, key=_SEVERITY.__getitem__).value) if tags else ("[]", "")


def _source_values(source: Source | None) -> Row:
    """From `template` to `state`."""
    said = source or _NO_SOURCE
    texts: tuple[str, ...] = said.template, said.url, said.archive_url, said.accessed, said.title, said.text
    fields: dict[str, Any] = dict(said.fields)
    everything = "".join((*texts, *fields, *fields.values()))
    if len(storable(everything)) < len(everything):
        texts = tuple(map(storable, texts))
        fields = {storable(name): storable(value) for name, value in fields.items()}
    template, url, archive_url, accessed, title, text = texts
    key, domain, depth = _place_of(address_of(said.url, said.archive_url, said.fields))
    state = SourceState.NO_SOURCE if source is None else SourceState.UNRESOLVED if key else SourceState.NO_ADDRESS
    return (
        *(template[:100], url, archive_url, accessed[:100], title, text, _encoded(fields) if fields else "{}"),
        *(key, domain[:255], depth, state.value),
    )
