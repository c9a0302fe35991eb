"""Write the files of an embedded index into a folder that is not active yet."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path

import tantivy

from search.backend import Entry
from search.embedded import dictionary
from search.embedded.schema import KEY, schema
from search.stemming import analyzer

# Bytes a thread of the writer fills before it starts a new segment. With half of them most go to the tables that every
# field begins with: a segment then holds a few dozen pages, and merging them takes three times as long as all else.
HEAP = 30_000_000
CORES_A_THREAD = 8  # one thread keeps up with as many processes that read pages
MOST_THREADS = 4


def write(target: Path, entries: Iterable[Entry], gone: Collection[str] | None = None) -> int:
    """Write a new index or, with the titles that are `gone`, update a copied one (see SearchBackend.update).

    Return its number of documents.
    """
    is_new = gone is None
    index = tantivy.Index(schema(), str(target)) if is_new else tantivy.Index.open(str(target))
    index.register_tokenizer("folded", analyzer)
    threads = _threads()
    writer = index.writer(HEAP * threads, threads)
    try:
        for title in gone or ():
            writer.delete_documents_by_term(KEY, title)
        for entry in entries:
            if not is_new:
                writer.delete_documents_by_term(KEY, entry.title)
            writer.add_json(entry.text.decode())
        writer.commit()
    finally:
        writer.wait_merging_threads()  # without it they would go on writing into a folder that is being removed
    index.reload()
    searcher = index.searcher()
    dictionary.write(searcher, target)
    return searcher.num_docs


def _threads() -> int:
    return min(max((os.cpu_count() or 1) // CORES_A_THREAD, 1), MOST_THREADS)
