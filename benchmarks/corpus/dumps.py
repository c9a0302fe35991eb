"""The dumps that imports are measured on, and longer ones made of them."""

from __future__ import annotations

import bz2
import re
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import cast

from corpus.sources import SourcePage, read_source
from corpus.sources.decompression import opened
from corpus.sources.dump_splitter import Cutter

DUMPS = {
    "English": "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2",
    "Italian": "itwiki-small-dump.xml.gz",
    "Latgalian": "ltgwiki-pages-articles.xml.bz2",
}
_TITLE = re.compile(rb"<title>([^<]*)</title>")


def dump(shared: Path, language: str) -> Path:
    """Where the dump of a language lies."""
    return shared / "wikitext" / "dumps" / DUMPS[language]


def texts(path: Path) -> Iterator[str]:
    """The wikitext of the dump's articles; redirects have none to parse."""
    for record in read_source(path):
        if isinstance(record, SourcePage) and record.redirect_to is None:
            yield record.wikitext


def repeated(path: Path, times: int, out: Path) -> Path:
    """A dump with every page so many times, the copies under titles of their own."""
    with opened(path) as file, bz2.open(out, "wb") as target:
        cutter = Cutter(cast(BufferedIOBase, file))
        target.write(cutter.read_header())
        pages = list(cutter.pages())
        for copy in range(times):
            for page in pages:
                target.write(_TITLE.sub(rb"<title>\1 %d</title>" % copy, page, count=1) if copy else page)
        target.write(b"\n</mediawiki>\n")
    return out
