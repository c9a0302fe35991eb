"""Citations of a corpus as rows of WAFER: one for each mark, its sources as outputs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from baseline.citations.failed_rows import FAILING
from baseline.citations.query import MARK, SEPARATOR
from baseline.citations.wafer.inputs import section_name
from baseline.citations.wafer.rows import FAILED, WaferRow, row_of, write_rows
from corpus.batching import batched
from corpus.citations.sources import overlapping_passages
from corpus.models import CitationState, Corpus, StoredCitation, StoredPage
from corpus.page.context import caption_id
from corpus.page.element_id import full_id
from corpus.page.elements import List, Page, Section, Sentence
from corpus.page.links import plain_text
from corpus.page.page_json import page_from_stored

FEATURED = "Featured articles"  # the category of the English Wikipedia
PAGES = 50


@dataclass(slots=True)
class _Paragraph:
    """A paragraph, item list or table by its place in the page, as KILT counts: 0 is the title, headings count too."""

    number: int
    ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def export_wafer(
    path: Path, corpus: Corpus, *, texts: bool = False, featured: Collection[str] = ()
) -> Counter[str]:  # fmt: skip
    """Write the citations with an address as WAFER; `texts`: with the passages of the sources that are imported.

    `featured`: titles of featured articles beside those whose categories say so. Counts "rows", and marks that were
    left out: "without address", "without text" before or behind them. The same corpus gives the same bytes.
    """
    counts: Counter[str] = Counter()
    counts["rows"] = write_rows(path, _rows(corpus, counts, texts=texts, featured=featured))
    return counts


def _rows(
    corpus: Corpus, counts: Counter[str], *, texts: bool, featured: Collection[str]
) -> Iterator[WaferRow]:  # fmt: skip
    columns = ("pk", "title", "data", "paragraphs", "categories")
    pages = StoredPage.objects.filter(corpus=corpus).order_by("pk").only(*columns)
    for some in batched(pages.iterator(chunk_size=PAGES), PAGES):
        of_page: dict[int, list[StoredCitation]] = {}
        for citation in StoredCitation.objects.filter(page__in=some).order_by("page", "number"):
            of_page.setdefault(citation.page_id, []).append(citation)
        for page in some:
            is_featured = FEATURED in page.categories or page.title in featured
            yield from _rows_of_page(page, of_page.get(page.pk, []), counts, texts=texts, featured=is_featured)


def _rows_of_page(
    page: StoredPage, citations: list[StoredCitation], counts: Counter[str], *, texts: bool, featured: bool
) -> Iterator[WaferRow]:  # fmt: skip
    paragraphs = _paragraphs(page_from_stored(json.loads(page.data)), {*page.paragraphs}) if citations else {}
    places: dict[tuple[str, int], list[StoredCitation]] = {}
    for citation in citations:  # the sources of a mark need not follow each other
        places.setdefault((citation.element_id, citation.offset), []).append(citation)
    for (element, offset), behind in places.items():
        addressed = [one for one in behind if one.address]
        if not addressed or not behind[0].claim.strip():
            counts["without text" if addressed else "without address"] += 1
            continue
        outputs = [_output(one, texts=texts) for one in addressed]
        meta: dict[str, Any] = {"wikipedia_id": page.title, "wikipedia_title": page.title}
        meta["wikipedia_section"] = section_name(behind[0].sections)
        text = _place(behind[0], paragraphs.get(element), meta)
        if featured:
            meta["featured"] = True
        if page.categories:
            meta["categories"] = ",".join(page.categories)
        asked = f" {SEPARATOR} ".join((_plain(page.title), _plain(meta["wikipedia_section"]), text))
        yield row_of(
            {"id": f"{full_id(page.title, element)}:{offset}", "input": asked, "output": outputs, "meta": meta}
        )


def _place(citation: StoredCitation, paragraph: _Paragraph | None, meta: dict[str, Any]) -> str:
    """The paragraph with its mark; fills in where it is. A cell or item stands alone."""
    before: list[str] = []
    behind: list[str] = []
    if paragraph is not None:
        meta["cit_paragraph_id"] = paragraph.number
        at = paragraph.ids.index(citation.element_id)
        before, behind = paragraph.texts[:at], paragraph.texts[at + 1 :]
    start, rest = citation.claim[: citation.offset], citation.claim[citation.offset :]
    meta["cit_offset"] = len(" ".join([*before, start]))
    sentences = [*map(_plain, before), f"{_plain(start)}{MARK}{_plain(rest)}"]
    meta["sentences"] = sentences
    return " ".join([*sentences, *map(_plain, behind)])


def _output(citation: StoredCitation, *, texts: bool) -> dict[str, Any]:
    url = citation.address
    provenance: list[dict[str, Any]] = [{"url": url}]
    source = citation.source_page if texts and citation.state == CitationState.AVAILABLE else None
    if source is not None:
        page = page_from_stored(json.loads(source.data))
        title = citation.title or page.title
        passages = [one.text for one in overlapping_passages(page)]
        provenance = [
            {"url": url, "chunk_id": number, "title": title, "text": text} for number, text in enumerate(passages)
        ] or provenance
    return {"answer": FAILED if set(citation.tags) & {*FAILING} else url, "provenance": provenance}


def _paragraphs(page: Page, begins: set[str]) -> dict[str, _Paragraph]:
    """The paragraph of each sentence, and of the items, cells and captions that stand alone in theirs."""
    found: dict[str, _Paragraph] = {}
    number, current = 0, None
    for element in page.elements:
        if isinstance(element, Sentence):
            if current is None or element.id in begins:
                number += 1
                current = _Paragraph(number)
            current.ids.append(element.id)
            current.texts.append(plain_text(element.text))
            found[element.id] = current
            continue
        current = None
        number += 1
        if isinstance(element, Section):
            continue
        if isinstance(element, List):
            alone = [item.id for item in element.items]
            number += len(alone) - 1
            found.update({one: _Paragraph(number - len(alone) + 1 + at, [one], [""]) for at, one in enumerate(alone)})
        else:
            alone = [caption_id(element), *(cell.id for row in element.rows for cell in row)]
            found.update({one: _Paragraph(number, [one], [""]) for one in alone})
    return found


def _plain(text: str) -> str:
    """Text that holds none of the format's marks."""
    return text.replace(MARK, "(CIT)").replace(SEPARATOR, "(SEP)")
