"""Real claims of FEVEROUS' dev set and the pages to look for their evidence in.

The small pool are the claims' own gold sentences, as pages of those sentences; the padded pool has 20 random sentences
on each of these pages. The large pool has distractors beside them: the sentences of the shared English articles and of
OTT-QA's passages. They become corpora in a database of the benchmark's own, with the index that people search.
"""

from __future__ import annotations

import json
import random
import tarfile
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

from benchmarks.search.wiki import SHARED, shared_wiki
from corpus.models import Corpus
from corpus.page.element_id import BadTitle, normalise_title
from corpus.page.elements import Page, Sentence
from corpus.page.elements import sentences as sentences_of
from corpus.page.page_json import page_from_json
from corpus.sentences import split_sentences
from corpus.store import PageRecord, save_pages

SMALL, LARGE, PADDED = "claims-small", "claims-large", "claims-padded"
SHORTEST_PADDING = 30  # characters
PADDING = 20  # random sentences on each gold page of the padded pool


POOLS = (SMALL, LARGE, PADDED)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim with the full ids of its gold sentences, and their pages."""

    number: int
    text: str
    label: str
    sentences: frozenset[str]
    pages: frozenset[str]

    @property
    def is_for_tuning(self) -> bool:
        """One half is looked at while choosing numbers, the other is reported: by page, so that none is in both."""
        return sum(min(self.pages).encode()) % 2 == 0


def read_claims() -> tuple[list[Claim], list[Page]]:
    """The claims, and the pages made of their gold sentences, links and all."""
    rows = []
    texts: dict[str, dict[str, None]] = {}
    with (SHARED / "feverous" / "sentence_claims_dev.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            pairs = [piece.split("\t", 1) for piece in row["evidence"].split("\n") if "\t" in piece]
            gold = [(normalise_title(title), _nfd(text)) for title, text in pairs]
            for title, text in gold:
                texts.setdefault(title, {})[text] = None
            rows.append((row, gold))
    ids = {(title, text): f"{title}_sentence_{i}" for title, of_page in texts.items() for i, text in enumerate(of_page)}
    claims = [
        Claim(
            number=row["id"],
            text=row["claim"],
            label=row["label"].upper(),
            sentences=frozenset(ids[piece] for piece in gold),
            pages=frozenset(title for title, _ in gold),
        )
        for row, gold in rows
    ]
    return claims, [_page(title, of_page) for title, of_page in texts.items()]


def distractors(folder: Path, taken: Iterable[str]) -> Iterator[Page]:
    """Pages of the sentences of the shared articles and of OTT-QA's passages, but for those titles that are taken."""
    seen = set(taken)
    for title, texts in (*_articles(folder), *_passages()):
        if title not in seen and texts:
            seen.add(title)
            yield _page(title, texts)


def padded(pages: Iterable[Page]) -> list[Page]:
    """Each page with 20 random sentences of OTT-QA's passages after its own, so that it is as long as real ones."""
    texts = [text for _title, some in islice(_passages(), 20_000) for text in some if len(text) > SHORTEST_PADDING]
    rng = random.Random(20)
    return [
        _page(page.title, [*(one.text for one in sentences_of(page)), *rng.sample(texts, PADDING)]) for page in pages
    ]


def prepare(folder: Path, pools: Iterable[str] = (SMALL, LARGE)) -> dict[str, Corpus]:
    """The corpora with their search indexes, made unless they are there."""
    from django.core.management import call_command

    from search.indexing.build import build_index

    call_command("migrate", verbosity=0)
    _, gold = read_claims()
    made = {}
    for slug in pools:
        corpus = Corpus.objects.filter(slug=slug).first()
        if corpus is None:
            corpus = Corpus.objects.create(slug=slug, name=slug, source="FEVEROUS dev sentences")
            others = distractors(folder, (page.title for page in gold)) if slug == LARGE else ()
            pages = padded(gold) if slug == PADDED else [*gold, *others]
            save_pages(corpus, (PageRecord(page) for page in pages))
            print(f"{slug}: {len(pages):,} pages, {sum(len(page.elements) for page in pages):,} sentences", flush=True)
        build_index(corpus)
        made[slug] = corpus
    return made


def _articles(folder: Path) -> Iterator[tuple[str, list[str]]]:
    for title, data in sorted(shared_wiki(folder).pages.items()):
        yield title, [sentence.text for sentence in sentences_of(page_from_json(json.loads(data)))]


def _passages() -> Iterator[tuple[str, list[str]]]:
    with tarfile.open(SHARED / "tables" / "ottqa" / "dev_request_tok.tar.xz", "r|xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            for address, text in (json.load(file) if file else {}).items():
                try:
                    title = normalise_title(unquote(address.removeprefix("/wiki/")))
                except BadTitle:
                    continue
                yield title, split_sentences(_nfd(text))


def _page(title: str, texts: Iterable[str]) -> Page:
    return Page(title, tuple(Sentence(f"sentence_{i}", text) for i, text in enumerate(texts)))


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text).strip()
