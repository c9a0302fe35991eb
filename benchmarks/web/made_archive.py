"""A made archive of news pages: python -m benchmarks.web.made_archive PAGES FILE.warc.gz [--seed 7]

Each page has about 86 kB of HTML, as such pages do: scripts and styles, menus, 40 teasers, and a text of 840 words put
together from the answers of AVeriTeC's dev set. Records are compressed one by one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path

SCRIPT = "<script>" + "".join(f"var a{n}=function(b){{return b.c({n * 7})}};" for n in range(1_200)) + "</script>"
STYLE = "<style>" + "".join(f".c{n}{{margin:{n}px}}" for n in range(800)) + "</style>"
MENU = "".join(f'<li class="menu-item c{n}"><a href="/section/{n}">Section {n}</a></li>' for n in range(80))
TAIL = "<script>" + "x" * 8_000 + "</script>"
SITES, ENDINGS = 50, ("com", "co.uk", "de", "in")


def record(url: str, html: str) -> bytes:
    """A response record of WARC 1.0, compressed."""
    content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    header = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-06-01T12:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return gzip.compress(header.encode() + content + b"\r\n\r\n", 6, mtime=0)


def page(number: int, words: list[str], draw: random.Random) -> str:
    """The HTML of a page: 14 paragraphs of 60 words that follow one another in the answers."""
    starts = [draw.randrange(len(words) - 60) for _ in range(14)]
    text = "".join(f'<p class="story">{" ".join(words[at : at + 60]).capitalize()}.</p>' for at in starts)
    cards = "".join(
        f'<div class="card"><a href="/n/{n}"><h3>{" ".join(words[n * 3 : n * 3 + 7])}</h3></a><span>3 min</span></div>'
        for n in range(40)
    )
    at = number * 5 % (len(words) - 6)
    title, site = " ".join(words[at : at + 6]), number % SITES
    day = f"20{draw.randrange(10, 24)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 28):02}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} | Site {site}</title>'
        f'<meta property="article:published_time" content="{day}T10:00:00Z"><meta property="og:site_name" '
        f'content="Site {site}">{SCRIPT}{STYLE}</head><body><nav><ul>{MENU}</ul></nav><main><article><h1>{title}</h1>'
        f"{text}</article></main><aside>{cards}</aside><footer>Copyright</footer>{TAIL}</body></html>"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    given = parser.parse_args()
    claims = json.loads((given.shared / "averitec" / "dev.json").read_bytes())
    answers = (answer["answer"] for claim in claims for one in claim["questions"] for answer in one["answers"])
    words = [word for answer in answers for word in answer.split()]
    draw, size = random.Random(given.seed), 0  # nosec B311 # the same file for everybody
    with given.file.open("wb") as out:
        for number in range(given.pages):
            html = page(number, words, draw)
            size += len(html)
            out.write(record(f"https://www.site{number % SITES}.{ENDINGS[number % 4]}/news/{number}", html))
    print(f"{given.pages:,} pages, {size / 1e6:,.0f} MB of HTML, {given.file.stat().st_size / 1e6:,.0f} MB compressed")


if __name__ == "__main__":
    main()
