"""Dumps of any size, made up for a test: articles that link to one another, redirects, talk pages, a bad title."""

from __future__ import annotations

import bz2
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

HEADER = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en">
  <siteinfo><sitename>Ports</sitename>
    <namespaces><namespace key="0" /><namespace key="1">Talk</namespace></namespaces></siteinfo>
"""
END = "</mediawiki>\n"


def page_xml(number: int, title: str, text: str, namespace: int = 0) -> str:
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>{namespace}</ns>\n    <id>{number}</id>\n"
        f"    <revision><id>{1000 + number}</id><timestamp>2021-01-01T00:00:00Z</timestamp><model>wikitext</model>\n"
        f'      <text xml:space="preserve">{escape(text)}</text></revision>\n  </page>\n'
    )


def pages(count: int) -> Iterator[str]:
    """So many pages in XML; every title comes twice in 500, every tenth page is a redirect, every 13th a talk page."""
    for n in range(count):
        if n % 10 == 9:
            yield page_xml(n, f"Old port {n}", f"#REDIRECT [[Port {n - 5}#Ships]]")
        elif n % 13 == 12:
            yield page_xml(n, f"Talk:Port {n}", "Is this right?", namespace=1)
        elif n % 97 == 96:
            yield page_xml(n, " _ ", "No title.")
        else:
            yield page_xml(n, f"Port {n - 400 if n % 500 == 499 - 70 else n}", _article(n, count))


def _article(n: int, count: int) -> str:
    return (
        f"{{{{Unknown thing {n % 7}}}}}'''Port {n}''' lies near [[Port {(n * 7) % count}|a port]] and "
        f"[[Port {n + 1}]], not far from [[Old port {n // 10 * 10 + 9}]] and [[Nowhere {n}|nowhere]]. "
        f'It has {n} "ships".<ref>{{{{cite web|url=http://ports.example/{n}|title=Ships}}}}</ref>\n'
        f"== Ships ==\n* [[Port {n // 2}]]\n** {n} more\n"
        f'{{| class="wikitable"\n|+ Ships of {n}\n! Year !! Ships\n|-\n| {1900 + n % 100} || [[Old port 9|{n}]]\n|}}\n'
    )


def write_dump(path: Path, count: int) -> Path:
    text = HEADER + "".join(pages(count)) + END
    path.write_bytes(bz2.compress(text.encode()) if path.suffix == ".bz2" else text.encode())
    return path


def write_multistream(folder: Path, count: int, *, per_stream: int = 100, index: bool = True) -> Path:
    """`ports-pages-articles-multistream.xml.bz2` and its index, as Wikimedia publishes them."""
    path = folder / "ports-pages-articles-multistream.xml.bz2"
    made = list(pages(count))
    streams = ["".join(made[start : start + per_stream]) for start in range(0, count, per_stream)]
    lines = []
    with path.open("wb") as file:
        file.write(bz2.compress(HEADER.encode()))
        for number, stream in enumerate(streams):
            lines += [f"{file.tell()}:{number * per_stream + n}:Title: {n}\n" for n in range(per_stream)]
            file.write(bz2.compress(stream.encode()))
        file.write(bz2.compress(END.encode()))
    if index:
        (folder / "ports-pages-articles-multistream-index.txt.bz2").write_bytes(bz2.compress("".join(lines).encode()))
    return path
