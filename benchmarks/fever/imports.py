"""python -m benchmarks.fever imports [--pages 200000]: what importing FEVER's pages costs, extrapolated to all."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from benchmarks.corpus.one_import import measured
from benchmarks.fever.made_pages import write_pages
from corpus.fever.exporting import Stored, fever_row
from corpus.importing.outcomes import Imported, outcome_of
from corpus.sources import read_source

ALL = 5_416_537  # pages of the released wiki-pages
WANTED = 20_000  # pages a second and core


def run(pages: int) -> None:
    """Print time, memory and size of an import by one worker, and the time of its parts without a database."""
    with tempfile.TemporaryDirectory(prefix="attest-benchmark-") as folder:
        file = Path(folder) / "wiki-001.jsonl"
        write_pages(file, pages)
        size = file.stat().st_size
        _parts(file, min(pages, 20_000))
        found = measured(file, 1, watch=True)
    rate, share = found.pages / found.cpu, ALL / found.pages
    print(
        f"{found.pages:,} pages, {size / 1e6:,.0f} MB: {found.cpu:.1f} s of processor time, {found.wall:.0f} s of clock"
    )
    print(f"{rate:,.0f} pages a second and core (wanted: {WANTED:,}); peak of all processes {found.memory:,.0f} MB")
    print(f"database {found.database / 1e6:,.0f} MB, {found.database / size:.2f} times the file")
    print(
        f"extrapolated to {ALL:,} pages: {ALL / rate / 60:.0f} min of one core, {share * found.database / 1e9:.1f} GB"
    )


def _parts(file: Path, most: int) -> None:
    """Microseconds a page of reading rows, of making pages of them, and of writing them again."""
    rows = [row for row, _ in zip(read_source(file), range(most), strict=False)]
    start = time.process_time()
    for _row, _ in zip(read_source(file), range(most), strict=False):
        pass
    split = time.process_time()
    outcomes = [outcome_of(row) for row in rows]
    made = time.process_time()
    pages = [
        Stored(each.title, each.data, json.loads(json.dumps({"fever": each.layout.fever})))
        for each in outcomes
        if isinstance(each, Imported)
    ]
    before = time.process_time()
    for page in pages:
        fever_row(page)
    after = time.process_time()
    for name, seconds in (("split", split - start), ("row to page", made - split), ("page to row", after - before)):
        print(f"{name}: {seconds / len(pages) * 1e6:.1f} µs a page")
