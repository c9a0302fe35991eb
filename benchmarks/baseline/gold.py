"""Claims with complete gold evidence over real pages: cells, header cells, captions, items and sentences.

The demo's claims, and those shaped like FEVEROUS: of `../shared/data/feverous_shaped`, then of `shaped_claims.jsonl`.
Each set is cut in two by page: claims that share a page, also through others, are in one half.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from django.core.management import call_command

from annotation.demo.dataset import demo_files, read_demo
from baseline.scoring.measures import holder_id
from benchmarks.baseline.gold_elements import checksum, present_ids
from benchmarks.search.wiki import SHARED
from corpus.models import Corpus
from corpus.page.element_id import ElementKind, parse
from search.indexing.build import build_index

SHAPED, DEMO = "shaped", "demo"
ROOT = Path(__file__).resolve().parents[2]
SHARED_CLAIMS = SHARED / "feverous_shaped" / "claims.jsonl"
OWN_CLAIMS = Path(__file__).with_name("shaped_claims.jsonl")


@dataclass(frozen=True, slots=True)
class Gold:
    """A claim and what is to be found: the pages, sentences and tables of all its sets, and the sets.

    `batch`: its half stays when claims of later batches are added.
    """

    claim: str
    pages: Set[str]
    sentences: Set[str]
    tables: Set[str]
    sets: Sequence[Set[str]]
    batch: int = 0


@dataclass(frozen=True, slots=True)
class ShapedClaim:
    """A claim as a file has it: its sets, and a checksum of the text of each element in them."""

    text: str
    sets: Sequence[Sequence[str]]
    checksums: dict[str, str]
    batch: int


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


def shaped_claims() -> Iterator[ShapedClaim]:
    """The shared claims, then those of the repository."""
    for path in (SHARED_CLAIMS, OWN_CLAIMS):
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                sums = row.get("checksums") or {one: checksum(text) for one, text in row["elements"].items()}
                sets = [one["content"] for one in row["evidence"]]
                yield ShapedClaim(row["claim"], sets, sums, row.get("batch", 0))


def shaped() -> tuple[Corpus, list[Gold], list[str]]:
    """The shared rendered pages, their claims, and the ids that no table of today's import has any more."""
    corpus = _corpus(SHAPED, SHARED / "html" / "wikipages_400.tar.xz")
    claims, lost = [], []
    for claim in shaped_claims():
        known = present_ids(corpus, claim.checksums)
        lost += [element for element in claim.checksums if element not in known]
        sets = [frozenset(known.get(each, each) for each in one) for one in claim.sets]
        claims.append(replace(gold_of(claim.text, sets), batch=claim.batch))
    return corpus, claims, lost


def tuned(claims: Sequence[Gold]) -> list[bool]:
    """Whether each claim is in the half that numbers are chosen on.

    Claims of an earlier batch keep their half, and later ones that share a page with them are in the same.
    """
    halves: dict[str, bool] = {}
    for batch in sorted({gold.batch for gold in claims}):
        known = [gold for gold in claims if gold.batch <= batch]
        groups: dict[str, set[str]] = {}
        for group, gold in zip(page_groups(known), known, strict=True):
            groups.setdefault(group, set()).update(gold.pages)
        for group, pages in groups.items():
            kept = {halves[page] for page in pages if page in halves}
            if len(kept) > 1:
                raise ValueError(f"claims of batch {batch} join both halves: {', '.join(sorted(pages))}")
            halves |= dict.fromkeys(pages, kept.pop() if kept else _is_tuned(group))
    return [halves[min(gold.pages)] for gold in claims]


def _is_tuned(group: str) -> bool:
    return sum(group.encode()) % 2 == 0


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
