"""Web archives: WARC files (1.0 and 1.1, compressed or not) and WACZ, which packs some of them.

Pages are records of type `response` with status 200, and `resource` records, of HTML. A PDF is named as a failure,
since it may be evidence; what belongs to pages (pictures, scripts, styles) is left out and counted by its type, and of
a redirect it is kept where it leads.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from urllib.parse import urljoin

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from corpus.sources.decompression import opened_raw
from corpus.sources.source import SourceError, SourceFailure, SourcePage
from corpus.sources.warc_framing import RawRecord, raw_records
from corpus.web.addresses import is_web_address
from corpus.web.record import MAX_BODY, WebRecord

HTML = ("text/html", "application/xhtml+xml")
_PAGES = ("response", "resource")
_MOVED = frozenset({"301", "302", "303", "307", "308"})  # RFC 9110, section 15.4
_WARC = (".warc", ".warc.gz")
_AGAIN = "Get the file again, or leave the record out; the records around it are read."
_TOO_LARGE = "Leave the page out, or save it without what is embedded in it."
_SIGNATURES = {
    b"%PDF-": "a PDF",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture",
}
_NO_ADDRESS = "Give the address that the page was at, with http:// or https://."
_CONVERT = "Save it as HTML and import that, or cite it by its address."


def read_warc(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The pages of a WARC file in its order. Raises SourceError."""
    with opened_raw(path) as file:
        yield from _pages(file, path.name)


def is_wacz(names: list[str]) -> bool:
    """Return whether an archive of files of these names is a WACZ."""
    return any(name.endswith(_WARC) for name in names)


def read_wacz(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The pages of the WARC files in a WACZ, by their names. Raises SourceError."""
    with opened_raw(path) as file:
        try:
            archive = zipfile.ZipFile(file)
            for name in sorted(each for each in archive.namelist() if each.endswith(_WARC)):
                with archive.open(name) as member:
                    yield from _pages(member, f"{path.name}/{name}")
        except (zipfile.BadZipFile, EOFError) as error:
            raise SourceError(path, "", f"the archive is damaged ({error})", _AGAIN) from error


def _pages(file: IO[bytes], name: str) -> Iterator[SourcePage | SourceFailure]:
    for number, raw in enumerate(raw_records(file), 1):
        place = f"{name}, record {number:,} at byte {raw.offset:,}"
        try:
            found = _page(raw, place)
        except (ArchiveLoadFailed, ValueError, EOFError, OSError, AttributeError) as error:
            found = SourceFailure(_address(raw), place, f"the record cannot be read ({error})", _AGAIN)
        if found is not None:
            yield found


def _page(raw: RawRecord, place: str) -> SourcePage | SourceFailure | None:
    if raw.problem:
        remedy = _TOO_LARGE if raw.problem.startswith("it is larger") else _AGAIN
        return SourceFailure(_address(raw), place, raw.problem, remedy)
    record = next(ArchiveIterator(io.BytesIO(raw.data)), None)
    if record is None or record.rec_type not in _PAGES:
        return None
    url = record.rec_headers.get_header("WARC-Target-URI") or ""
    if not url or url.lower().startswith(("data:", "javascript:")):
        return SourceFailure(url[:200] or "record", place, "it has no address of a web page", _NO_ADDRESS)
    kind, charset = _content_type(record)
    why_not = _why_no_page(record, kind)
    if kind == "application/pdf" and not why_not:
        return SourceFailure(url, place, "it is a PDF", _CONVERT)
    if not why_not and kind not in HTML:
        why_not = f"{kind or 'content of no type'}, no page"
    body = b"" if why_not else record.content_stream().read(MAX_BODY + 1)
    if kind_of := kind_of_file(body):
        return SourceFailure(url, place, f"it is {kind_of}", _CONVERT)
    return web_page(
        WebRecord(
            url=url,
            place=place,
            body=body,
            charset=charset,
            retrieved=record.rec_headers.get_header("WARC-Date") or "",
            why_not=why_not,
            moved_to=_moved_to(record, url),
        )
    )


def kind_of_file(body: bytes) -> str:
    """What the bytes are by their first ones, such as "a PDF"; "" for what may be HTML."""
    return next((kind for signature, kind in _SIGNATURES.items() if body.startswith(signature)), "")


def web_page(record: WebRecord) -> SourcePage:
    """A record as sources hand it out, named by its address."""
    return SourcePage(record.url or record.place, "", web=record)


def _content_type(record: Any) -> tuple[str, str]:
    headers = record.http_headers if record.http_headers is not None else record.rec_headers
    kind, _, rest = (headers.get_header("Content-Type") or "").partition(";")
    charset = rest.lower().partition("charset=")[2].partition(";")[0]
    return kind.strip().lower(), charset.strip()


def _why_no_page(record: Any, kind: str) -> str:
    if record.rec_type != "response":
        return ""
    if record.http_headers is None:
        return "record of another protocol than HTTP"
    status = str(record.http_headers.get_statuscode() or "")
    return "" if status == "200" else f"page with HTTP status {status or 'of no kind'}"


def _moved_to(record: Any, url: str) -> str:
    """The address that a redirect leads to; "" for other records."""
    if record.http_headers is None or record.http_headers.get_statuscode() not in _MOVED:
        return ""
    try:
        target = urljoin(url, record.http_headers.get_header("Location") or "")
    except ValueError:
        return ""
    return target if target != url and is_web_address(target) else ""


def _address(raw: RawRecord) -> str:
    """The address in the header of a record that cannot be read; "record" for none."""
    for line in raw.data[:8_192].splitlines():
        if line.lower().startswith(b"warc-target-uri:"):
            return line.partition(b":")[2].strip().decode("utf-8", "replace")
    return "record"
