"""Blocks of a bzip2 file: the same bytes as from the library, from any block on, and an import that begins at one."""

from __future__ import annotations

import bz2
import io
import random

import pytest

from corpus.importing.batches import START, split_sources
from corpus.sources.bzip2_blocks import BlockReader
from corpus.sources.dump import Bookmark, dump_pages
from corpus.sources.source import SourceError
from tests.corpus.generated import END, HEADER, page_xml, write_dump

CHANCE = random.Random(5)
TEXT = b" ".join(b"%d word%d" % (CHANCE.randrange(10**6), CHANCE.randrange(3_000)) for _ in range(40_000))


def read(packed: bytes, start: int = 0) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Everything, and for the beginning of every block: its offset, and the place that `block_of` gives."""
    reader = BlockReader(io.BytesIO(packed), start)
    parts, places, offset = [], [], 0
    while part := reader.read1(1 << 20):
        parts.append(part)
        places.append((offset, *reader.block_of(offset)))
        offset += len(part)
    return b"".join(parts), places


@pytest.mark.parametrize(
    ("packed", "text"),
    [
        (bz2.compress(TEXT, 1), TEXT),
        (bz2.compress(TEXT), TEXT),
        (bz2.compress(TEXT, 1) + bz2.compress(b"more", 9), TEXT + b"more"),
        (bz2.compress(b""), b""),
        (bz2.compress(b"a" * 5_000_000), b"a" * 5_000_000),
        (bz2.compress(TEXT, 1) + b"what is not bzip2", TEXT),
    ],
    ids=["small blocks", "large blocks", "two streams", "nothing", "one letter", "something behind it"],
)
def test_blocks_give_the_bytes_of_the_file(packed: bytes, text: bytes) -> None:
    assert read(packed)[0] == text


def test_reading_begins_at_any_block() -> None:
    packed = bz2.compress(TEXT, 1)
    text, places = read(packed)
    assert len(places) > 4
    for offset, bit, inside in places:
        assert inside == 0
        assert read(packed, bit)[0] == text[offset:]


@pytest.mark.parametrize("size", [1, 14, 60, -12], ids=lambda size: f"{size} bytes")
def test_a_file_that_is_cut_off_says_so_as_the_library_does(size: int) -> None:
    packed = bz2.compress(TEXT, 1)[:size]
    with pytest.raises(EOFError), bz2.open(io.BytesIO(packed)) as file:
        file.read()
    with pytest.raises(EOFError):
        read(packed)


def test_a_damaged_block_is_seen_after_those_before_it() -> None:
    packed = bytearray(bz2.compress(TEXT, 1))
    packed[len(packed) // 2] ^= 0xFF
    reader = BlockReader(io.BytesIO(packed))
    found = b""
    with pytest.raises(OSError, match="Invalid data stream"):
        while part := reader.read1(1 << 20):
            found += part
    assert len(found) > 50_000 and TEXT.startswith(found)


@pytest.fixture
def long_dump(tmp_path):
    """A dump of several blocks, in which one page in ten is longer than a block."""
    texts = (" ".join(str(CHANCE.random()) for _ in range(8_000 if n % 10 == 5 else 200)) for n in range(120))
    text = HEADER + "".join(page_xml(n, f"Page {n}", text) for n, text in enumerate(texts)) + END
    path = tmp_path / "long.xml.bz2"
    path.write_bytes(bz2.compress(text.encode(), 1))
    return path


def test_an_import_goes_on_at_the_block_where_it_stopped(long_dump, monkeypatch) -> None:
    batches = list(split_sources([long_dump], START))
    unpacked: list[int] = []
    original = BlockReader._block

    def counted(self, begin, marks):
        unpacked.append(begin)
        return original(self, begin, marks)

    monkeypatch.setattr(BlockReader, "_block", counted)
    assert list(split_sources([long_dump], START)) == batches
    whole = len(unpacked)
    for number, batch in enumerate(batches[:-2]):
        unpacked.clear()
        rest = list(split_sources([long_dump], batch.after))
        assert [each.records for each in rest] == [each.records for each in batches[number + 1 :]]
        assert [each.after.place for each in rest] == [each.after.place for each in batches[number + 1 :]]
        if number > len(batches) // 2:
            assert len(unpacked) < whole * 0.7


def test_a_dump_that_is_not_of_bzip2_has_no_checkpoints(tmp_path) -> None:
    assert {batch.after.checkpoint for batch in split_sources([write_dump(tmp_path / "a.xml", 200)])} == {None}


def test_a_page_that_is_too_long_fails_once_and_counts_once(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("corpus.sources.dump_splitter.BLOCK", 4_096)
    monkeypatch.setattr("corpus.sources.dump_splitter.LARGEST", 20_000)
    texts = ["Short.", "long " * 15_000, "After it.", "Last."]
    text = HEADER + "".join(page_xml(n, f"Page {n}", text) for n, text in enumerate(texts)) + END
    for path, content in ((tmp_path / "a.xml", text.encode()), (tmp_path / "a.xml.bz2", bz2.compress(text.encode()))):
        path.write_bytes(content)
        bookmark = Bookmark()
        pages = [piece for piece in dump_pages(path, bookmark) if isinstance(piece, bytes)]
        assert [b"Page %d" % n in page for n, page in enumerate(pages)] == [True] * 4
        assert len(pages[1]) == 4_096
        if bookmark.checkpoint is not None:
            again = [piece for piece in dump_pages(path, bookmark) if isinstance(piece, bytes)]
            assert again == pages[bookmark.checkpoint.pages :]


def test_a_page_that_is_too_long_and_never_ends_cuts_the_dump_off(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("corpus.sources.dump_splitter.LARGEST", 20_000)
    path = tmp_path / "a.xml"
    path.write_text(HEADER + page_xml(1, "One", "Short.") + page_xml(2, "Two", "long " * 900_000)[:-60])
    with pytest.raises(SourceError, match="after page 2"):
        list(dump_pages(path))
