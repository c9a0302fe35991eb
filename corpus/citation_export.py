"""What is known of the citations of a corpus: counts, and a file of their own with one citation a line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db.models import Count

from corpus.exporting import complete_file
from corpus.models import CitationState, Corpus, StoredCitation
from corpus.page.element_id import full_id

_MOST_PAGES = 10
_ROWS = 500
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def counts_of(corpus: Corpus) -> dict[str, Any]:
    """Citations of a corpus by state, tag, language of the source and cite template, and the pages with most marks.

    Languages are those that a check found to be another than the claim's; "" stands for no template.
    """
    rows = StoredCitation.objects.filter(corpus=corpus).order_by()
    marks = rows.values("page__title").annotate(count=Count("pk")).order_by("-count", "page__title")
    tags = Counter(tag for row in rows.exclude(tag="").values_list("tags", flat=True).iterator() for tag in row)
    return {
        "corpus": corpus.slug,
        "citations": rows.count(),
        "pages": rows.aggregate(count=Count("page", distinct=True))["count"],
        "states": _counted(rows.values_list("state").annotate(count=Count("pk"))),
        "tags": _counted(tags.items()),
        "languages": languages_of(corpus),
        "templates": _counted(rows.values_list("template").annotate(count=Count("pk"))),
        "pages_with_most": [[row["page__title"], row["count"]] for row in marks[:_MOST_PAGES]],
    }


def languages_of(corpus: Corpus) -> dict[str, int]:
    """Language of the source -> citations, where a check found it to be another than the claim's; the most first."""
    rows = StoredCitation.objects.filter(corpus=corpus, language__isnull=False).order_by()
    return _counted(rows.values_list("language").annotate(count=Count("pk")))


def write_citations(path: Path, corpus: Corpus) -> int:
    """Write the citations as JSONL, page by page; the file appears complete or not at all. Returns how many."""
    count = 0
    with complete_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        for line in _lines(corpus):
            file.write(_encoded(line) + "\n")
            count += 1
    return count


def state_name(state: str) -> str:
    """A state in words."""
    return str(CitationState(state).label)


def _counted(pairs: Any) -> dict[str, int]:
    return dict(sorted(((str(name), count) for name, count in pairs), key=lambda pair: (-pair[1], pair[0])))


def _lines(corpus: Corpus) -> Iterator[dict[str, Any]]:
    rows = StoredCitation.objects.filter(corpus=corpus).select_related("page").order_by("page_id", "number")
    for row in rows.defer("page__data", "page__formatting").iterator(chunk_size=_ROWS):
        yield {
            "page": row.page.title,
            "revision": row.page.revision,
            "number": row.number,
            "element": full_id(row.page.title, row.element_id),
            "offset": row.offset,
            "claim": row.claim,
            "sections": row.sections,
            "group": row.group,
            "name": row.name,
            "tags": row.tags,
            "source": None if row.state == CitationState.NO_SOURCE else _source(row),
            "state": row.state,
            "language": row.language,
        }


def _source(row: StoredCitation) -> dict[str, Any]:
    names = ("template", "url", "archive_url", "accessed", "title", "text", "fields", "key", "domain", "depth")
    return {name: getattr(row, name) for name in names}
