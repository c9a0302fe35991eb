"""Fit `baseline/cells/selection.toml` on the tuned halves, then print what cross-validation within them reaches.

The tuned halves of the demo's and the FEVEROUS-shaped claims, and beside them, weighing less, claims of other sets:
tuned answers of FeTaQA, which cite whole rows and never a header, and tuned statements of SEM-TAB-FACTS, which cite
whole columns for counts, superlatives and comparisons. Their headers are no candidates: FEVEROUS rarely cites one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from annotation.suggestions.evaluation import best_set
from baseline.cells.holders import Holders
from baseline.cells.lexical import Look, chance_of
from baseline.cells.second_look import Surroundings, second_signals, surroundings
from baseline.cells.selection import SECOND, found_tables
from baseline.cells.signals import ALL, Array, Found, signals
from baseline.config import SELECTION_WEIGHTS
from baseline.database_source import StoredPages
from baseline.passages.rank import as_found
from baseline.pipeline import Pipeline
from baseline.scoring.feverous import is_cell
from baseline.source import claim_weights
from baseline.words import claim_words
from benchmarks.baseline import gold as gold_claims
from benchmarks.baseline.gold import Gold, gold_of
from benchmarks.baseline.tables import fetaqa, fetaqa_titles, semtabfacts
from corpus.models import Corpus
from corpus.page.element_id import full_id, local_id, parse
from corpus.page.elements import Element, Page, Section, Table
from corpus.page.page_json import page_from_json, page_to_json
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index

REGULARISATION = 0.1  # scikit-learn's C
FETAQA, STATEMENTS = "fetaqa", "SEM-TAB-FACTS"
OTHER_WEIGHTS = (0.15, 0.4)  # of a claim of FeTaQA and of SEM-TAB-FACTS; of the main sets 1
OTHERS_TRIED, STRENGTHS_TRIED = (OTHER_WEIGHTS, (0.05, 0.15)), (0.03, REGULARISATION)
THRESHOLDS = (0.0, 0.05, 0.08, 0.1, 0.12, 0.15, 0.2)
FOLDS, INNER_FOLDS = 5, 3


@dataclass(frozen=True, slots=True)
class Examples:
    """The candidates of a claim: full ids, values, places, and whether each is evidence.

    `group`: pages or tables that stay together.
    """

    group: str
    ids: Sequence[str]
    values: Array
    around: Surroundings
    targets: Array
    weight: float
    gold: Gold


def main(_folder: Path) -> None:
    """Fit on everything tuned and write the weights, then print the cross-validation."""
    demo_corpus, demo = gold_claims.demo()
    shaped_corpus, shaped, _lost = gold_claims.shaped()
    main_sets = [*_examples(demo_corpus, _tuned(demo)), *_examples(shaped_corpus, _tuned(shaped))]
    corpus, answers = fetaqa_claims()
    others = _examples(corpus, answers), [*_statements(corpus)]
    looks = fit_both([*main_sets, *_weighed(others, OTHER_WEIGHTS)], REGULARISATION)
    parts = ["# Weights of `selection.py`, written by `python -m benchmarks.baseline fit-selection`."]
    for name, look, names in zip(("first", "second"), looks, (ALL, SECOND), strict=True):
        rows = [f'"{signal}" = {weight:.4f}' for signal, weight in zip(names, look.weights, strict=True)]
        parts += [f"[{name}]", f"intercept = {look.intercept:.4f}", "", f"[{name}.weights]", *rows, ""]
    SELECTION_WEIGHTS.write_text("\n".join(parts), encoding="utf-8")
    for weights_of in OTHERS_TRIED:
        for strength in STRENGTHS_TRIED:
            print(f"C = {strength}, FeTaQA and SEM-TAB-FACTS weigh {weights_of}")
            _cross_validated(main_sets, _weighed(others, weights_of), strength)


def _weighed(others: Sequence[Sequence[Examples]], weights_of: Sequence[float]) -> list[Examples]:
    """The examples of each set with its weight; none of a set that weighs nothing."""
    pairs = zip(others, weights_of, strict=True)
    return [replace(one, weight=weight) for some, weight in pairs if weight for one in some]


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


def fit_both(examples: Sequence[Examples], strength: float) -> tuple[Look, Look]:
    """Both regressions. The second learns from what the first says of claims that it was not fitted to."""
    groups = sorted({one.group for one in examples})
    seen: list[Examples] = []
    values: list[Array] = []
    for fold in range(INNER_FOLDS):
        held = set(groups[fold::INNER_FOLDS])
        others = [one for one in examples if one.group not in held]
        look = fit(others, [one.values for one in others], strength)
        for one in examples:
            if one.group in held:
                seen.append(one)
                values.append(with_second(one, look))
    return fit(examples, [one.values for one in examples], strength), fit(seen, values, strength)


def with_second(one: Examples, first: Look) -> Array:
    """The values of the second look."""
    return np.hstack([one.values, second_signals(one.around, first.logits(one.values))])


def fit(examples: Sequence[Examples], values_of: Sequence[Array], strength: float) -> Look:
    """A regression over the values as they are: the standardisation is folded in.

    A claim with much evidence weighs less for each piece of it.
    """
    from sklearn.linear_model import LogisticRegression

    values = np.concatenate(values_of)
    targets = np.concatenate([one.targets for one in examples])
    weights_of = [one.weight / max(one.targets.sum(), 1) ** 0.5 for one in examples]
    counted = np.repeat(weights_of, [len(one.targets) for one in examples])
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    model = LogisticRegression(C=strength, solver="newton-cholesky")
    model.fit((values - mean) / spread, targets, sample_weight=counted)
    weights = model.coef_[0] / spread
    return Look(float(model.intercept_[0] - (weights * mean).sum()), tuple(weights.tolist()))


def _tuned(claims: Sequence[Gold]) -> list[Gold]:
    return [gold for gold, is_tuned in zip(claims, gold_claims.tuned(claims), strict=True) if is_tuned]


def _examples(corpus: Corpus, claims: Sequence[Gold]) -> list[Examples]:
    source = StoredPages(corpus)
    pipeline = Pipeline(source)
    examples = []
    for gold, group in zip(claims, gold_claims.page_groups(claims), strict=True):
        claim = claim_words(gold.claim)
        pages = pipeline.retriever.pages(claim)[: pipeline.config.pages.keep]
        tables = pipeline.retriever.passages(claim, pages, as_found).tables
        found = found_tables(tables, pages, pipeline.holders_of)
        if found:
            ids, values = signals(claim, claim_weights(source, claim), found)
            full = [full_id(one.holder.page, id_) for one, names in zip(found, ids, strict=True) for id_ in names]
            wanted = frozenset[str]().union(*gold.sets)
            targets = np.array([float(one in wanted) for one in full])
            around = surroundings(gold.claim, found, ids)
            examples.append(Examples(f"{corpus.slug} {group}", full, values, around, targets, 1.0, gold))
    return examples


def _statements(corpus: Corpus) -> Iterator[Examples]:
    """Tuned statements of SEM-TAB-FACTS over their one table, without its headers; words weigh as in this corpus."""
    source = StoredPages(corpus)
    tables: dict[int, int] = {}
    for case in semtabfacts():
        number = tables.setdefault(id(case.table), len(tables))
        evidence = {
            full_id(STATEMENTS, cell)
            for cell, place in case.squares.items()
            if sum(place in gold for gold in case.gold) * 2 >= len(case.gold)
        }
        if not case.is_for_tuning or not evidence:
            continue
        holder = next(iter(Holders(Page(STATEMENTS, (case.table,))).values()))
        claim, found = claim_words(case.claim), [Found(holder, 1.0, 1.0, 0, frozenset(), frozenset())]
        ids, values = signals(claim, claim_weights(source, claim), found)
        headers = {square.id for square in holder.words.squares if square.row in holder.header_rows}
        kept = [place for place, one in enumerate(ids[0]) if one not in headers]
        names = [ids[0][place] for place in kept]
        full = [full_id(STATEMENTS, one) for one in names]
        targets = np.array([float(one in evidence) for one in full])
        if full:
            group, gold = f"{STATEMENTS} {number}", gold_of(case.claim, [frozenset(evidence)])
            around = surroundings(case.claim, found, [names])
            yield Examples(group, full, values[kept], around, targets, 1.0, gold)


def _cross_validated(main_sets: Sequence[Examples], others: Sequence[Examples], strength: float) -> None:
    """Print cells found by folds of groups of pages: in the budget, and from each threshold on with precision."""
    groups = sorted({one.group for one in main_sets})
    judged = []
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        first, second = fit_both([*(one for one in main_sets if one.group not in held), *others], strength)
        for one in main_sets:
            if one.group in held:
                judged.append((one, np.array(second.logits(with_second(one, first)))))
    for threshold in THRESHOLDS:
        hits = total = given = useful = whole = count = 0
        for one, logits in judged:
            order = [
                place for place in np.argsort(-logits, kind="stable")[:25] if chance_of(logits[place]) >= threshold
            ]
            found = {one.ids[place] for place in order}
            sets = [cells for some in one.gold.sets if (cells := {each for each in some if is_cell(each)})]
            best = best_set(sets, found) if sets else set()
            hits, total = hits + len(found.intersection(best)), total + len(best)
            whole, count = whole + (bool(sets) and found.issuperset(best)), count + bool(sets)
            given, useful = given + len(order), useful + int(sum(one.targets[order]))
        print(
            f"   from {threshold}: {hits} of {total} cells, all of {whole} of {count} claims; "
            f"{useful} of {given} are evidence",
            flush=True,
        )


def _numbered(table: Table, number: int) -> Table:
    rows = tuple(tuple(replace(cell, id=_renumbered(cell.id, number)) for cell in row) for row in table.rows)
    return Table(f"table_{number}", table.kind, rows, table.caption)


def _renumbered(cell: str, number: int) -> str:
    place = parse(f"x_{cell}")
    return local_id(place.kind, number, *place.numbers[1:])


def _as_stored(page: Page) -> Page:
    return page_from_json(page_to_json(page))
