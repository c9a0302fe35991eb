"""Splits of WAFER rows by article: train, dev, test, and fail-dev and fail-test for failed verification.

No article is in two splits. An article with a failed citation belongs to fail-dev or fail-test, which take its failed
rows alone; its other rows are left out, and so are featured articles beyond the wanted share of dev and test.
Articles are taken in the order of a hash of the seed and the article, whatever the order of the rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from baseline.citations.wafer.rows import Problem, Report, WaferRow, read_rows
from baseline.citations.wafer.temporary import temporary_database
from corpus.exporting import complete_file

TRAIN, DEV, TEST, FAIL_DEV, FAIL_TEST = SPLITS = ("train", "dev", "test", "fail-dev", "fail-test")
LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How many rows a split has at least: below 1 a share of the rows there are, else a number. The rest is train.

    `featured`: share of dev's and test's rows that are of featured articles, which then are in no other split; None:
    as it comes.
    """

    dev: float = 0.1
    test: float = 0.1
    fail_dev: float = 0.5
    fail_test: float = 1.0
    featured: float | None = None
    seed: int = 0


@dataclass(slots=True)
class Counts:
    """A line of the table: rows, articles, and rows of featured articles."""

    rows: int = 0
    articles: int = 0
    featured: int = 0


@dataclass(slots=True)
class Table:
    """Counts by split, and the rows that no split took."""

    splits: dict[str, Counts] = field(default_factory=lambda: {name: Counts() for name in SPLITS})
    left_out: int = 0


def split(path: Path, folder: Path, sizes: Sizes, report: Report) -> Table:
    """Write `SPLIT.jsonl` of each split into the folder, rows as they came and in their order. Reads the file twice."""
    columns = "place BLOB PRIMARY KEY, rows INTEGER, failed INTEGER, featured INTEGER, split TEXT"
    with temporary_database(f"articles ({columns}) WITHOUT ROWID") as database:
        articles = _Articles(database, sizes.seed)
        articles.add(_of_articles(path, read_rows(path, report), report))
        articles.assign(sizes)
        return _write(path, folder, articles)


def _write(path: Path, folder: Path, articles: _Articles) -> Table:
    table = Table()
    with ExitStack() as stack:
        places = {name: stack.enter_context(complete_file(folder / f"{name}.jsonl")) for name in SPLITS}
        files = {name: stack.enter_context(place.open("wb")) for name, place in places.items()}
        for row in _of_articles(path, read_rows(path, _silent), _silent):
            name = articles.split_of(row.article)
            if name not in files or (name in (FAIL_DEV, FAIL_TEST)) != row.has_failed:
                table.left_out += 1
                continue
            files[name].write(row.raw if row.raw.endswith(b"\n") else row.raw + b"\n")
            table.splits[name].rows += 1
            table.splits[name].featured += row.is_featured
    for name, count in articles.counts().items():
        if name in table.splits:
            table.splits[name].articles = count
    return table


def _of_articles(path: Path, rows: Iterable[WaferRow], report: Report) -> Iterator[WaferRow]:
    for row in rows:
        if row.article:
            yield row
        else:
            report(Problem(path.name, row.number, "meta.wikipedia_id", "is missing, and so is the title"))


def _silent(_problem: Problem) -> None:
    """It was reported when the file was read first."""


class _Articles:
    """The articles of a file in a temporary file of SQLite, for flat memory."""

    def __init__(self, table: sqlite3.Connection, seed: int) -> None:
        self._table = table
        self._seed = seed

    def add(self, rows: Iterable[WaferRow]) -> None:
        for row in rows:
            self._table.execute(
                "INSERT INTO articles VALUES (?, 1, ?, ?, NULL) ON CONFLICT (place) DO UPDATE SET rows = rows + 1, "
                "failed = failed + excluded.failed, featured = max(featured, excluded.featured)",
                (self._place(row.article), row.has_failed, row.is_featured),
            )

    def assign(self, sizes: Sizes) -> None:
        """Give each article its split."""
        plain = {DEV: sizes.dev, TEST: sizes.test}
        self._fill("failed > 0", "failed", {FAIL_DEV: sizes.fail_dev, FAIL_TEST: sizes.fail_test}, LEFT_OUT)
        if sizes.featured is None:
            self._fill("failed = 0", "rows", plain, TRAIN)
            return
        wanted = {name: _number(size, self._total("failed = 0", "rows")) for name, size in plain.items()}
        featured = {name: round(number * sizes.featured) for name, number in wanted.items()}
        self._fill("failed = 0 AND featured", "rows", featured, LEFT_OUT)
        others = {name: number - featured[name] for name, number in wanted.items()}
        self._fill("failed = 0 AND NOT featured", "rows", others, TRAIN)

    def split_of(self, article: str) -> str:
        found = self._table.execute("SELECT split FROM articles WHERE place = ?", (self._place(article),)).fetchone()
        return str(found[0])

    def counts(self) -> Mapping[str, int]:
        return dict(self._table.execute("SELECT split, count(*) FROM articles GROUP BY split"))

    def _fill(self, pool: str, unit: str, wanted: Mapping[str, float], rest: str) -> None:
        """Give the splits articles of a pool one after another, until each has the rows it wants."""
        total = self._total(pool, unit)
        self._table.execute(f"UPDATE articles SET split = ? WHERE {pool}", (rest,))  # nosec B608 # our own conditions
        last = b""
        for name, size in wanted.items():
            left = _number(size, total)
            while left > 0:
                query = f"SELECT place, {unit} FROM articles WHERE {pool} AND place > ? ORDER BY place LIMIT 500"  # nosec B608 # ours
                if not (some := self._table.execute(query, (last,)).fetchall()):
                    break
                for last, rows in some:
                    self._table.execute("UPDATE articles SET split = ? WHERE place = ?", (name, last))
                    left -= rows
                    if left <= 0:
                        break

    def _total(self, pool: str, unit: str) -> int:
        query = f"SELECT ifnull(sum({unit}), 0) FROM articles WHERE {pool}"  # nosec B608 # our own conditions
        return int(self._table.execute(query).fetchone()[0])

    def _place(self, article: str) -> bytes:
        return sha256(f"{self._seed} {article}".encode(errors="surrogatepass")).digest()[:16]


def _number(size: float, total: int) -> int:
    """A share of all rows (up to 1), or a number of rows."""
    return round(size * total) if size <= 1 else round(size)
