"""Multistream dumps: the same pages as from one stream, whichever way the streams are found and whatever is damaged."""

from __future__ import annotations

import bz2

import pytest

from corpus.importing.batches import START, split_sources
from corpus.importing.limits import Limits
from corpus.importing.outcomes import Failed, Imported
from corpus.importing.reader import read_batches
from corpus.sources import template_pages as template_source
from corpus.sources.multistream import MAGIC, multistream_site, scanned, streams
from corpus.sources.template_pages import template_pages
from tests.corpus.generated import END, HEADER, pages, write_dump, write_multistream

COUNT = 550


def outcomes(path, workers=1, start=START):
    return [outcome for _, found in read_batches(split_sources([path], start), Limits(), workers) for outcome in found]


def titles(found):
    return [outcome.title for outcome in found]


@pytest.mark.parametrize(("index", "workers"), [(True, 2), (False, 1)])
def test_the_pages_are_those_of_the_same_dump_in_one_stream(tmp_path, index, workers):
    path = write_multistream(tmp_path, COUNT, index=index)
    expected = outcomes(write_dump(tmp_path / "one.xml.bz2", COUNT))
    found = outcomes(path, workers)
    assert titles(found) == titles(expected)
    assert [each for each in found if not isinstance(each, Failed)] == [
        each for each in expected if not isinstance(each, Failed)
    ]
    assert sum(isinstance(each, Imported) for each in found) > 400


def test_the_index_and_the_file_tell_of_the_same_streams(tmp_path):
    path = write_multistream(tmp_path, COUNT)
    by_index = [stream.offset for stream in streams(path)]
    (tmp_path / "ports-pages-articles-multistream-index.txt.bz2").unlink()
    assert [stream.offset for stream in streams(path)] == by_index
    assert len(by_index) == 7  # 6 of pages, one of the end


@pytest.mark.parametrize(
    "lines", ["7:1:A\n99:2:B\n", "", "no index", "600:1"], ids=["another dump's", "empty", "garbage", "cut off"]
)
def test_a_wrong_index_is_not_believed(tmp_path, lines):
    path = write_multistream(tmp_path, 250)
    expected = [stream.offset for stream in streams(path)]
    (tmp_path / "ports-pages-articles-multistream-index.txt.bz2").write_bytes(bz2.compress(lines.encode())[:-3])
    assert [stream.offset for stream in streams(path)] == expected


def templates_and_streams(path, monkeypatch) -> tuple[list[str], int]:
    """Names of the templates of a dump, and how many streams were unpacked for them."""
    unpacked = []

    def stream_pages(stream):
        unpacked.append(stream.offset)
        return real(stream)

    with monkeypatch.context() as patched:
        real = template_source.stream_pages
        patched.setattr(template_source, "stream_pages", stream_pages)
        return [name for _, name, _ in template_pages(path)], len(unpacked)


def write_templates_between(folder, prefix="Template", cut=0):
    """A dump of eight streams, templates in the third and the sixth, and its index, without so many last lines."""
    path = folder / "ports-pages-articles-multistream.xml.bz2"
    lines = []
    with path.open("wb") as file:
        file.write(bz2.compress(HEADER.encode()))
        for stream in range(8):
            found = []
            for n in range(3):
                is_template = stream in (2, 5) and n == 2
                title = f"{prefix}:T{stream}" if is_template else f"Port: {stream} {n}"
                lines.append(f"{file.tell()}:{9 * stream + n}:{title}\n")
                found.append(
                    f"<page><title>{title}</title><ns>{10 if is_template else 0}</ns><id>{9 * stream + n}</id>"
                    f"<revision><text>Text.</text></revision></page>"
                )
            file.write(bz2.compress("".join(found).encode()))
        file.write(bz2.compress(END.encode()))
    index = folder / "ports-pages-articles-multistream-index.txt.bz2"
    index.write_bytes(bz2.compress("".join(lines[: len(lines) - cut]).encode()))
    return path, index


def test_streams_without_templates_are_not_unpacked_for_templates(tmp_path, monkeypatch):
    path, index = write_templates_between(tmp_path)
    found, unpacked = templates_and_streams(path, monkeypatch)
    assert unpacked == 4  # those two, the last of the index, and the end
    index.unlink()
    assert templates_and_streams(path, monkeypatch) == (found, 9)
    assert len(found) == 2


@pytest.mark.parametrize(("prefix", "cut", "unpacked"), [("Template", 8, 5), ("Template", 7, 5), ("Podoba", 0, 9)])
def test_templates_are_found_whatever_the_index_lacks(tmp_path, monkeypatch, prefix, cut, unpacked):
    path, index = write_templates_between(tmp_path, prefix, cut)
    found = templates_and_streams(path, monkeypatch)
    index.unlink()
    assert found == (templates_and_streams(path, monkeypatch)[0], unpacked)


def test_reading_goes_on_at_a_stream(tmp_path):
    path = write_multistream(tmp_path, COUNT)
    middle = list(split_sources([path]))[3].after
    assert titles(outcomes(path, start=middle)) == titles(outcomes(path))[-len(outcomes(path, start=middle)) :]
    assert 0 < len(outcomes(path, start=middle)) < len(outcomes(path))


def test_a_damaged_stream_loses_its_own_pages_only(tmp_path):
    path = write_multistream(tmp_path, COUNT)
    offset = [stream.offset for stream in streams(path)][2]
    data = bytearray(path.read_bytes())
    data[offset + 300 : offset + 310] = b"\0" * 10
    path.write_bytes(data)
    found = outcomes(path, workers=2)
    damaged = [each for each in found if isinstance(each, Failed) and "damaged" in each.reason]
    assert [each.place for each in damaged] == [f"stream at byte {offset:,}"]
    assert "checksum" in damaged[0].remedy
    assert [f"Port {n}" in titles(found) for n in (198, 298, 300, 548)] == [True, False, True, True]


def test_a_multistream_dump_that_is_cut_off_gives_the_streams_before(tmp_path):
    path = write_multistream(tmp_path, COUNT, index=False)
    offset = [stream.offset for stream in streams(path)][4]
    path.write_bytes(path.read_bytes()[: offset + 500])
    found = outcomes(path)
    assert "Port 302" in titles(found)
    assert {each.reason for each in found if isinstance(each, Failed)} >= {
        "the compressed file is cut off",
        "the dump is cut off",
    }


def test_a_dump_that_ends_between_two_streams_is_cut_off_too(tmp_path):
    path = write_multistream(tmp_path, COUNT, index=False)
    path.write_bytes(path.read_bytes()[: [stream.offset for stream in streams(path)][4]])
    assert [each.reason for each in outcomes(path) if isinstance(each, Failed)][-1] == "the dump is cut off"


def test_a_file_packed_in_parallel_is_not_taken_for_one(tmp_path):
    """pbzip2 writes many streams as well, which end anywhere."""
    text = (HEADER + "".join(pages(400)) + END).encode()
    path = tmp_path / "packed.xml.bz2"
    path.write_bytes(b"".join(bz2.compress(text[start : start + 9_000]) for start in range(0, len(text), 9_000)))
    assert multistream_site(path) is None
    assert titles(outcomes(path)) == titles(outcomes(write_dump(tmp_path / "one.xml", 400)))


def test_streams_are_found_wherever_blocks_of_reading_end(tmp_path, monkeypatch):
    monkeypatch.setattr("corpus.sources.multistream.BLOCK", 64)
    path = tmp_path / "a"
    for gap in range(50, 80):
        path.write_bytes(MAGIC + b"x" * gap + MAGIC + MAGIC + b"y" * 100)
        assert list(scanned(path, 0)) == [0, gap + 10, gap + 20]
