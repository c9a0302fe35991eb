"""Whole evidence sets and their elements by kind, in the budget of predictions and as annotators are shown them.

Claims with complete gold: the demo's, and `../shared/data/feverous_shaped`. Numbers were chosen on one half; the other
is compared with the pipeline as it was before (`BEFORE`), in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from django.core.management import call_command

from annotation.suggestions.evaluation import Recall, best_set, page_recall, recall
from baseline.candidates import Found
from baseline.config import Config, default_config
from baseline.database_source import StoredPages
from baseline.pipeline import Pipeline
from baseline.scoring.feverous import is_cell
from benchmarks.baseline import gold as gold_claims
from benchmarks.baseline.gold import Gold
from benchmarks.baseline.paired import mean_difference
from corpus.models import Corpus


def main(_folder: Path) -> None:
    """Print recall by half, and the paired differences on the reported one."""
    call_command("migrate", verbosity=0)
    corpus, claims = gold_claims.demo()
    report("demo", corpus, claims)
    corpus, claims, lost = gold_claims.shaped()
    print(f"\nfeverous_shaped: of its ids {len(lost)} are in no table of today's import")
    report("feverous_shaped", corpus, claims)


def report(name: str, corpus: Corpus, claims: Sequence[Gold]) -> None:
    """Print what both pipelines find of the claims."""
    halves = gold_claims.tuned(claims)
    found = {label: _found(f"{name}, {label}", corpus, claims, config) for label, config in _configs().items()}
    for label, answers in found.items():
        for half, part in (("tuned", True), ("reported", False), ("both", None)):
            places = [place for place, is_tuned in enumerate(halves) if part is None or is_tuned is part]
            gold = {place: [*claims[place].sets] for place in places}
            pages = page_recall(gold, {place: [page.title for page in answers[place].pages] for place in places})
            print(f"{label:7} {half:9} {len(places)} claims, pages retrieved {pages:.1%}")
            for view in ("budget", "shown"):
                print(f"   {view:7} {_line(recall(gold, {place: _ids(answers[place], view) for place in places}))}")
    reported = [place for place, is_tuned in enumerate(halves) if not is_tuned]
    for view in ("budget", "shown"):
        for measure, hit in (("whole sets", _whole), ("share of cells", _cells)):
            pairs = [
                tuple(hit(claims[place], set(_ids(found[label][place], view))) for label in ("before", "now"))
                for place in reported
            ]
            kept = [(one, other) for one, other in pairs if one is not None and other is not None]
            first, second = zip(*kept, strict=True)
            difference = "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * one for one in mean_difference(first, second)))
            print(f"reported, {view}, {measure} ({len(kept)} claims): {difference} points, 95 % paired", flush=True)


def _configs() -> dict[str, Config]:
    config = default_config()
    cells = replace(config.cells, profile="lexical-wikipedia")
    shown = replace(config.shown, cells=10, sentence_share=0.0)
    passages = replace(config.passages, tables=3, own_words=0.0, coverage=0.0, repeated_page=0.0, goes_on=0.0)
    before = replace(config, cells=cells, shown=shown, passages=passages)
    return {"before": before, "now": config}


def _found(name: str, corpus: Corpus, claims: Sequence[Gold], config: Config) -> list[Found]:
    pipeline = Pipeline(StoredPages(corpus), config)
    started = time.process_time()
    found = [pipeline.find(gold.claim) for gold in claims]
    print(f"{name}: {1000 * (time.process_time() - started) / len(claims):.0f} ms of processor time a claim")
    return found


def _ids(found: Found, view: str) -> list[str]:
    return [one.element for one in found.suggestions if one.is_shown or view == "budget"]


def _whole(gold: Gold, found: set[str]) -> float | None:
    return float(any(found.issuperset(one) for one in gold.sets))


def _cells(gold: Gold, found: set[str]) -> float | None:
    """The share of the best set's cells, headers, captions and items; None where it has none."""
    cells = {one for one in best_set(gold.sets, found) if is_cell(one)}
    return len(cells & found) / len(cells) if cells else None


def _line(found: Recall) -> str:
    hits, total = found.cells
    kinds = ", ".join("{} {}/{}".format(kind.value, *counts) for kind, counts in found.kinds.items())
    return (
        f"pages {found.pages:.1%}, whole sets {found.whole:.1%}, cells of all kinds {hits}/{total} ({kinds}); "
        f"{found.per_claim:.1f} a claim, precision {found.precision:.1%}, of cells {found.cell_precision:.1%}"
    )
