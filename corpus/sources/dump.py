"""MediaWiki XML dumps (pages-articles), streamed: memory does not grow with the dump."""

from __future__ import annotations

import html
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.site import ENGLISH, Site, site_with
from corpus.sources.bzip2_blocks import BlockReader
from corpus.sources.decompression import opened_by_blocks
from corpus.sources.dump_splitter import Cutter
from corpus.sources.source import SourceError, SourceFailure, SourcePage
from corpus.wikitext.blocks import redirect_target

CUT_OFF = "The pages before this place were read; download the dump again to get the rest."
_BROKEN = "Correct the page's XML in the dump, or export the page again and import it as a corpus of its own."
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_TITLE = re.compile(rb"<title>([^<]*)")
_NAMESPACE = re.compile(rb"<ns>([^<]*)</ns>")
_CLOSE = b"</mediawiki>"


class NotADump(SourceError):
    """The file is something else than XML of a MediaWiki export."""


def read_dump(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The dump's articles and redirects (namespace 0), the latest revision of each."""
    site: Site | None = None
    for number, piece in enumerate(dump_pages(path)):
        if isinstance(piece, Site):
            site = piece
            continue
        record = read_page(piece, site or ENGLISH, f"page {number:,}")
        if record is not None:
            yield record


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A place of a dump packed with bzip2 from which it can be read on: `pages` stand before the byte `inside` of the
    block that begins at bit `block`."""

    pages: int
    block: int
    inside: int


@dataclass(slots=True)
class Bookmark:
    """Where reading of a dump begins (None: at its first page), and then the last place it can be read on from."""

    checkpoint: Checkpoint | None = None


def dump_pages(path: Path, bookmark: Bookmark | None = None) -> Iterator[Site | bytes]:
    """First the wiki the dump is of, then the XML of every page, of all namespaces. Raises SourceError, at once
    NotADump. The bookmark is moved as pages are taken."""
    bookmark = bookmark or Bookmark()
    start = bookmark.checkpoint
    with opened_by_blocks(path) as file:
        cutter = Cutter(file)
        if not cutter.is_dump():
            raise NotADump(path, "", "it is not of a MediaWiki dump", "Give a pages-articles dump.")
        yield read_header(cutter.read_header(), path)
        if start is None:
            yield from _pages(path, cutter, 0, bookmark)
    if start is not None:
        with opened_by_blocks(path, start.block) as file:
            yield from _pages(path, Cutter(file, left_out=start.inside), start.pages, bookmark)


def _pages(path: Path, cutter: Cutter, before: int, bookmark: Bookmark) -> Iterator[bytes]:
    count = before
    for page in cutter.pages():
        count += 1
        if isinstance(cutter.file, BlockReader):
            bookmark.checkpoint = Checkpoint(before + cutter.behind, *cutter.file.block_of(cutter.offset))
        yield page
    if not cutter.is_whole:
        raise SourceError(path, f"after page {count:,}", "the XML is cut off", CUT_OFF)


def read_header(header: bytes, path: Path) -> Site:
    """The wiki's own namespace names and language, from what stands before the first page. Raises SourceError."""
    whole = io.BytesIO(header if _CLOSE in header else header + _CLOSE)
    site = ENGLISH
    try:
        events = ET.iterparse(whole, events=("start", "end"))  # nosec B314 # expat bounds expansion
        _, root = next(events)
        if _tag(root) != "mediawiki":
            raise NotADump(path, "", f"XML of <{_tag(root)}>, not of a MediaWiki dump", "Give a pages-articles dump.")
        for event, element in events:
            if event == "end" and _tag(element) == "siteinfo":
                site = _site(element, root.get(_LANGUAGE) or ENGLISH.language)
    except ET.ParseError as error:
        line, column = error.position
        problem = f"broken XML ({error})"
        raise SourceError(path, f"line {line}, column {column}", problem, "Download the dump again.") from error
    return site


def read_page(xml: bytes, site: Site, place: str) -> SourcePage | SourceFailure | None:
    """The article of a `<page>`; None for another namespace or a page that is not wikitext."""
    namespace = _NAMESPACE.search(xml, 0, 4096)
    if namespace is not None and namespace[1] != b"0":
        return None  # most pages of a dump: not worth parsing
    try:
        return _page(ET.fromstring(xml), site)  # nosec B314 # expat bounds expansion
    except ET.ParseError as error:
        return SourceFailure(written_title(xml), place, f"broken XML ({error})", _BROKEN)


def written_title(xml: bytes) -> str:
    """The title in a piece of XML that may be broken; "" when there is none."""
    match = _TITLE.search(xml[: 1 << 16])
    return html.unescape(match[1].decode("utf-8", "replace")).strip() if match else ""


def _page(element: ET.Element, site: Site) -> SourcePage | None:
    title = _text(element, "title")
    namespace = _text(element, "ns")
    if namespace not in ("", "0") or not title:
        return None
    if not namespace and not site.is_article(title):
        return None  # very old dumps have no <ns>
    revisions = [child for child in element if _tag(child) == "revision"]
    latest = revisions[-1] if revisions else element
    if _text(latest, "model") not in ("", "wikitext"):
        return None
    text = _text(latest, "text")
    redirect = next((child.get("title") for child in element if _tag(child) == "redirect"), None)
    written = redirect_target(text)
    if redirect is not None and written is not None and "#" in written:
        redirect = f"{redirect}#{written.partition('#')[2]}"  # <redirect> leaves the section out
    revision = _text(latest, "id")
    return SourcePage(
        title=title,
        wikitext=text,
        revision=int(revision) if revision.isascii() and revision.isdigit() else None,
        timestamp=_text(latest, "timestamp") or None,
        redirect_to=redirect if redirect is not None else written,
        site=site,
    )


def _site(siteinfo: ET.Element, language: str) -> Site:
    """The wiki's own namespace names."""
    found = (element for element in siteinfo.iter() if _tag(element) == "namespace")
    names = {(element.text or ""): int(element.get("key") or 0) for element in found}
    return site_with(names, language)


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _text(element: ET.Element, name: str) -> str:
    return next((child.text or "" for child in element if _tag(child) == name), "")
