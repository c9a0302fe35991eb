"""Split sources into batches of records that one process reads at a time.

A batch says where its source stands after it, so that an import can go on from there. Where batches end depends on
the place where the cutting began and on nothing else: an import that was killed and resumed cuts as one that was not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from corpus.site import ENGLISH, Site
from corpus.sources import FeverRow, SourceError, SourceFailure, SourcePage, read_source
from corpus.sources.decompression import beginning, bytes_read
from corpus.sources.dump import Bookmark, Checkpoint, NotADump, dump_pages, read_page
from corpus.sources.multistream import Stream, check_end, multistream_site, place_of, stream_pages, streams
from corpus.sources.warc_framing import is_warc

MOST_RECORDS = 64
LARGE = 256_000  # bytes or characters: a batch ends with the record that reaches it

if TYPE_CHECKING:
    from corpus.sources.live import LiveRequest  # not loaded where no wiki is asked: it brings an HTTP client along

Source: TypeAlias = "Path | LiveRequest"
Record = bytes | SourcePage | SourceFailure | FeverRow  # bytes: the XML of one page of a dump


@dataclass(frozen=True, slots=True)
class Position:
    """Position of an import: sources done, and the place in the next one.

    A place is a number of records, or a byte of a multistream dump. The checkpoint, where there is one, stands at or
    before the place.
    """

    source: int
    place: int
    checkpoint: Checkpoint | None = None


START = Position(0, 0)


@dataclass(frozen=True, slots=True)
class RecordBatch:
    """`records` of `site`, the first of them number `first` of their source, or the pages of `stream`.

    `after` is where reading goes on after it. `offset` is how many bytes of its file have been read for it (None:
    unknown).
    """

    records: tuple[Record, ...]
    first: int
    after: Position
    site: Site = ENGLISH
    stream: Stream | None = None
    offset: int | None = None

    @property
    def ends_source(self) -> bool:
        return self.after.place == 0


def split_sources(sources: Sequence[Source], start: Position = START) -> Iterator[RecordBatch]:
    """Yield the batches of all sources from a position on.

    Where a file breaks off, a failure says so and the next one is read: what it lacks will not come back. Raises
    SourceError where a wiki does not answer, which it may do later. Every source ends with a batch that says so.
    """
    for number in range(start.source, len(sources)):
        place, checkpoint = (start.place, start.checkpoint) if number == start.source else (0, None)
        try:
            for batch in _batches(sources[number], place, checkpoint):
                place = batch.after.place
                yield replace(batch, after=replace(batch.after, source=number))
        except SourceError as error:
            if not isinstance(sources[number], Path):
                raise
            failure = SourceFailure("", error.where, error.problem, error.remedy)
            yield RecordBatch((failure,), place, Position(number + 1, 0))
        else:
            yield RecordBatch((), place, Position(number + 1, 0))


def _batches(source: Source, place: int, checkpoint: Checkpoint | None) -> Iterator[RecordBatch]:
    site = multistream_site(source) if isinstance(source, Path) else None
    if site is not None and isinstance(source, Path):
        yield from _streams(source, site, place)
        return
    bookmark = Bookmark(checkpoint)
    site, records = _opened(source, place, bookmark)
    held: list[Record] = []
    size = 0
    try:
        for record in records:
            held.append(record)
            size += _size(record)
            if size >= LARGE or len(held) >= MOST_RECORDS:
                yield _batch(held, place, site, bookmark)
                place, held, size = place + len(held), [], 0
    except SourceError:
        if held:
            yield _batch(held, place, site, bookmark)
        raise
    if held:
        yield _batch(held, place, site, bookmark)


def _batch(records: list[Record], first: int, site: Site, bookmark: Bookmark) -> RecordBatch:
    after = Position(0, first + len(records), bookmark.checkpoint)
    return RecordBatch(tuple(records), first, after, site, offset=bytes_read())


def records_of(batch: RecordBatch) -> Iterator[tuple[str, SourcePage | SourceFailure | FeverRow]]:
    """The batch's records with their places; pages of other namespaces are left out."""
    pages = batch.records if batch.stream is None else stream_pages(batch.stream)
    for number, page in enumerate(pages, batch.first + 1):
        place = f"page {number:,}" if batch.stream is None else f"{place_of(batch.stream)}, page {number}"
        record = read_page(page, batch.site, place) if isinstance(page, bytes) else page
        if isinstance(record, SourcePage) and record.web is not None:
            place = record.web.place
        if record is not None:
            yield place, record


def _opened(source: Source, place: int, bookmark: Bookmark) -> tuple[Site, Iterator[Record]]:
    """The source's records from a place on; with a dump, the wiki it is of."""
    if not isinstance(source, Path):
        from corpus.sources.live import read_live

        return ENGLISH, read_live(replace(source, skip=place))
    # Looked for as a dump, a web archive would be given up at a damaged record near its beginning.
    if not source.is_file() or is_warc(beginning(source, 100)):
        return ENGLISH, islice(read_source(source), place, None)
    passed = bookmark.checkpoint.pages if bookmark.checkpoint else 0
    pieces = dump_pages(source, bookmark)
    try:
        site = next(pieces)
    except NotADump:
        return ENGLISH, islice(read_source(source), place, None)
    assert isinstance(site, Site)
    return site, islice((piece for piece in pieces if isinstance(piece, bytes)), place - passed, None)


def _streams(path: Path, site: Site, place: int) -> Iterator[RecordBatch]:
    for stream in streams(path, place):
        yield RecordBatch((), 0, Position(0, stream.end), site, stream, stream.end)
    check_end(path)


def _size(record: Record) -> int:
    if isinstance(record, bytes):
        return len(record)
    if isinstance(record, FeverRow):
        return len(record.raw)
    if isinstance(record, SourceFailure):
        return 0
    if record.page is not None:
        return 40 * len(record.page.elements)
    if record.web is not None:
        return len(record.web.body) + sum(map(len, record.web.sentences))
    return len(record.html or record.wikitext)
