"""Claims with complete gold evidence over real pages: cells, header cells, captions, items and sentences.

The demo's claims, and those of `../shared/data/feverous_shaped`. Each set is cut in two by page: claims that share a
page, also through others, are in one half.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command

from annotation.demo.dataset import demo_files, read_demo
from baseline.scoring.measures import holder_id
from benchmarks.search.wiki import SHARED
from corpus.models import Corpus
from corpus.page.element_id import ElementKind, parse
from corpus.page.elements import List, Page, Sentence, Table
from corpus.page.links import plain_text
from corpus.store import get_page
from search.indexing.build import build_index

SHAPED, DEMO = "shaped", "demo"
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Gold:
    """A claim and what is to be found: the pages, sentences and tables of all its sets, and the sets."""

    claim: str
    pages: Set[str]
    sentences: Set[str]
    tables: Set[str]
    sets: Sequence[Set[str]]


def gold_of(claim: str, sets: Sequence[Set[str]]) -> Gold:
    """The claim with what its sets name."""
    elements = frozenset[str]().union(*sets)
    holders = {holder for each in elements if (holder := holder_id(each))}
    tables = {holder for holder in holders if parse(holder).kind is ElementKind.TABLE}
    sentences = {each for each in elements if parse(each).kind is ElementKind.SENTENCE}
    return Gold(claim, {parse(each).page for each in elements}, sentences, tables, sets)


def demo() -> tuple[Corpus, list[Gold]]:
    """The demo's corpus, imported and indexed, and its claims."""
    corpus = _corpus(DEMO, ROOT / "corpus" / "demo" / "wiki")
    return corpus, [
        gold_of(one.text, [frozenset(each) for each in one.evidence]) for one in read_demo(corpus, demo_files())
    ]


def shaped() -> tuple[Corpus, list[Gold], list[str]]:
    """The shared rendered pages, their claims, and the ids that no table of today's import has any more."""
    corpus = _corpus(SHAPED, SHARED / "html" / "wikipages_400.tar.xz")
    claims, lost = [], []
    with (SHARED / "feverous_shaped" / "claims.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            known = _present_ids(corpus, row["elements"])
            lost += [element for element in row["elements"] if element not in known]
            sets = [frozenset(known.get(each, each) for each in one["content"]) for one in row["evidence"]]
            claims.append(gold_of(row["claim"], sets))
    return corpus, claims, lost


def tuned(claims: Sequence[Gold]) -> list[bool]:
    """Whether each claim is in the half that numbers are chosen on."""
    return [sum(group.encode()) % 2 == 0 for group in page_groups(claims)]


def page_groups(claims: Sequence[Gold]) -> list[str]:
    """A name of each claim's group: claims with a page in common are in one."""
    leader: dict[str, str] = {}

    def find(page: str) -> str:
        while leader.setdefault(page, page) != page:
            page = leader[page]
        return page

    for gold in claims:
        first, *others = sorted(gold.pages)
        for page in others:
            one, other = sorted((find(first), find(page)))
            leader[other] = one
    return [find(min(gold.pages)) for gold in claims]


def _corpus(slug: str, source: Path) -> Corpus:
    if not Corpus.objects.filter(slug=slug).exists():
        call_command("import_corpus", str(source), corpus=slug, name=slug, verbosity=0)
    corpus = Corpus.objects.get(slug=slug)
    build_index(corpus)
    return corpus


def _present_ids(corpus: Corpus, elements: Mapping[str, str]) -> dict[str, str]:
    """Id as written -> id today. A table that was numbered otherwise is the one with the most of the texts."""
    found: dict[str, str] = {}
    texts = {page: _texts(get_page(corpus, page)) for page in {parse(element).page for element in elements}}
    tables: dict[tuple[str, int], dict[str, str]] = {}
    for element, text in elements.items():
        place = parse(element)
        if texts[place.page].get(element) == _plain(text):
            found[element] = element
        if place.kind is ElementKind.SENTENCE or place.kind is ElementKind.ITEM:
            same = [one for one, other in texts[place.page].items() if other == _plain(text)]
            found.setdefault(element, same[0]) if same else None
        else:
            tables.setdefault((place.page, place.numbers[0]), {})[element] = _plain(text)
    for (page, _number), cells in tables.items():
        if any(element not in found for element in cells):
            for element in cells:
                found.pop(element, None)
            found |= _moved(cells, texts[page])
    return found


def _moved(cells: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, str]:
    numbers = {parse(one).numbers[0] for one in texts if holder_id(one) and "_item_" not in one}
    moves = []
    for number in sorted(numbers):
        move = {}
        for element, text in cells.items():
            place = parse(element)
            there = f"{place.page}_{place.kind.value}_{'_'.join(map(str, (number, *place.numbers[1:])))}"
            if texts.get(there) == text:
                move[element] = there
        moves.append(move)
    return max(moves, key=len, default={})


def _texts(page: Page) -> dict[str, str]:
    return {f"{page.title}_{one}": _plain(text) for one, text in _elements(page)}


def _elements(page: Page) -> Iterator[tuple[str, str]]:
    for element in page.elements:
        if isinstance(element, Sentence):
            yield element.id, element.text
        elif isinstance(element, Table):
            yield from ((cell.id, cell.value) for row in element.rows for cell in row)
        elif isinstance(element, List):
            yield from ((item.id, item.value) for item in element.items)


def _plain(text: str) -> str:
    return " ".join(plain_text(text).split())
