"""WiCE's cited pages, alone and among others, as web corpora that people search, in a database of the benchmark's own.

The large pool has beside the 349 pages 20,000 passages of about 100 words, each a page of its own: of the pages that
WiCE's training claims and those of `../shared/data/side` cite, of the shared wikitext articles and the shared English
dump, answers of AVeriTeC's training claims, and introductions of OTT-QA, in this order until there are 20,000; and the
400 shared rendered pages whole.
"""

from __future__ import annotations

import json
import lzma
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from django.db import transaction

from baseline.citations.claim import Claim
from corpus.importing.outcomes import Imported, outcome_of
from corpus.models import Corpus, CorpusKind
from corpus.page.elements import Page, sentences
from corpus.page.page_json import page_from_json, page_to_json
from corpus.snapshot.web_pages import save_web_pages
from corpus.sources import read_source
from corpus.store import PageRecord, save_pages
from corpus.web.addresses import page_key
from corpus.web.build import build_web_page
from corpus.web.passages import passages
from corpus.web.record import WebRecord

SMALL, LARGE = "wice-pages", "wice-among-others"
OTHERS = 20_000  # passages of the large pool that are pages of their own
TITLE, MADE_AT = "(meta data) TITLE: ", "(meta data) PUBLISHED DATETIME: "
RENDERED = "html/wikipages_400.tar.xz"
ARTICLES = (
    "wikitext/articles.jsonl.xz",
    "wikitext/dumps/enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2",
)


@dataclass(frozen=True, slots=True)
class WiceClaim:
    """A claim of WiCE, the page that it cites, and whether people found it supported there."""

    claim: Claim
    url: str
    label: str

    @property
    def key(self) -> str:
        """What stands for the address of the page that it cites."""
        return page_key(self.url)

    @property
    def is_for_tuning(self) -> bool:
        """One half is looked at while choosing numbers, the other is reported: by article, so that none is in both."""
        return sum(self.claim.title.encode()) % 2 == 0


def read_claims(shared: Path) -> list[WiceClaim]:
    """The claims of WiCE's dev set, in order."""
    found = []
    for row in _rows(shared / "wice" / "dev.jsonl.xz"):
        meta = row["meta"]
        sections = tuple(part.strip(" .") for part in meta["claim_section"].split(".:"))
        before = tuple(meta["claim_context"].rpartition("\n")[2].split(". "))
        claim = Claim(meta["claim_title"], row["claim"], len(row["claim"]), sections, before)
        found.append(WiceClaim(claim, _cited(row, "wice").url, row["label"]))
    return found


def prepare(shared: Path, slug: str) -> Corpus:
    """The corpus with its search index, made unless it is there."""
    from django.core.management import call_command

    from search.indexing.build import build_index

    call_command("migrate", verbosity=0)
    corpus = Corpus.objects.filter(slug=slug).first() or _made(shared, slug)
    build_index(corpus)
    return corpus


@transaction.atomic  # what was interrupted is not taken for the pool later
def _made(shared: Path, slug: str) -> Corpus:
    corpus = Corpus.objects.create(slug=slug, name=slug, source="WiCE dev", kind=CorpusKind.WEB)
    save_records(corpus, (_record(_cited(row, "wice")) for row in _rows(shared / "wice" / "dev.jsonl.xz")))
    if slug == LARGE:
        save_records(corpus, islice(_others(shared), OTHERS))
        save_records(corpus, (_whole(*each) for each in enumerate(_pages(shared / RENDERED))))
    return corpus


def save_records(corpus: Corpus, records: Iterable[WebRecord]) -> None:
    """Store web pages as an import does, those of an address that is there already left out."""
    seen: set[str] = set()
    outcomes = []
    for record in records:
        built = build_web_page(record)
        if built is None or built.page.title in seen:
            continue
        seen.add(built.page.title)
        data = json.dumps(page_to_json(built.page))
        outcomes.append(
            (PageRecord(built.page, layout=built.layout), Imported(built.page.title, data, "", web=built.facts))
        )
    save_pages(corpus, [page for page, _ in outcomes])
    save_web_pages(corpus, [outcome for _, outcome in outcomes])


@dataclass(frozen=True, slots=True)
class _Cited:
    url: str
    title: str
    published: str
    sentences: tuple[str, ...]


def _cited(row: Mapping[str, Any], site: str) -> _Cited:
    """The page that a row of WiCE cites; its address is made of the row's id."""
    texts = [*row["evidence"]]
    title = next((text.removeprefix(TITLE) for text in texts[:3] if text.startswith(TITLE)), "")
    published = next((text.removeprefix(MADE_AT) for text in texts[:3] if text.startswith(MADE_AT)), "")
    kept = tuple(text for text in texts if not text.startswith("(meta data) "))
    return _Cited(f"https://{row['meta']['id']}.{site}.example/", title, published[:10], kept)


def _record(page: _Cited) -> WebRecord:
    return WebRecord(page.url, "wice", sentences=page.sentences, title=page.title, published=page.published)


def _others(shared: Path) -> Iterator[WebRecord]:
    """Passages as pages of their own, with the title of the page that they are from."""
    seen: set[tuple[str, ...]] = set()
    for number, (title, texts) in enumerate(_other_pages(shared)):
        if texts in seen:
            continue
        seen.add(texts)
        for place, passage in enumerate(passages(texts, "en")):
            yield WebRecord(f"https://page{number}.other.example/{place}", "other", sentences=(passage,), title=title)


def _other_pages(shared: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for row in _rows(shared / "side" / "wice_train_spans.jsonl.xz"):
        page = _cited(row, "train")
        yield page.title, page.sentences
    for row in _rows(shared / "side" / "citations.jsonl.xz"):
        yield row["source_text"][:80], (row["source_text"],)
    for file in ARTICLES:
        for article in _pages(shared / file):
            yield article.title, tuple(one.text for one in sentences(article))
    with lzma.open(shared / "averitec" / "train.json.xz", "rt", encoding="utf-8") as answers:
        for claim in json.load(answers):
            for question in claim["questions"]:
                yield from ((question["question"], (one["answer"],)) for one in question["answers"])
    yield from _introductions(shared)


def _introductions(shared: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    with tarfile.open(shared / "tables" / "ottqa" / "dev_request_tok.tar.xz", "r|xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            for address, text in (json.load(file) if file else {}).items():
                yield unquote(address.removeprefix("/wiki/")).replace("_", " "), (text,)


def _whole(number: int, page: Page) -> WebRecord:
    texts = tuple(one.text for one in sentences(page))
    return WebRecord(f"https://page{number}.rendered.example/", "rendered", sentences=texts, title=page.title)


@lru_cache(maxsize=2)
def _pages(path: Path) -> list[Page]:
    outcomes = (outcome_of(record) for record in read_source(path))
    return [page_from_json(json.loads(one.data)) for one in outcomes if isinstance(one, Imported)]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)
