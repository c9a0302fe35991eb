"""The only writer of citations, and how their rows become `Citation` again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connection, transaction

from corpus.characters import storable
from corpus.citations.places import place_of
from corpus.citations.record import Citation, Source, Tag
from corpus.models import CitationState, Corpus, StoredCitation, StoredPage

_COLUMNS = (
    *("corpus_id", "page_id", "number", "element_id", '"offset"', "claim", "sections", "section", '"group"', "name"),
    *("tags", "tag", "template", "url", "archive_url", "accessed", "title", "text", "fields", "key", "domain", "depth"),
    *("state", "passage", "missing", "checked_with"),
)
_INSERT = (
    f"INSERT INTO {StoredCitation._meta.db_table} ({', '.join(_COLUMNS)}) "  # nosec B608 # our own names
    f"VALUES ({', '.join(['%s'] * len(_COLUMNS))})"
)
_SEVERITY = {tag: place for place, tag in enumerate(Tag)}
_encoded = json.JSONEncoder(ensure_ascii=False).encode
_NO_SOURCE = Source()


def save_citations(page: StoredPage, citations: Sequence[Citation]) -> None:
    """Store the citations of a page in place of those it had, whatever was found out about these."""
    with transaction.atomic():
        _replace(page.corpus_id, {page.pk: citations})


def save_citations_of(corpus: Corpus, citations: Mapping[str, Sequence[Citation]]) -> None:
    """`save_citations` for many pages by their titles; all are in the corpus. Run it in a transaction."""
    if not citations:
        return
    keys = StoredPage.objects.filter(corpus=corpus, title__in=citations).order_by().values_list("pk", "title")
    _replace(corpus.pk, {key: citations[title] for key, title in keys})


def citation_of(row: StoredCitation) -> Citation:
    """The citation that a row holds."""
    source = None
    if row.state != CitationState.NO_SOURCE:
        source = Source(row.url, row.archive_url, row.accessed, row.title, row.template, row.text, row.fields)
    return Citation(
        number=row.number,
        element_id=row.element_id,
        offset=row.offset,
        claim=row.claim,
        sections=tuple(row.sections),
        source=source,
        group=row.group,
        name=row.name,
        tags=tuple(map(Tag, row.tags)),
    )


def _replace(corpus: int, citations: Mapping[int, Sequence[Citation]]) -> None:
    StoredCitation.objects.filter(page__in=citations.keys()).delete()
    with connection.cursor() as cursor:  # as SQL: half the time of making a model for each
        for page, found in citations.items():
            if found:
                cursor.executemany(_INSERT, list(_rows(corpus, page, found)))


def _rows(corpus: int, page: int, citations: Iterable[Citation]) -> Iterator[tuple[Any, ...]]:
    """Values of the columns. What marks of one source share is made once, and so are sections."""
    of_source: dict[int, tuple[Any, ...]] = {}
    of_sections: dict[tuple[str, ...], tuple[str, str]] = {}
    for each in citations:
        source = of_source.get(id(each.source))
        if source is None:
            source = of_source[id(each.source)] = _source_values(each.source)
        sections = of_sections.get(each.sections)
        if sections is None:
            sections = of_sections[each.sections] = (
                _encoded([*map(storable, each.sections)]),
                (*each.sections, "")[0][:255],
            )
        yield (
            *(corpus, page, each.number, each.element_id[:100], each.offset, storable(each.claim), *sections),
            *(storable(each.group)[:255], storable(each.name)[:255], *_tag_values(each.tags), *source, "", "[]", ""),
        )


def _tag_values(tags: Sequence[Tag]) -> tuple[str, str]:
    return (_encoded(tags), min(tags, key=_SEVERITY.__getitem__).value) if tags else ("[]", "")


def _source_values(source: Source | None) -> tuple[Any, ...]:
    """From `template` to `state`."""
    said = source or _NO_SOURCE
    place = place_of(source)
    state = CitationState.UNRESOLVED if place.key else CitationState.NO_ADDRESS
    texts: tuple[str, ...] = said.template, said.url, said.archive_url, said.accessed, said.title, said.text
    fields = said.fields
    everything = "".join((*texts, *fields, *fields.values()))
    if len(storable(everything)) < len(everything):
        texts = tuple(map(storable, texts))
        fields = {storable(name): storable(value) for name, value in fields.items()}
    template, url, archive_url, accessed, title, text = texts
    return (
        *(template[:100], url, archive_url, accessed[:100], title, text, _encoded(dict(fields)) if fields else "{}"),
        *place,
        (CitationState.NO_SOURCE if source is None else state).value,
    )
