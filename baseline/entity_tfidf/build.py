"""Build an index of introductions: shards of pages first, which survive an interruption, then one merge.

Memory: the postings of one shard, or of one block of buckets; 128 MB of bucket starts; 40 bytes a page.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.lib.format import write_array_header_1_0
from numpy.typing import NDArray

from baseline.entity_tfidf.index import NoIntroductions
from baseline.entity_tfidf.ngrams import BUCKETS, hashed_counts, idf
from corpus.batching import batched

SHARD = 20_000  # pages; about 2 million postings
BLOCK = 2**16  # buckets that are merged at once
SHARD_ARRAYS = ("buckets", "rows", "counts")

Row = tuple[int, str, str]  # key, ascending; title; introduction
RowsAfter = Callable[[int], Iterable[Row]]
Progress = Callable[[int], None]  # pages that are done


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished shard: its folder, its pages and their postings, and the key of its last page."""

    folder: Path
    pages: int
    postings: int
    last_key: int


def write_shards(folder: Path, rows_after: RowsAfter, progress: Progress = lambda done: None) -> list[Shard]:
    """Write what is missing of the shards of all rows, in the order of their keys. Doing it twice changes nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    shards = finished_shards(folder)
    done = sum(shard.pages for shard in shards)
    for rows in batched(rows_after(shards[-1].last_key if shards else 0), SHARD):
        shards.append(_write_shard(folder, len(shards), done, rows))
        done += len(rows)
        progress(done)
    return shards


def finished_shards(folder: Path) -> list[Shard]:
    """The shards that an interrupted build left, in order."""
    found = []
    for each in sorted(folder.glob("shard-*")):
        known = json.loads((each / "shard.json").read_text(encoding="utf-8"))
        found.append(Shard(each, known["pages"], known["postings"], known["last_key"]))
    return found


def _write_shard(folder: Path, number: int, first_row: int, rows: Sequence[Row]) -> Shard:
    counts = hashed_counts(text for _, _, text in rows).tocoo()
    order = np.lexsort((counts.row, counts.col))
    shard = Shard(folder / f"shard-{number:05}", len(rows), len(order), rows[-1][0])
    unfinished = folder / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    np.save(unfinished / "buckets.npy", counts.col[order].astype(np.int32))
    np.save(unfinished / "rows.npy", (counts.row[order] + first_row).astype(np.int32))
    np.save(unfinished / "counts.npy", np.minimum(counts.data[order], np.iinfo(np.uint16).max).astype(np.uint16))
    titles = [title.encode() for _, title, _ in rows]
    (unfinished / "titles.bin").write_bytes(b"".join(titles))
    np.save(unfinished / "title_lengths.npy", np.array([len(title) for title in titles], dtype=np.int64))
    known = {"pages": shard.pages, "postings": shard.postings, "last_key": shard.last_key}
    (unfinished / "shard.json").write_text(json.dumps(known), encoding="utf-8")
    os.rename(unfinished, shard.folder)
    return shard


def merge(shards: Sequence[Shard], folder: Path) -> int:
    """Write the index of these shards into a new folder (see `index.py`); return the number of postings.

    Raises NoIntroductions where there is none.
    """
    pages = sum(shard.pages for shard in shards)
    total = sum(shard.postings for shard in shards)
    if not total:
        raise NoIntroductions("No page has a word before its first heading: there are no introductions to index.")
    folder.mkdir(parents=True)
    starts = np.zeros(BUCKETS + 1, dtype=np.int64)  # frequencies at first, summed up in place
    squares, sizes = np.zeros(pages), np.zeros(pages)
    with (
        _array_file(folder / "rows.npy", "<i4", total) as rows,
        _array_file(folder / "counts.npy", "<u2", total) as times,
    ):
        for first, (buckets, its_rows, its_counts) in _blocks(shards):
            having = np.bincount(buckets - first, minlength=BLOCK)
            starts[first + 1 : first + 1 + BLOCK] = having
            weights = np.log1p(its_counts.astype(np.float64)) * idf(pages, having)[buckets - first]
            squares += np.bincount(its_rows, weights**2, minlength=pages)
            sizes += np.bincount(its_rows, its_counts, minlength=pages)
            its_rows.astype("<i4").tofile(rows)
            its_counts.astype("<u2").tofile(times)
    np.save(folder / "starts.npy", np.cumsum(starts, out=starts))
    np.save(folder / "lengths.npy", np.sqrt(squares).astype(np.float32))
    np.save(folder / "sizes.npy", sizes.astype(np.int64))
    _merge_titles(shards, folder)
    return total


def _array_file(path: Path, kind: str, length: int) -> BinaryIO:
    """A new .npy file of one dimension whose values are still to be appended."""
    file = path.open("wb")
    write_array_header_1_0(file, {"descr": kind, "fortran_order": False, "shape": (length,)})
    return file


def _blocks(shards: Sequence[Shard]) -> Iterator[tuple[int, Sequence[NDArray[np.int64]]]]:
    """Yield (first bucket, (buckets, rows, counts) by bucket, then row) for every block that has postings."""
    edges = np.arange(0, BUCKETS + 1, BLOCK)
    shards = [shard for shard in shards if shard.postings]
    cuts = [np.searchsorted(_array(shard, "buckets"), edges) for shard in shards]
    for place, first in enumerate(edges[:-1].tolist()):
        parts = [
            [_array(shard, name)[cut[place] : cut[place + 1]] for name in SHARD_ARRAYS]
            for shard, cut in zip(shards, cuts, strict=True)
            if cut[place] < cut[place + 1]
        ]
        if parts:
            block = [np.concatenate(arrays).astype(np.int64) for arrays in zip(*parts, strict=True)]
            order = np.argsort(block[0], kind="stable")  # shards come in the order of their rows
            yield first, [array[order] for array in block]


def _merge_titles(shards: Sequence[Shard], folder: Path) -> None:
    with (folder / "titles.bin").open("wb") as titles:
        for shard in shards:
            titles.write((shard.folder / "titles.bin").read_bytes())
    lengths = [np.zeros(0, np.int64), *(np.load(shard.folder / "title_lengths.npy") for shard in shards)]
    np.save(folder / "title_ends.npy", np.cumsum(np.concatenate(lengths)))


def _array(shard: Shard, name: str) -> NDArray[np.int64]:
    """An array of a shard, mapped into memory; opened anew each time, so that few files are open at once."""
    array: NDArray[np.int64] = np.load(shard.folder / f"{name}.npy", mmap_mode="r")
    return array
