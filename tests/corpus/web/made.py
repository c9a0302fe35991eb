"""Web archives that tests write: news pages, and everything that goes wrong in such files."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

SENTENCES = (
    "Fuel prices rose by {n} percent in March, the ministry of energy said in a statement on its own site.",
    "The statistics office of the country had expected a smaller rise, and will publish the final number in May.",
    "Drivers of lorries said that they would have to raise their own prices before the summer begins.",
)


def article(n: int = 10, *, title: str = "Fuel prices rise", published: str = "2020-03-04", head: str = "") -> str:
    """HTML of a news page as newspapers write it: menus, scripts, a text of two sections, a footer."""
    paragraphs = "".join(f"<p>{' '.join(SENTENCES).format(n=n + number)}</p>" for number in range(3))
    dated = f'<meta property="article:published_time" content="{published}T10:00:00Z">' if published else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} | The Example</title>{dated}'
        f'<meta property="og:site_name" content="The Example"><meta property="og:title" content="{title}">{head}</head>'
        '<body><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></nav>'
        f"<article><h1>{title}</h1>{paragraphs}<h2>Background</h2>"
        "<p>In 2019 the price of a litre was 1.20, and it had been stable for many years, the same office said.</p>"
        "<table><tr><th>Year</th><th>Price</th></tr><tr><td>2019</td><td>1.20</td></tr></table></article>"
        "<footer>Copyright 2024 The Example. Updated 12 May 2023.</footer></body></html>"
    )


def response(
    url: str,
    body: bytes,
    *,
    kind: str = "text/html; charset=utf-8",
    status: str = "200 OK",
    version: str = "1.0",
    compressed: bool = True,
    record: str = "response",
    location: str = "",
) -> bytes:
    """One record of a WARC file, as bytes."""
    is_http = record == "response"
    to = f"Location: {location}\r\n" if location else ""
    content = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{to}\r\n".encode() + body if is_http else body
    header = (
        f"WARC/{version}\r\nWARC-Type: {record}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2020-06-01T12:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{uuid5(NAMESPACE_URL, url)}>\r\n"
        f"Content-Type: {'application/http; msgtype=response' if is_http else kind}\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    data = header.encode() + content + b"\r\n\r\n"
    return gzip.compress(data, mtime=0) if compressed else data


def news(number: int, **options: str | bool) -> bytes:
    """A record with the news page of this number."""
    return response(f"https://www.example.com/news/{number}", article(number).encode(), **options)


def written(path: Path, records: Iterable[bytes]) -> Path:
    """A file of these records."""
    path.write_bytes(b"".join(records))
    return path
