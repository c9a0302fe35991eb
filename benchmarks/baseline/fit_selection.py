"""Fit `baseline/cells/selection.toml` on the tuned halves, then print what cross-validation within them reaches.

The tuned halves of the demo's and the FEVEROUS-shaped claims, and beside them, weighing less, claims of other sets:
tuned answers of FeTaQA, which cite whole rows and never a header, and tuned statements of SEM-TAB-FACTS, which cite
whole columns for counts, superlatives and comparisons. Their headers are no candidates: FEVEROUS rarely cites one.

The second regression is the mean of two fits: one judges each candidate by itself, over claims; the other sees a claim
as a list, of which the evidence should be the first (the cross-entropy of a softmax over the claim's candidates, as in
ListNet of Cao and others 2007), so that claims over long tables count no more than others. Their mean is then scaled so
that it is a probability again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from annotation.suggestions.evaluation import best_set
from baseline.cells.holders import Holders
from baseline.cells.lexical import Look, chance_of
from baseline.cells.second_look import Places, Surroundings, second_signals, surroundings
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

REGULARISATION, OF_LISTS = 0.01, 0.1  # scikit-learn's C, of regressions and of the fit over lists
LISTS_SHARE = 0.6  # of the fit over lists in the second look
FETAQA, STATEMENTS = "fetaqa", "SEM-TAB-FACTS"
OTHER_WEIGHTS = (0.9, 0.4)  # of a claim of FeTaQA and of SEM-TAB-FACTS; of the main sets 1
OTHER_LISTS = (0.5, 0.3)  # the same in the fit over lists
FETAQA_STEP = 6  # every sixth answer is learnt from
KEPT_OF = (5, 2)  # of the candidates of these sets that are no evidence, one in so many is kept and weighs as much
SEED = 1
THRESHOLDS = (0.0, 0.08, 0.1, 0.12, 0.14, 0.16, 0.2)
FOLDS, INNER_FOLDS = 5, 3


@dataclass(frozen=True, slots=True)
class Examples:
    """The candidates of a claim: full ids, values, places, and whether each is evidence.

    `group`: pages or tables that stay together. `weight`, `lists_weight`: of the claim in the fits; `kept` candidates
    are learnt from (None: all), each of which counts for `counts` (None: 1).
    """

    group: str
    ids: Sequence[str]
    values: Array
    around: Surroundings
    targets: Array
    gold: Gold
    weight: float = 1.0
    lists_weight: float = 1.0
    kept: Places | None = None
    counts: Array | None = None

    def learnt_from(self, values: Array) -> Array:
        """The rows of these values that are learnt from."""
        return values if self.kept is None else values[self.kept]


def main(_folder: Path) -> None:
    """Fit on everything tuned and write the weights, then print the cross-validation."""
    demo_corpus, demo = gold_claims.demo()
    shaped_corpus, shaped, _lost = gold_claims.shaped()
    main_sets = [*_examples(demo_corpus, _tuned(demo)), *_examples(shaped_corpus, _tuned(shaped))]
    corpus, answers = fetaqa_claims()
    others = _thinned((_examples(corpus, answers[::FETAQA_STEP]), [*_statements(corpus)]))
    looks = fit_both([*main_sets, *others])
    parts = ["# Weights of `selection.py`, written by `python -m benchmarks.baseline fit-selection`."]
    for name, look, names in zip(("first", "second"), looks, (ALL, SECOND), strict=True):
        rows = [f'"{signal}" = {weight:.4f}' for signal, weight in zip(names, look.weights, strict=True)]
        parts += [f"[{name}]", f"intercept = {look.intercept:.4f}", "", f"[{name}.weights]", *rows, ""]
    SELECTION_WEIGHTS.write_text("\n".join(parts), encoding="utf-8")
    _cross_validated(main_sets, others)


def _thinned(others: Sequence[Sequence[Examples]]) -> list[Examples]:
    """The examples of each other set with their weights, and fewer candidates that are no evidence."""
    random = np.random.default_rng(SEED)
    found = []
    for some, weight, lists_weight, step in zip(others, OTHER_WEIGHTS, OTHER_LISTS, KEPT_OF, strict=True):
        for one in some:
            evidence = one.targets > 0
            kept = np.flatnonzero(evidence | (random.random(len(evidence)) < 1 / step))
            counts = np.where(evidence, 1.0, float(step))[kept]
            found.append(replace(one, weight=weight, lists_weight=lists_weight, kept=kept, counts=counts))
    return found


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


def fit_both(examples: Sequence[Examples]) -> tuple[Look, Look]:
    """Both looks. The second learns from what the first says of claims that it was not fitted to."""
    groups = sorted({one.group for one in examples})
    seen: list[Examples] = []
    values: list[Array] = []
    for fold in range(INNER_FOLDS):
        held = set(groups[fold::INNER_FOLDS])
        others = [one for one in examples if one.group not in held]
        look = fit(others, [one.values for one in others])
        for one in examples:
            if one.group in held:
                seen.append(one)
                values.append(with_second(one, look))
    second = _mean_look(fit(seen, values), fit_lists(seen, values))
    return fit(examples, [one.values for one in examples]), _scaled(second, seen, values)


def with_second(one: Examples, first: Look) -> Array:
    """The values of the second look."""
    return np.hstack([one.values, second_signals(one.around, first.logits(one.values))])


def fit(examples: Sequence[Examples], values_of: Sequence[Array]) -> Look:
    """A regression over the values as they are: the standardisation is folded in.

    A claim with much evidence weighs less for each piece of it.
    """
    from sklearn.linear_model import LogisticRegression

    values, targets = _learnt_from(examples, values_of)
    weights_of = [
        one.weight / max(one.targets.sum(), 1) ** 0.5 * (np.ones(len(one.ids)) if one.counts is None else one.counts)
        for one in examples
    ]
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    model = LogisticRegression(C=REGULARISATION, solver="newton-cholesky")
    model.fit((values - mean) / spread, targets, sample_weight=np.concatenate(weights_of))
    return _unscaled(model.coef_[0], float(model.intercept_[0]), mean, spread)


def fit_lists(examples: Sequence[Examples], values_of: Sequence[Array]) -> Look:
    """Weights by which a claim's evidence comes first: the mean of -log softmax over its candidates."""
    from scipy.optimize import minimize

    pairs = [(one, of) for one, of in zip(examples, values_of, strict=True) if one.targets.any()]
    values, targets = _learnt_from(*zip(*pairs, strict=True))
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    values = (values - mean) / spread
    sizes = [len(one.learnt_from(one.targets)) for one, _ in pairs]
    starts = np.cumsum([0, *sizes[:-1]])
    claim = np.repeat(np.arange(len(sizes)), sizes)
    weight = np.array([one.lists_weight for one, _ in pairs])[claim]
    wanted = weight * targets / np.add.reduceat(targets, starts)[claim]

    def loss(weights: Array) -> tuple[float, Array]:
        scores = values @ weights
        scores -= np.maximum.reduceat(scores, starts)[claim]
        chances = np.exp(scores)
        sums = np.add.reduceat(chances, starts)[claim]
        value = -(wanted * (scores - np.log(sums))).sum() + weights @ weights / (2 * OF_LISTS)
        return float(value), values.T @ (weight * chances / sums - wanted) + weights / OF_LISTS

    found = minimize(loss, np.zeros(values.shape[1]), jac=True, method="L-BFGS-B").x
    return _unscaled(found, 0.0, mean, spread)


def _learnt_from(examples: Sequence[Examples], values_of: Sequence[Array]) -> tuple[Array, Array]:
    """The values and targets of the candidates that are learnt from."""
    values = np.concatenate([one.learnt_from(values) for one, values in zip(examples, values_of, strict=True)])
    return values, np.concatenate([one.learnt_from(one.targets) for one in examples])


def _unscaled(weights: Array, intercept: float, mean: Array, spread: Array) -> Look:
    return Look(intercept - float((weights / spread * mean).sum()), tuple((weights / spread).tolist()))


def _mean_look(regression: Look, lists: Look) -> Look:
    mix = [
        (1 - LISTS_SHARE) * one + LISTS_SHARE * other
        for one, other in zip(
            (regression.intercept, *regression.weights), (lists.intercept, *lists.weights), strict=True
        )
    ]
    return Look(mix[0], tuple(mix[1:]))


def _scaled(look: Look, examples: Sequence[Examples], values_of: Sequence[Array]) -> Look:
    """The look with logits of probabilities, by the candidates of the main sets (Platt 1999)."""
    from sklearn.linear_model import LogisticRegression

    pairs = [(one, values) for one, values in zip(examples, values_of, strict=True) if one.kept is None]
    values, targets = _learnt_from(*zip(*pairs, strict=True))
    model = LogisticRegression(C=100.0).fit(np.array(look.logits(values))[:, None], targets)
    slope = float(model.coef_[0, 0])
    return Look(slope * look.intercept + float(model.intercept_[0]), tuple(slope * one for one in look.weights))


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
            examples.append(Examples(f"{corpus.slug} {group}", full, values, around, targets, gold))
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
            yield Examples(group, full, values[kept], around, targets, gold)


def _cross_validated(main_sets: Sequence[Examples], others: Sequence[Examples]) -> None:
    """Print cells found by folds of groups of pages: in the budget, and from each threshold on with precision."""
    groups = sorted({one.group for one in main_sets})
    judged = []
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        first, second = fit_both([*(one for one in main_sets if one.group not in held), *others])
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
