"""How well the text of web pages is found, and what it takes: python -m benchmarks.web.extraction [--pages 30]

Real articles (the 400 rendered pages of `../shared/data/html`) are set into six made layouts of news sites, in turn, so
that it is known which words are the article's and which are not; then into the three of `held_out`. Per page:

- precision: share of the extracted words that stand in a run of RUN words of the article as a reader sees it. Words end
  at cells, line breaks and blocks, as in a browser; that they end at every tag within a line as well is taken too, and
  empty cells have no words, so that runs go on across them;
- recall: share of the words of the article's sentences, as our own reader of wiki HTML reads them, that were extracted;
- boilerplate: words extracted of the texts that the layout put around it;
- title and date as they were written into the layout; where it says no date, none must be found;
- processor time of the whole reading, charset to passages.
"""

from __future__ import annotations

import argparse
import html as markup
import json
import random
import tarfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from lxml.etree import _Element
from lxml.html import fromstring

from benchmarks.web.held_out import HELD_OUT, TEXTS
from benchmarks.web.skins import COMMENTS, COOKIES, FOOTER, NEWSLETTER, SKINS, TEASERS, Skin
from corpus.html.build import build_page_from_html
from corpus.page.elements import Sentence
from corpus.page.links import plain_text
from corpus.web.build import build_web_page
from corpus.web.record import WebRecord
from search.folding import fold

RUN = 4
AROUND = [fold(text) for text in (*TEASERS, *COMMENTS, COOKIES, NEWSLETTER, FOOTER, *TEXTS)]
IN_LINE = frozenset(
    "a abbr b bdi cite code dfn em font i ins kbd mark q s samp small span strong sub sup u var".split()
)
UNSEEN = frozenset("script style template".split())


@dataclass(frozen=True, slots=True)
class Measured:
    """Shares from 0 to 1, and what was found of the layout."""

    skin: str
    precision: float
    recall: float
    boilerplate: int
    title: bool
    date: bool
    seconds: float


def articles(shared: Path, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Title and HTML of pages drawn at random."""
    with tarfile.open(shared / "html" / "wikipages_400.tar.xz") as archive:
        files = {member.name: member for member in archive.getmembers()}
        names = sorted(name for name in files if name.endswith(".html"))
        for name in random.Random(seed).sample(names, count):  # nosec B311 # a sample that can be drawn again
            html, about = (archive.extractfile(files[each]) for each in (name, name.replace(".html", ".json")))
            assert html is not None and about is not None
            yield json.load(about)["title"], html.read().decode()


def measure(title: str, article: str, skin: Skin) -> Measured:
    """One article in one layout."""
    day = "2019-05-06"
    filled = {"title": markup.escape(title), "day": day, "slashed": day.replace("-", "/")}
    head, before, after = (part.format(**filled) for part in (skin.head, skin.before, skin.after))
    page = f"<!doctype html><html lang=en><head><title>{markup.escape(title)} | The Example</title>{head}</head>"
    page += f"<body>{before}{_with(article, skin.inside)}{after}</body></html>"
    url, begun = f"https://www.example.com{skin.path.format(**filled)}", time.process_time()
    built = build_web_page(WebRecord(url, "", page.encode()))
    seconds = time.process_time() - begun
    if built is None:
        return Measured(skin.name, 0.0, 0.0, 0, title=False, date=False, seconds=seconds)
    found = fold(" ".join(each.text for each in built.page.elements if isinstance(each, Sentence)))
    tree = fromstring(article)
    seen = _runs(fold(" ".join(tree.itertext())).split()) | _runs(fold("".join(_as_read(tree))).split())
    words = found.split()
    covered = sum(_covered(words, seen))
    own = build_page_from_html(title, article).page
    wanted = [fold(plain_text(each.text)).split() for each in own.elements if isinstance(each, Sentence)] if own else []
    runs = _runs(words)
    got = sum(sum(_covered(sentence, runs)) for sentence in wanted if len(sentence) >= RUN)
    total = sum(len(sentence) for sentence in wanted if len(sentence) >= RUN)
    expected = "" if skin.name.startswith("no date") else day
    return Measured(
        skin.name,
        covered / len(words) if words else 0.0,
        got / total if total else 1.0,
        sum(len(text.split()) for text in AROUND if text in found),
        title=fold(built.facts.name) == fold(title),
        date=built.facts.published == expected,
        seconds=seconds,
    )


def _with(article: str, inside: str) -> str:
    """The article with a box behind its third paragraph."""
    parts = article.split("</p>", 3)
    return "</p>".join(parts[:3]) + "</p>" + inside + parts[3] if inside and len(parts) > 3 else article


def _as_read(element: _Element) -> Iterator[str]:
    """The text of an element, with a space where a browser ends a line or a cell."""
    is_block = element.tag not in IN_LINE
    if is_block:
        yield " "
    if isinstance(element.tag, str) and element.tag not in UNSEEN:
        yield element.text or ""
        for child in element:
            yield from _as_read(child)
            yield child.tail or ""
    if is_block:
        yield " "


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def _covered(words: list[str], runs: set[tuple[str, ...]]) -> list[bool]:
    """Whether each word stands in a run that is known."""
    covered = [False] * len(words)
    for at in range(len(words) - RUN + 1):
        if tuple(words[at : at + RUN]) in runs:
            covered[at : at + RUN] = [True] * RUN
    return covered


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    given = parser.parse_args()
    drawn = list(articles(given.shared, given.pages, given.seed))
    for skins in (SKINS, HELD_OUT):
        rows = [measure(title, html, skins[number % len(skins)]) for number, (title, html) in enumerate(drawn)]
        print(f"{'layout':33} pages  precision  lowest  recall  lowest  boilerplate words  titles  dates  ms")
        for name in (*(skin.name for skin in skins), "all"):
            of = [row for row in rows if name in (row.skin, "all")]
            if of:
                print(_line(name, of))


def _line(name: str, of: list[Measured]) -> str:
    precision, recall = [row.precision for row in of], [row.recall for row in of]
    shares = f"{mean(precision):10.3f} {min(precision):7.3f} {mean(recall):7.3f} {min(recall):7.3f}"
    found = f"{sum(row.boilerplate for row in of):18} {sum(row.title for row in of):7} {sum(row.date for row in of):6}"
    return f"{name:33} {len(of):5} {shares} {found} {1_000 * mean(row.seconds for row in of):4.0f}"


if __name__ == "__main__":
    main()
