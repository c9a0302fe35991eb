"""Pages of claims among 100,000 pages of real size: how many are found, beside other retrievers, and the time it takes.

The claims are FEVEROUS' dev claims (`pool.py`), whose pages have their gold sentences and then as much as real ones;
those of `../shared/data/feverous_shaped`, whose pages are whole; and those of `hard_names.py`. Beside them stand the
other shared pages, and pages that look like Wikipedia's (`wiki_like.py`). The other retrievers rank whole pages, title
and text; those that are not installed are left out.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from baseline.database_source import StoredPages
from baseline.pipeline import Pipeline
from baseline.words import claim_words
from benchmarks.baseline import hard_names
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.pool import read_claims
from benchmarks.baseline.wiki_like import made_pages, page_of, read_material
from benchmarks.search.wiki import SHARED, shared_wiki
from corpus.models import Corpus
from corpus.page.element_id import parse
from corpus.page.elements import Page, RedirectRecord
from corpus.page.elements import sentences as sentences_of
from corpus.page.links import plain_text
from corpus.page.page_json import page_from_json
from corpus.store import PageRecord, save_pages, save_redirects
from search.embedded import generations
from search.embedded.engine import EmbeddedIndex
from search.embedded.schema import PAGE

KEPT = 10  # titles of an answer
DEPTHS = (1, 2, 3, 5)
Retrieve = Callable[[str], Sequence[str]]


def main(folder: Path, pages: int, count: int) -> None:
    """Print shares of claims all of whose pages are found, differences with a paired interval, and times."""
    corpus = prepare(folder, pages)
    sets = {"FEVEROUS dev": _dev_claims(), "feverous_shaped": _shaped_claims()}
    names = hard_names.name_claims()
    print(f"{pages:,} pages, load {os.getloadavg()[0]:.1f}")
    hits: dict[tuple[str, str], dict[str, list[list[float]]]] = {}
    for name, make in (("Attest", attest), ("tantivy, stemmed", tantivy_pages), ("bm25s, stemmed", bm25s)):
        try:
            retrieve = lru_cache(None)(make(corpus))
        except ImportError as error:
            print(f"{name:20} not installed: {error}")
            continue
        for label, halves in sets.items():
            for half, claims in halves.items():
                hits.setdefault((label, half), {})[name] = report(name, f"{label}, {half}", claims, retrieve)
        found = hard_names.report(name, names, retrieve)
        hits.setdefault(("names", "reported"), {})[name] = [
            pair for one, pair in zip(names, found, strict=True) if not one.is_for_tuning
        ]
    for (label, half), others in hits.items():
        if half != "tuned":
            compare(f"{label}, {half}", others, (1, 5) if label == "names" else DEPTHS)
    speed(corpus, count)


def report(name: str, label: str, claims: Sequence[tuple[str, Set[str]]], retrieve: Retrieve) -> list[list[float]]:
    """Print a line of shares. Returns the hits of each claim at each depth."""
    started = time.process_time()
    found = [retrieve(claim) for claim, _ in claims]
    took = 1000 * (time.process_time() - started) / len(claims)
    hits = [[float(pages <= {*titles[:k]}) for k in DEPTHS] for (_, pages), titles in zip(claims, found, strict=True)]
    shown = " ".join(f"{100 * sum(column) / len(claims):5.1f}" for column in zip(*hits, strict=True))
    print(f"{name:20} {label:26} {len(claims):5} @1 2 3 5: {shown}  {took:6.1f} CPU ms", flush=True)
    return hits


def compare(label: str, hits: Mapping[str, list[list[float]]], depths: Sequence[int]) -> None:
    """Print what Attest has more than each of the others, with a paired interval."""
    for name, other in hits.items():
        if name == "Attest":
            continue
        shown = []
        for at, k in enumerate(depths):
            first, second = ([row[at] for row in rows] for rows in (other, hits["Attest"]))
            shown.append(
                "@{} {:+.1f} ({:+.1f} to {:+.1f})".format(k, *(100 * x for x in mean_difference(first, second)))
            )
        print(f"{label}: Attest over {name}: {', '.join(shown)}", flush=True)


def speed(corpus: Corpus, count: int) -> None:
    """Print the time from a claim to suggestions, nothing of its pages in memory, and in batch."""
    asked = [claim for claims in _dev_claims().values() for claim, _ in claims]
    asked = random.Random(2).sample(asked, count)
    source = StoredPages(corpus)
    pipeline = Pipeline(source)
    for claim in asked[:5]:
        pipeline.find(claim)
    clock, processor = [], []
    for claim in asked[5:]:
        source.forget()
        pipeline.passages_of.cache_clear()
        pipeline.holders_of.cache_clear()
        started = time.perf_counter(), time.process_time()
        pipeline.find(claim)
        clock.append(1000 * (time.perf_counter() - started[0]))
        processor.append(1000 * (time.process_time() - started[1]))
    print(f"{len(clock)} claims, load {os.getloadavg()[0]:.1f}; ms from claim to suggestions")
    for name, times in (("processor", processor), ("clock", clock)):
        times.sort()
        shown = (times[len(times) // 2], times[int(0.95 * len(times))], times[-1])
        print(f"{name:10} p50 {shown[0]:6.1f}  p95 {shown[1]:6.1f}  max {shown[2]:6.1f}")
    started_at = time.process_time()
    for claim in asked:
        pipeline.find(claim)
    print(f"in batch: {60 * len(asked) / (time.process_time() - started_at):.0f} claims a minute of processor time")


def attest(corpus: Corpus) -> Retrieve:
    """Stage 1 as it is configured."""
    pipeline = Pipeline(StoredPages(corpus))
    return lambda claim: [page.title for page in pipeline.retriever.pages(claim_words(claim))[:KEPT]]


def tantivy_pages(corpus: Corpus) -> Retrieve:
    """Bare tantivy: BM25 over title and text with its English stemmer, any word."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("title", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("text", tokenizer_name="en_stem")
    index = tantivy.Index(builder.build())
    writer = index.writer(100_000_000, 1)
    for title, text in _texts(corpus):
        writer.add_document(tantivy.Document(title=title, text=f"{title} {text}"))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def ranked(claim: str) -> list[str]:
        query = index.parse_query(" ".join(re.findall(r"\w+", claim)).lower(), ["text"])
        return [searcher.doc(at)["title"][0] for _, at in searcher.search(query, KEPT).hits]

    return ranked


def bm25s(corpus: Corpus) -> Retrieve:
    """bm25s over title and text, stemmed, without stop words."""
    import bm25s  # type: ignore[import-not-found, unused-ignore]
    import Stemmer  # type: ignore[import-not-found, unused-ignore]

    stemmer = Stemmer.Stemmer("english")
    titles: list[str] = []
    texts: list[str] = []
    for title, text in _texts(corpus):
        titles.append(title)
        texts.append(f"{title} {text}")
    index = bm25s.BM25()
    index.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def ranked(claim: str) -> list[str]:
        tokens = bm25s.tokenize(claim, stopwords="en", stemmer=stemmer, show_progress=False)
        return [titles[int(i)] for i in index.retrieve(tokens, k=KEPT, show_progress=False)[0][0]]

    return ranked


def _texts(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Title and plain text of every page, as the index has them: they need not be parsed again."""
    import tantivy

    root = EmbeddedIndex(Path(settings.ATTEST_DATA_DIR) / "index", corpus.slug).root
    searcher = tantivy.Index.open(str(generations.folder(root, generations.current(root) or 0))).searcher()
    for _, address in searcher.search(tantivy.Query.all_query(), searcher.num_docs, count=False).hits:
        title, _, passages, _ = json.loads(searcher.doc(address)[PAGE][0])
        yield title, " ".join(text for _, text, _ in passages)


def _dev_claims() -> dict[str, list[tuple[str, Set[str]]]]:
    claims, _ = read_claims()
    return {
        half: [(one.text, one.pages) for one in claims if one.is_for_tuning is part]
        for half, part in (("tuned", True), ("reported", False))
    }


def _shaped_claims() -> dict[str, list[tuple[str, Set[str]]]]:
    """All: no number was chosen on them here."""
    with (SHARED / "feverous_shaped" / "claims.jsonl").open(encoding="utf-8") as lines:
        rows = [*map(json.loads, lines)]
    return {"all": [(row["claim"], {parse(element).page for element in row["elements"]}) for row in rows]}


def prepare(folder: Path, count: int) -> Corpus:
    """The corpus of so many pages with its search index, made unless it is there."""
    from django.core.management import call_command

    from search.indexing.build import build_index

    call_command("migrate", verbosity=0)
    slug = f"real-sized-{count}"
    corpus = Corpus.objects.filter(slug=slug).first()
    if corpus is None:
        corpus = Corpus.objects.create(slug=slug, name=slug, source="shared pages, and pages made of them")
        save_pages(corpus, (PageRecord(page) for page in _pages(folder, count)))
        redirects = shared_wiki(folder).redirects.items()
        save_redirects(corpus, (RedirectRecord(name, target, "") for name, target in redirects))
    build_index(corpus)
    return corpus


def _pages(folder: Path, count: int) -> Iterator[Page]:
    """The claims' pages, the shared ones, and made ones. Gold sentences lose their links, which lead to one another.

    So no anchor or count of links gives a gold page away.
    """
    material = read_material(folder)
    taken = set()
    for gold in read_claims()[1]:
        taken.add(gold.title)
        yield page_of(gold.title, material, tuple(plain_text(one.text) for one in sentences_of(gold)))
    for title, data in sorted(shared_wiki(folder).pages.items()):
        if title not in taken:
            taken.add(title)
            yield page_from_json(json.loads(data))
    yield from made_pages(count - len(taken), taken, folder)
