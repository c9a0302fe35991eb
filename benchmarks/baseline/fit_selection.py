"""Fit `baseline/cells/selection.toml` on the tuned halves, and print what cross-validation within them reaches.

The tuned halves of the demo's and the FEVEROUS-shaped claims, and beside them tuned answers of FeTaQA, whose tables
stand on pages of their own: these weigh less, since they cite whole rows and never a header.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from annotation.suggestions.evaluation import best_set
from baseline.cells.holders import holders_of
from baseline.cells.lexical import chance_of
from baseline.cells.selection import found_tables
from baseline.cells.signals import ALL, Array, signals
from baseline.config import SELECTION_WEIGHTS
from baseline.database_source import StoredPages
from baseline.passages.rank import as_found
from baseline.pipeline import Pipeline
from baseline.scoring.feverous import is_cell
from baseline.source import claim_weights
from baseline.words import claim_words
from benchmarks.baseline import gold as gold_claims
from benchmarks.baseline.gold import Gold, gold_of
from benchmarks.baseline.tables import fetaqa, fetaqa_titles
from corpus.models import Corpus
from corpus.page.element_id import full_id, local_id, parse
from corpus.page.elements import Element, Page, Section, Table
from corpus.page.page_json import page_from_json, page_to_json
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index

REGULARISATION = 0.01  # scikit-learn's C
FETAQA, FETAQA_CLAIMS, FETAQA_WEIGHT = "fetaqa", 150, 0.3
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Examples:
    """The candidates of a claim: full ids, values, and whether each is evidence. `group`: pages that stay together."""

    group: str
    ids: Sequence[str]
    values: Array
    targets: Array
    weight: float
    gold: Gold


def main(_folder: Path) -> None:
    """Print the cross-validation, then fit on everything tuned and write the weights."""
    demo_corpus, demo = gold_claims.demo()
    shaped_corpus, shaped, _lost = gold_claims.shaped()
    main_sets = [*_examples(demo_corpus, _tuned(demo), 1.0), *_examples(shaped_corpus, _tuned(shaped), 1.0)]
    corpus, answers = fetaqa_claims()
    others = _examples(corpus, answers[:FETAQA_CLAIMS], FETAQA_WEIGHT)
    for strength in (0.003, REGULARISATION, 0.03):
        _cross_validated(main_sets, others, strength)
    intercept, weights = fit([*main_sets, *others], REGULARISATION)
    rows = [f'"{name}" = {weight:.4f}' for name, weight in zip(ALL, weights, strict=True)]
    head = "# Weights of `selection.py`, written by `python -m benchmarks.baseline fit-selection`.\n"
    text = "\n".join([f"{head}intercept = {intercept:.4f}", "", "[weights]", *rows, ""])
    SELECTION_WEIGHTS.write_text(text, encoding="utf-8")


def fetaqa_claims() -> tuple[Corpus, list[Gold]]:
    """FeTaQA's dev tables as pages, indexed, and the tuned half of its answers."""
    pages: dict[str, list[Element]] = {}
    known: dict[tuple[str, str], int] = {}
    claims = []
    for case, (title, heading) in zip(fetaqa(), fetaqa_titles(), strict=True):
        key = (title, repr(case.table.rows))
        if key not in known:
            elements = pages.setdefault(title, [])
            known[key] = number = sum(isinstance(one, Table) for one in elements)
            elements += [Section(f"section_{number}", heading, 2)] if heading else []
            elements.append(_numbered(case.table, number))
        if case.is_for_tuning:
            claims.append(
                gold_of(case.claim, [frozenset(full_id(title, _renumbered(one, known[key])) for one in case.gold[0])])
            )
    if not Corpus.objects.filter(slug=FETAQA).exists():
        corpus = Corpus.objects.create(slug=FETAQA, name=FETAQA, source="FeTaQA dev")
        save_pages(corpus, (PageRecord(_as_stored(Page(title, tuple(one)))) for title, one in pages.items()))
    corpus = Corpus.objects.get(slug=FETAQA)
    build_index(corpus)
    return corpus, claims


def fit(examples: Sequence[Examples], strength: float) -> tuple[float, list[float]]:
    """Intercept and weights over the values as they are: the standardisation is folded in.

    A claim with much evidence weighs less for each piece of it.
    """
    from sklearn.linear_model import LogisticRegression

    values = np.concatenate([one.values for one in examples])
    targets = np.concatenate([one.targets for one in examples])
    weights_of = [one.weight / max(one.targets.sum(), 1) ** 0.5 for one in examples]
    counted = np.repeat(weights_of, [len(one.targets) for one in examples])
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    model = LogisticRegression(C=strength, max_iter=500).fit((values - mean) / spread, targets, sample_weight=counted)
    weights = model.coef_[0] / spread
    return float(model.intercept_[0] - (weights * mean).sum()), weights.tolist()


def _tuned(claims: Sequence[Gold]) -> list[Gold]:
    return [gold for gold, is_tuned in zip(claims, gold_claims.tuned(claims), strict=True) if is_tuned]


def _examples(corpus: Corpus, claims: Sequence[Gold], weight: float) -> list[Examples]:
    source = StoredPages(corpus)
    pipeline = Pipeline(source)
    examples = []
    for gold, group in zip(claims, gold_claims.page_groups(claims), strict=True):
        claim = claim_words(gold.claim)
        pages = pipeline.retriever.pages(claim)[: pipeline.config.pages.keep]
        tables = pipeline.retriever.passages(claim, pages, as_found).tables
        found = found_tables(
            tables, pages, lambda title: holders_of(page) if (page := source.page(title)) is not None else {}
        )
        if found:
            ids, values = signals(claim, claim_weights(source, claim), found)
            full = [full_id(one.holder.page, id_) for one, names in zip(found, ids, strict=True) for id_ in names]
            wanted = frozenset[str]().union(*gold.sets)
            targets = np.array([float(one in wanted) for one in full])
            examples.append(Examples(f"{corpus.slug} {group}", full, values, targets, weight, gold))
    return examples


def _cross_validated(main_sets: Sequence[Examples], others: Sequence[Examples], strength: float) -> None:
    """Print cells found by folds of groups of pages: in the budget, and from each threshold on with precision."""
    groups = sorted({one.group for one in main_sets})
    judged = []
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        intercept, weights = fit([*(one for one in main_sets if one.group not in held), *others], strength)
        judged += [(one, one.values @ np.array(weights) + intercept) for one in main_sets if one.group in held]
    for threshold in (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
        hits = total = given = useful = 0
        for one, logits in judged:
            order = [
                place for place in np.argsort(-logits, kind="stable")[:25] if chance_of(logits[place]) >= threshold
            ]
            found = {one.ids[place] for place in order}
            cells = [{each for each in some if is_cell(each)} for some in one.gold.sets]
            best = best_set([some for some in cells if some], found) if any(cells) else set()
            hits, total = hits + len(found.intersection(best)), total + len(best)
            given, useful = given + len(order), useful + int(sum(one.targets[order]))
        print(
            f"C = {strength}, from {threshold}: {hits} of {total} cells, {useful} of {given} are evidence", flush=True
        )


def _numbered(table: Table, number: int) -> Table:
    rows = tuple(tuple(replace(cell, id=_renumbered(cell.id, number)) for cell in row) for row in table.rows)
    return Table(f"table_{number}", table.kind, rows, table.caption)


def _renumbered(cell: str, number: int) -> str:
    place = parse(f"x_{cell}")
    return local_id(place.kind, number, *place.numbers[1:])


def _as_stored(page: Page) -> Page:
    return page_from_json(page_to_json(page))
