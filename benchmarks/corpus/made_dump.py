"""Dumps of any number of distinct pages, made of the articles of the shared dumps.

    python -m benchmarks.corpus.made_dump ARTICLES OUT-multistream.xml.bz2 [--shared ../shared/data] [--processes 2]

Every page has the structure and length of a real article: its headings, tables, templates, lists and links. Its title,
years, two thirds of the words of its prose and the targets of its links are its own, chosen by its number, so that a
dump of the same size is always the same. Real articles are drawn so that the mean length is that of the English
Wikipedia's (3.4 kB of wikitext). There are as many redirects as articles, and a page of another namespace for every
five. A link leads to a page in 72 of 100 cases (to some far more often than to most), to a redirect in 13, and to no
page in 15.
"""

from __future__ import annotations

import argparse
import bz2
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from xml.sax.saxutils import escape

from corpus.sources import SourcePage, read_source

# Shares by which the articles of each dump are drawn; they give the mean length of the English Wikipedia's articles.
SHARES = {
    "ltgwiki-pages-articles.xml.bz2": 0.75,
    "itwiki-small-dump.xml.gz": 0.10,
    "test-pages-articles.xml.bz2": 0.145,
    "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2": 0.005,
}
A_STREAM = 50  # articles of a stream, which has as many redirects beside them: a hundred pages, as Wikimedia packs them
HEADER = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en">
  <siteinfo><sitename>Made</sitename><namespaces><namespace key="0" /><namespace key="10">Template</namespace>
  <namespace key="14">Category</namespace></namespaces></siteinfo>
"""
_SYLLABLES = [first + second for first in "bdfghjklmnprstvz" for second in ("a", "e", "i", "o", "u", "ar", "en", "il")]
_KINDS = ("", "", "", " River", " Station", " (album)", " County", " family", ", north", " of the hills")
_LINK = re.compile(r"\[\[(?![^\[\]|]*:)([^\[\]|\n]+)(\|[^\[\]\n]*)?\]\]")
_YEAR = re.compile(r"(?<![\w/=.#-])(?:1[0-9]|20)[0-9]{2}(?![\w/%-])")
_PROSE = re.compile(r"(?<= )[a-zà-ÿ]{4,}(?= )")
_MARKED_UP = ("{", "|", "!", "}", "<", "[", "=")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("articles", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    write_dump(arguments.out, arguments.articles, arguments.shared, arguments.processes)


def write_dump(out: Path, articles: int, shared: Path, processes: int = 2) -> Path:
    """Write a multistream dump of so many articles."""
    jobs = ((start, min(start + A_STREAM, articles), articles, shared) for start in range(0, articles, A_STREAM))
    with out.open("wb") as file, get_context("forkserver").Pool(processes) as pool:
        file.write(bz2.compress(HEADER.encode()))
        for stream in pool.imap(_stream, jobs, chunksize=4):
            file.write(stream)
        file.write(bz2.compress(b"</mediawiki>\n"))
    return out


def title_of(number: int) -> str:
    """The title of a page: every number has its own."""
    rest = number * 7919 + 131
    parts: list[str] = []
    while rest or len(parts) < 3:
        rest, part = divmod(rest, len(_SYLLABLES))
        parts.append(_SYLLABLES[part])
    name = "".join(parts).capitalize()
    return f"{name}{_KINDS[number % len(_KINDS)]}"


def redirect_title_of(number: int) -> str:
    """The title of the redirect to a page."""
    return f"Old {title_of(number)}"


def _stream(job: tuple[int, int, int, Path]) -> bytes:
    start, end, articles, shared = job
    made: list[str] = []
    for number in range(start, end):
        made.append(_page(3 * number, title_of(number), _wikitext(number, articles, shared)))
        made.append(_page(3 * number + 1, redirect_title_of(number), f"#REDIRECT [[{title_of(number)}]]"))
        if number % 5 == 0:
            made.append(_page(3 * number + 2, f"Category:{title_of(number)}", f"Pages about it. {number}\n" * 9, 14))
    return bz2.compress("".join(made).encode())


def _page(number: int, title: str, text: str, namespace: int = 0) -> str:
    target = re.match(r"#REDIRECT \[\[(.*)\]\]", text)
    redirect = f'<redirect title="{escape(target[1])}" />' if target else ""
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>{namespace}</ns>\n    <id>{number + 1}</id>{redirect}\n"
        f"    <revision><id>{1000 + number}</id><timestamp>2021-01-01T00:00:00Z</timestamp><model>wikitext</model>\n"
        f'      <text xml:space="preserve">{escape(text)}</text></revision>\n  </page>\n'
    )


def _wikitext(number: int, articles: int, shared: Path) -> str:
    chance = random.Random(number)
    texts = _articles(shared)[chance.choices(range(len(SHARES)), list(SHARES.values()))[0]]
    text = chance.choice(texts)
    vocabulary = _vocabulary(shared)

    def other_word(match: re.Match[str]) -> str:
        found = chance.random()
        return match[0] if found < 1 / 3 else vocabulary[int(found * found * (len(vocabulary) - 1))]

    text = _LINK.sub(_relinking(chance, articles), text)
    text = _YEAR.sub(lambda match: str(1000 + chance.randrange(1025)), text)
    lines = (line if line.startswith(_MARKED_UP) else _PROSE.sub(other_word, line) for line in text.split("\n"))
    return f"'''{title_of(number)}''' is page {number} of these.\n" + "\n".join(lines)


def _relinking(chance: random.Random, articles: int) -> Callable[[re.Match[str]], str]:
    def relinked(match: re.Match[str]) -> str:
        kind, number = chance.random(), int(articles * chance.random() ** 3)
        if kind < 0.72:
            target = title_of(number)
        elif kind < 0.85:
            target = redirect_title_of(number)
        else:
            target = f"Missing {title_of(number)}"
        shown = match[2] or (f"|{match[1]}" if chance.random() < 0.5 else "")
        return f"[[{target}{shown}]]"

    return relinked


@cache
def _articles(shared: Path) -> list[list[str]]:
    return [list(_texts(shared / "wikitext" / "dumps" / name)) for name in SHARES]


def _texts(path: Path) -> Iterator[str]:
    for record in read_source(path):
        if isinstance(record, SourcePage) and record.redirect_to is None:
            yield record.wikitext


@cache
def _vocabulary(shared: Path) -> list[str]:
    """Words of the articles' prose, the frequent ones more than once."""
    words: list[str] = []
    for texts in _articles(shared):
        for text in texts[:400]:
            words += _PROSE.findall(text)
    return sorted(words)[:: max(len(words) // 100_000, 1)]


if __name__ == "__main__":
    main()
