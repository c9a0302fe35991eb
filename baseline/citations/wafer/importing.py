"""WAFER rows as a corpus: each article a page of the sentences that its rows have, and their citations.

A web corpus takes the passages of the sources whose texts are in the rows. All or nothing is stored.
"""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from django.db import transaction

from baseline.citations.query import MARK, SEPARATOR
from baseline.citations.wafer.export import FEATURED
from baseline.citations.wafer.inputs import claim_of, headings
from baseline.citations.wafer.rows import Problem, Report, is_failed, read_rows
from baseline.citations.wafer.temporary import temporary_database
from corpus.batching import batched
from corpus.characters import storable
from corpus.citation_store import save_rows_of
from corpus.citations.record import Citation, Source, Tag
from corpus.citations.rows import rows_of
from corpus.importing.outcomes import Imported
from corpus.models import TITLE_LENGTH, Corpus
from corpus.page.element_id import BadTitle, ElementKind, local_id, normalise_title
from corpus.page.elements import Element, Layout, Page, Section, Sentence
from corpus.snapshot.web_pages import first_of_each_address, save_web_pages
from corpus.store import PageRecord, save_pages
from corpus.web.build import UnreadablePage, build_web_page
from corpus.web.record import WebRecord

PAGES = 50
_LAST = 1 << 60  # of a row that does not say where it stands

Cited = tuple[list[str], int]  # sentences of a paragraph, the claim last; characters of the claim before the mark


@transaction.atomic
def import_wafer(paths: Sequence[Path], corpus: Corpus, web: Corpus | None, report: Report) -> Counter[str]:
    """Fill an empty corpus, and an empty web corpus if there is one, in flat memory. Counts what was stored."""
    counts: Counter[str] = Counter()
    with temporary_database("row (title TEXT, data TEXT)", "passage (url TEXT, title TEXT, text TEXT)") as kept:
        for path in paths:
            _keep(path, kept, report, with_texts=web is not None)
        for some in batched(_articles(kept), PAGES):
            save_pages(corpus, [record for record, _ in some])
            save_rows_of(corpus, {record.page.title: rows_of(citations) for record, citations in some})
            counts.update(pages=len(some), citations=sum(len(citations) for _, citations in some))
        if web is not None:
            for sources in batched(_sources(kept, counts), PAGES):
                counts["sources"] += _save_sources(web, sources)
    return counts


def _keep(path: Path, kept: sqlite3.Connection, report: Report, *, with_texts: bool) -> None:
    """Sort the good rows by article, and their passages by source, in a temporary file."""
    for row in read_rows(path, report):
        try:
            title = normalise_title(row.meta.get("wikipedia_title") or row.data["input"].partition(SEPARATOR)[0])
        except BadTitle:
            title = ""
        if not 0 < len(title) <= TITLE_LENGTH:
            report(Problem(path.name, row.number, "meta.wikipedia_title", "is no title of a page"))
            continue
        if not _cited(row.data)[0][-1]:
            report(Problem(path.name, row.number, "input", f"has no text beside {MARK}"))
            continue
        kept.execute("INSERT INTO row VALUES (?, ?)", (title, json.dumps(row.data)))
        for passage in (one for output in row.data["output"] for one in output["provenance"]):
            if with_texts and _clean(passage.get("text") or ""):
                values = (passage["url"].strip(), _clean(passage.get("title") or ""), _clean(passage["text"]))
                kept.execute("INSERT INTO passage VALUES (?, ?, ?)", values)


def _articles(kept: sqlite3.Connection) -> Iterator[tuple[PageRecord, list[Citation]]]:
    found = kept.execute("SELECT title, data FROM row ORDER BY title, rowid")
    for title, rows in groupby(found, key=lambda row: str(row[0])):
        yield _article(title, sorted((json.loads(data) for _, data in rows), key=_order))


def _order(data: dict[str, Any]) -> tuple[int, int, int]:
    """The paragraph, and the place in it."""
    paragraph = (data.get("meta") or {}).get("cit_paragraph_id")
    sentences, offset = _cited(data)
    return _LAST if paragraph is None else paragraph, len(sentences), offset


def _article(title: str, rows: list[dict[str, Any]]) -> tuple[PageRecord, list[Citation]]:
    """The page of an article's rows, in the order of their paragraphs, and their citations."""
    elements: list[Element] = []
    begins: list[str] = []
    citations: list[Citation] = []
    written: tuple[str, ...] = ()
    sections = sentences = 0
    for section, paragraph in _paragraphs(rows):
        for level, heading in enumerate(section, 1):
            if section[:level] != written[:level] or (level == len(section) < len(written)):
                elements.append(Section(local_id(ElementKind.SECTION, sections), heading, level + 1))
                sections += 1
        written = section
        longest = max((_cited(row)[0] for row in paragraph), key=len)
        begins.append(local_id(ElementKind.SENTENCE, sentences))
        for row in paragraph:
            before, offset = _cited(row)
            element = local_id(ElementKind.SENTENCE, sentences + len(before) - 1)
            for source, tags in _sources_of(row):
                citations.append(Citation(len(citations), element, offset, before[-1], section, source, tags=tags))
        elements += [Sentence(local_id(ElementKind.SENTENCE, sentences + at), one) for at, one in enumerate(longest)]
        sentences += len(longest)
    metas = [row.get("meta") or {} for row in rows]
    featured = (FEATURED,) if any(meta.get("featured") for meta in metas) else ()
    layout = Layout(paragraphs=tuple(begins), categories=tuple(dict.fromkeys((*featured, *_categories(metas)))))
    return PageRecord(Page(title, tuple(elements)), layout=layout), citations


def _paragraphs(rows: Iterable[dict[str, Any]]) -> Iterator[tuple[tuple[str, ...], list[dict[str, Any]]]]:
    """Rows of one paragraph together, with their section: the sentences of each begin those of the longest."""
    paragraph: list[dict[str, Any]] = []
    for row in rows:
        if paragraph and (_section(row) != _section(paragraph[0]) or not _is_same_paragraph(row, paragraph[-1])):
            yield _section(paragraph[0]), paragraph
            paragraph = []
        paragraph.append(row)
    if paragraph:
        yield _section(paragraph[0]), paragraph


def _is_same_paragraph(row: dict[str, Any], before: dict[str, Any]) -> bool:
    longer, shorter = _cited(row)[0], _cited(before)[0]
    return _order(row)[0] == _order(before)[0] and longer[: len(shorter)] == shorter


def _section(row: dict[str, Any]) -> tuple[str, ...]:
    parts = row["input"].split(SEPARATOR)
    said = (row.get("meta") or {}).get("wikipedia_section") or (parts[1] if len(parts) > 2 else "")
    return tuple(filter(None, map(_clean, headings(said))))


def _cited(row: dict[str, Any]) -> Cited:
    """The paragraph up to the claim, from `meta.sentences`, or from `input` where that has no mark."""
    sentences = (row.get("meta") or {}).get("sentences") or [""]
    start, mark, rest = sentences[-1].partition(MARK)
    if not mark:
        claim = claim_of(row["input"])
        sentences, start, rest = [*claim.before, ""], claim.cited, ""
    before, start = [text for one in sentences[:-1] if (text := _clean(one))], _clean(start)
    return [*before, _clean(f"{start} {rest}" if rest[:1].isspace() else start + rest)], len(start)


def _sources_of(row: dict[str, Any]) -> Iterator[tuple[Source | None, tuple[Tag, ...]]]:
    for output in row["output"]:
        first = output["provenance"][0] if output["provenance"] else {}
        failed = is_failed(output["answer"])
        url = first.get("url", "") if failed else output["answer"]
        source = Source(url=url.strip(), title=first.get("title") or "")
        yield source if source.url else None, (Tag.FAILED_VERIFICATION,) if failed else ()


def _categories(metas: Iterable[dict[str, Any]]) -> Iterator[str]:
    for meta in metas:
        said = meta.get("categories") or []
        yield from (
            one.strip() for one in (said.split(",") if isinstance(said, str) else map(str, said)) if one.strip()
        )


def _sources(kept: sqlite3.Connection, counts: Counter[str]) -> Iterator[tuple[Imported, Page]]:
    """The pages of the sources; addresses that are not of the web are counted and left out."""
    found = kept.execute("SELECT url, title, text FROM passage ORDER BY url, rowid")
    for url, rows in groupby(found, key=lambda row: str(row[0])):
        passages = list(rows)
        texts = tuple(dict.fromkeys(text for _, _, text in passages))
        address = url if "://" in url else f"http://{url.removeprefix('//')}"
        try:
            built = build_web_page(WebRecord(address, "WAFER", sentences=texts, title=passages[0][1]))
        except UnreadablePage:
            built = None
        if built is None:
            counts["bad addresses"] += 1
        else:
            yield Imported(built.page.title, "", "", layout=built.layout, web=built.facts), built.page


def _save_sources(web: Corpus, sources: Sequence[tuple[Imported, Page]]) -> int:
    """Store those whose address is not there yet."""
    pages = {outcome.title: page for outcome, page in sources}
    new = [one for one in first_of_each_address(web, [each for each, _ in sources]) if isinstance(one, Imported)]
    save_pages(web, [PageRecord(pages[one.title], layout=one.layout) for one in new])
    save_web_pages(web, new)
    return len(new)


def _clean(text: str) -> str:
    """Text as a page has it: NFD, single spaces, nothing that reads as a link."""
    plain = unicodedata.normalize("NFD", storable(text)).replace("[[", "[").replace("]]", "]")
    return " ".join(plain.split())
