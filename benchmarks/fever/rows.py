"""python -m benchmarks.fever rows: pages and sentences found for FEVER's dev rows, over those of their pages at hand.

FEVER's own pages are not among the shared data. What is there are other versions of some of the cited articles: pages
can be compared by their titles, lines only by their numbers, of which the first is most often the same sentence.
"""

from __future__ import annotations

import json
import lzma
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unicodedata import normalize

from baseline.config import default_config
from baseline.fever_rows import evidence_of
from baseline.pipeline import Pipeline
from baseline.scoring.fever import FeverRow, fever_scores, read_fever
from baseline.scoring.intervals import Estimate, Parts, estimates
from baseline.source import PagesInMemory
from benchmarks.search.wiki import shared_wiki
from corpus.page.element_id import parse
from corpus.page.elements import Page, Sentence
from corpus.page.page_json import page_from_json

KEPT = Path(tempfile.gettempdir()) / "attest-fever-benchmark"


def run(shared: Path) -> None:
    """Print what share of the cited pages is there, recall of pages and sentences, and the scorer regression."""
    _regression(shared)
    with (shared / "fever" / "dev_rows.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    KEPT.mkdir(exist_ok=True)
    wiki = shared_wiki(KEPT)
    whole = {title: page_from_json(json.loads(data)) for title, data in wiki.pages.items()}
    source = PagesInMemory([*whole.values(), *_gold_pages(shared, set(whole))], wiki.redirects)
    cited = {parse(element).page for row in rows for one in evidence_of(row) for element in one}
    names = {title: title if title in source.pages else wiki.redirects.get(title, "") for title in cited}
    held = {title: name for title, name in names.items() if name in source.pages}
    known = sum(title in whole for title in held.values())
    print(f"{len(source.pages):,} pages; {len(held)} of the {len(cited):,} cited ones are there, {known} of them whole")
    _recall(rows, source, held, set(whole))


def _gold_pages(shared: Path, known: set[str]) -> Iterator[Page]:
    """The pages that FEVEROUS' sentence claims cite, of their gold sentences alone: there to be found by."""
    found: dict[str, dict[str, None]] = {}
    with (shared / "feverous" / "sentence_claims_dev.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            for one in json.loads(line)["evidence"].split("\n"):
                title, tab, text = one.partition("\t")
                if tab and (title := normalize("NFD", title)) not in known:
                    found.setdefault(title, {})[text] = None
    for title, texts in found.items():
        yield Page(title, tuple(Sentence(f"sentence_{n}", text) for n, text in enumerate(texts)))


def _recall(
    rows: Sequence[Mapping[str, Any]], source: PagesInMemory, held: Mapping[str, str], with_lines: set[str]
) -> None:
    pipeline = Pipeline(source)
    parts: list[Parts] = []
    verifiable = 0
    for row in rows:
        sets = [one for one in evidence_of(row) if one]
        verifiable += bool(sets)
        whole = [one for one in sets if all(parse(element).page in held for element in one)]
        if not whole:
            continue
        found = [page.title for page in pipeline.find(row["claim"]).pages]
        pages = [{held[parse(element).page] for element in one} for one in whole]
        part: dict[str, tuple[float, float]] = {
            f"document recall @{k}": (float(any(one <= set(found[:k]) for one in pages)), 1.0) for k in (1, 5)
        }
        lines = [one for one in whole if all(held[parse(element).page] in with_lines for element in one)]
        parts.append(part | _sentence_recall(row["claim"], lines, source, held))
    print(f"{len(parts)} of {verifiable:,} verifiable claims have a whole evidence set on them")
    if parts:
        for name, one in estimates(parts, lambda _: {}).items():
            print(f"  {name:<48}{_shown(one)}")
    print("published, as context: document recall @5 55.30 %, FEVER score 31.87 %, accuracy without evidence 50.91 %")


def _sentence_recall(
    claim: str, sets: Sequence[Sequence[str]], source: PagesInMemory, held: Mapping[str, str]
) -> dict[str, tuple[float, float]]:
    """Whether the first five sentences of the cited page have a cited line, of claims with sets of one line."""
    lone = {one[0] for one in sets if len(one) == 1}
    titles = {parse(element).page for element in lone}
    if len(titles) != 1:
        return {}
    (title,) = titles
    page = source.pages[held[title]]
    most = default_config().passages.sentences
    found = [parse(one.element).numbers[0] for one in Pipeline(PagesInMemory([page])).find(claim).sentences[:most]]
    lines = {parse(element).numbers[0] for element in lone}
    name = "sentence recall @5 given the page, line 0 cited" if 0 in lines else "sentence recall @5, other lines cited"
    return {name: (float(bool(lines & set(found))), 1.0)}


def _shown(one: Estimate) -> str:
    between = "" if one.low is None or one.high is None else f"({100 * one.low:.1f} to {100 * one.high:.1f})"
    return f"{100 * one.value:6.1f} %  {between}  of {one.rows} claims"


def _regression(shared: Path) -> None:
    """The values that were published with FEVER's scorer."""
    folder = shared / "fever"
    with (
        lzma.open(folder / "scorer_actual.jsonl.xz", "rt", encoding="utf-8") as gold,
        lzma.open(folder / "scorer_predictions.jsonl.xz", "rt", encoding="utf-8") as predicted,
    ):
        rows: list[FeverRow] = read_fever(gold, predicted)
    for name, value in fever_scores(rows).items():
        print(f"{name:<20} {value!r}")
