"""How long suggestions and searches take at 100,000 and 1,000,000 documents, beside bare tantivy and SQLite FTS5.

Documents are made of real sentences, put together anew; titles of the words of real titles. Times are processor time of
this process, in milliseconds, since the machine is shared; answers come from a warm cache.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import tantivy

from benchmarks.search.wiki import sentences, shared_wiki
from search.api import search_in
from search.documents import IndexDocument, Passage
from search.embedded.engine import EmbeddedIndex
from search.folding import fold
from search.query.ast import STOP_WORDS

QUERIES = 300
SENTENCES = 6  # of a document, on average: 880 characters
HITS = 10


def main(folder: Path, count: int, *, keep: bool = False) -> None:
    """Build, measure and print everything for so many documents; `keep` measures an index that is there already."""
    place = folder / f"speed-{count}"
    if not keep:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
    pages = shared_wiki(folder).documents()
    pool = sorted({*sentences(pages)})
    names = [page.title for page in pages]
    asked = queries(pool)
    print(f"{count:,} documents; {QUERIES} queries of 2 to 5 words; {HITS} hits with snippets")
    index = EmbeddedIndex(place / "index", "speed")
    if not keep:
        started = time.monotonic(), time.process_time()
        index.index(map(index.entry, documents(pool, names, count)), 1)
        index.swap(1)
        _built("Attest", started, place / "index" / "speed" / "1", count)
    ours = _timed("Attest: all words", lambda query: search_in(index, query, per_page=HITS), asked)
    _timed("Attest: a phrase", lambda query: search_in(index, f'"{query}"', per_page=HITS), phrases(pool))
    nowhere = [f"{query} {other}" for query, other in zip(asked, asked[1:], strict=False)]
    _timed("Attest: some of the words", lambda query: search_in(index, query, per_page=HITS), nowhere)
    _timed(
        "Attest: a claim, ranked", lambda query: index.retrieve(fold(query).split(), 20), pool[:: len(pool) // QUERIES]
    )
    _timed("Attest: a wildcard", lambda query: search_in(index, f"{query.split()[0][:4]}*", per_page=HITS), asked)
    for letters in (1, 3):
        words = [" ".join(word[:letters] for word in query.split()[1::-1]) for query in asked]
        _timed(f"titles, {letters} of two words", lambda typed: index.titles_with(typed.split(), 30), words)
    _timed("Attest: one typo", lambda query: search_in(index, _typo(query), per_page=HITS), asked[:100])
    started = time.monotonic(), time.process_time()
    bare = bare_tantivy(place / "bare", () if keep else documents(pool, names, count))
    if not keep:
        _built("bare tantivy", started, place / "bare", count)
    theirs = _timed("bare tantivy: all words", bare, asked)
    print(f"Attest / bare tantivy: {ours[0] / theirs[0]:.2f} at the median, {ours[1] / theirs[1]:.2f} at 95 %")
    started = time.monotonic(), time.process_time()
    fts5 = sqlite_fts5(place / "fts5.sqlite3", () if keep else documents(pool, names, count))
    if not keep:
        _built("SQLite FTS5", started, place / "fts5.sqlite3", count)
    full = _timed("SQLite FTS5: all words", fts5, asked)
    print(f"Attest / SQLite FTS5: {ours[0] / full[0]:.2f} at the median, {ours[1] / full[1]:.2f} at 95 %")
    print(_memory(place / "index", asked[:50]), flush=True)
    suggestions(place, index, documents(pool, names, count))


def documents(pool: Sequence[str], names: Sequence[str], count: int) -> Iterator[IndexDocument]:
    """The same documents in every run."""
    chance = random.Random(count)
    words = [name.split() for name in names]
    for number in range(count):
        first, last = chance.choice(words), chance.choice(words)
        title = " ".join([*first[: chance.randint(1, 2)], *last[-chance.randint(1, 2) :]])
        texts = [chance.choice(pool) for _ in range(chance.randint(2, 2 * SENTENCES - 2))]
        passages = [Passage(None if i < 2 else "History", (text,), is_prose=True) for i, text in enumerate(texts)]
        links_in = int(chance.paretovariate(1.0)) - 1
        yield IndexDocument(f"{title} {number}", (), ("History",), tuple(passages), (), (), links_in)


def queries(pool: Sequence[str]) -> list[str]:
    """Two to five words that stand in one sentence."""
    chance = random.Random(2)
    made: list[str] = []
    while len(made) < QUERIES:
        words = [word for word in fold(chance.choice(pool)).split() if word not in STOP_WORDS]
        if len(words) >= 5:
            made.append(" ".join(chance.sample(words, chance.randint(2, 5))))
    return made


def phrases(pool: Sequence[str]) -> list[str]:
    """Three words that follow one another in a sentence."""
    chance = random.Random(4)
    texts = [fold(chance.choice(pool)).split() for _ in range(QUERIES)]
    return [" ".join(words[at : at + 3]) for words in texts for at in [chance.randrange(max(1, len(words) - 3))]]


def bare_tantivy(folder: Path, pages: Iterable[IndexDocument]) -> Callable[[str], object]:
    """tantivy as its documentation uses it: two stored fields, its own stemming, query parser and snippets."""
    folder.mkdir(exist_ok=True)
    builder = tantivy.SchemaBuilder()
    for field in ("title", "body"):
        builder.add_text_field(field, stored=True, tokenizer_name="en_stem")
    schema = builder.build()
    index = tantivy.Index(schema, str(folder))
    writer = index.writer(128_000_000)
    for page in pages:
        body = "\n".join(passage.text for passage in page.passages)
        writer.add_document(tantivy.Document(title=[page.title], body=[body]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def ask(query: str) -> object:
        wanted = index.parse_query(query, ["title", "body"], conjunction_by_default=True)
        generator = tantivy.SnippetGenerator.create(searcher, wanted, schema, "body")
        return [
            generator.snippet_from_doc(searcher.doc(address)).to_html()
            for _score, address in searcher.search(wanted, HITS).hits
        ]

    return ask


def sqlite_fts5(file: Path, pages: Iterable[IndexDocument]) -> Callable[[str], object]:
    """FTS5 with its porter stemmer, bm25 and snippets."""
    database = sqlite3.connect(file)
    database.execute("CREATE VIRTUAL TABLE IF NOT EXISTS page USING fts5(title, body, tokenize = 'porter unicode61')")
    rows = ((page.title, "\n".join(passage.text for passage in page.passages)) for page in pages)
    database.executemany("INSERT INTO page VALUES (?, ?)", rows)
    database.commit()

    def ask(query: str) -> object:
        words = " ".join(f'"{word}"' for word in query.split())
        return database.execute(
            "SELECT title, snippet(page, 1, '[', ']', '…', 40) FROM page WHERE page MATCH ? "
            "ORDER BY bm25(page, 4.0, 1.0) LIMIT ?",
            (words, HITS),
        ).fetchall()

    return ask


def suggestions(place: Path, index: EmbeddedIndex, pages: Iterator[IndexDocument]) -> None:
    """Title keys of the same titles, in SQLite, and beginnings of 1 to 20 letters; mistyped ones ask the index."""
    from django.core.management import call_command
    from django.db import connection

    from corpus.batching import batched
    from corpus.models import Corpus, StoredPage
    from search.models import IndexState, TitleKey
    from search.titles import keys
    from search.titles.key_forms import key_row, page_keys
    from search.titles.suggest import suggest

    call_command("migrate", verbosity=0, interactive=False)
    Corpus.objects.filter(slug="speed").delete()
    corpus = Corpus.objects.create(slug="speed", name="speed")
    seen = 0
    key_rows = []
    chance = random.Random(3)
    titles = []
    for batch in batched(pages, 2_000):
        StoredPage.objects.bulk_create(
            StoredPage(corpus=corpus, title=page.title, data="{}", content_hash="-", size=2) for page in batch
        )
        seen += len(batch)
        key_rows += [key_row(*key) for page in batch for key in page_keys(page.title, page.links_in)]
        titles += [page.title for page in batch if chance.random() < 3_000 / seen]
    started = time.monotonic(), time.process_time()
    keys.add(corpus, 1, key_rows)
    keys.write_crowded(corpus, 1)
    stored = TitleKey.objects.filter(corpus=corpus).count()
    print(f"{'title keys':28} {stored:,} in {time.monotonic() - started[0]:.0f} s")
    made = {"generation": 1, "names": 1, "schema_version": 0, "pages": 0, "built_at": "2026-01-01T00:00Z"}
    IndexState.objects.update_or_create(corpus=corpus, defaults=made)
    connection.close()
    typed = {length: [chance.choice(titles)[:length] for _ in range(QUERIES)] for length in (1, 2, 3, 5, 8, 12, 20)}
    for length, beginnings in typed.items():
        _timed(f"suggestions, {length} letters", lambda typed: suggest(corpus, typed), beginnings)
    everything = [beginning for beginnings in typed.values() for beginning in beginnings]
    _timed("suggestions, all of these", lambda typed: suggest(corpus, typed), everything)
    wrong = [_typo(title[:12]) for title in titles[:100]]
    _timed("near titles (mistyped)", lambda typed: index.near_titles(fold(typed), 10), wrong)


def _timed(name: str, ask: Callable[[str], object], asked: Sequence[str]) -> tuple[float, float]:
    """Print and return the median and the 95th percentile in milliseconds."""
    for query in asked[:20]:
        ask(query)
    times = []
    for query in asked:
        started = time.process_time()
        ask(query)
        times.append(1000 * (time.process_time() - started))
    times.sort()
    middle, slow = times[len(times) // 2], times[int(0.95 * len(times))]
    print(f"{name:28} {middle:7.2f} ms median, {slow:7.2f} ms at 95 %, {times[-1]:7.1f} ms at most", flush=True)
    return middle, slow


def _built(name: str, started: tuple[float, float], place: Path, count: int) -> None:
    seconds, worked = time.monotonic() - started[0], time.process_time() - started[1]
    size = sum(file.stat().st_size for file in ([place] if place.is_file() else place.rglob("*")))
    print(
        f"{name:28} built in {seconds:.0f} s ({worked:.0f} s of processor time), {count / seconds:,.0f} a second, "
        f"{size / 1e6:,.0f} MB",
        flush=True,
    )


def _typo(text: str) -> str:
    return f"{text[:-2]}{text[-1]}{text[-2]}" if len(text) > 3 else text


def _memory(base: Path, asked: Sequence[str]) -> str:
    """A process of its own that opens the index and searches."""
    code = (
        "import os, sys, django; django.setup(); from pathlib import Path\n"
        "from search.embedded.engine import EmbeddedIndex; from search.api import search_in\n"
        "def held():\n"
        "    lines = open('/proc/self/status')\n"
        "    return int(next(line for line in lines if line.startswith('RssAnon')).split()[1]) / 1000\n"
        "before = held(); index = EmbeddedIndex(Path(sys.argv[1]), 'speed')\n"
        "[search_in(index, query) for query in sys.argv[2:]]\n"
        "print(f'memory of a reader, without the mapped files: {held() - before:.0f} MB more than before')\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(base), *asked], capture_output=True, text=True, check=True)
    return done.stdout.strip()
