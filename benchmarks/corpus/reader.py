"""What reading costs against a bare `mwparserfromhell.parse` of the same pages in the same run, and where it goes.

    python -m benchmarks.corpus.reader [--shared ../shared/data] [--rounds 5]

In every round the bare parse and `build_page` take turns over the dump, in seconds of processor time; reported is the
median of the rounds' ratios. Reading is everything from wikitext to numbered elements, but no XML, JSON or database:
those are in `benchmarks.corpus.scale`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import mwparserfromhell

from benchmarks.corpus.dumps import DUMPS, dump
from corpus.sources import SourcePage, read_source
from corpus.syntax.hidden_markup import visible
from corpus.syntax.parser_state import ParserState
from corpus.syntax.scanner import scan
from corpus.wikitext.blocks import blocks, parse
from corpus.wikitext.build import build_page


def main() -> None:
    """Print a line per dump."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shared", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--rounds", type=int, default=5)
    chosen = arguments.parse_args()
    print(f"{'':10} {'pages':>6} {'MB':>5} {'parse s':>8} {'read s':>7} {'ratio':>6}   visible scan render build")
    for language in DUMPS:
        records = read_source(dump(chosen.shared, language))
        pages = [page for page in records if isinstance(page, SourcePage) and page.redirect_to is None]
        print(_line(language, pages, chosen.rounds), flush=True)


def _line(language: str, pages: list[SourcePage], rounds: int) -> str:
    times = [(_seconds(_parsed, pages), _seconds(_built, pages)) for _ in range(rounds)]
    bare, reading = (median(column) for column in zip(*times, strict=True))
    ratio = median(read / parsed for parsed, read in times)
    size = sum(len(page.wikitext) for page in pages) / 1e6
    steps = [median(_seconds(step, pages) for _ in range(rounds)) for step in (_seen, _scanned, _rendered)]
    shares = [done - before for before, done in zip([0.0, *steps], [*steps, reading], strict=True)]
    shown = " ".join(f"{max(share, 0) / reading:6.0%}" for share in shares)
    return f"{language:10} {len(pages):6} {size:5.1f} {bare:8.2f} {reading:7.2f} {ratio:6.3f}   {'':9} {shown}"


def _seconds(work: Callable[[SourcePage], object], pages: list[SourcePage]) -> float:
    start = time.process_time()
    for page in pages:
        work(page)
    return time.process_time() - start


def _parsed(page: SourcePage) -> object:
    return mwparserfromhell.parse(page.wikitext)


def _built(page: SourcePage) -> object:
    return build_page(page.title, page.wikitext, page.site)


def _seen(page: SourcePage) -> object:
    return visible(page.wikitext)


def _scanned(page: SourcePage) -> object:
    return scan(visible(page.wikitext))


def _rendered(page: SourcePage) -> object:
    return blocks(parse(page.wikitext), ParserState(page.title, page.site))


if __name__ == "__main__":
    main()
