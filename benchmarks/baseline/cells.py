"""Cell selection as shipped, on tables whose evidence cells are known.

One half chose the weights, the other is reported.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence

from baseline.cells.features import features
from baseline.cells.lexical import lexical_cells, profiles
from baseline.cells.network import network_cells, shipped_network
from baseline.cells.table_words import table_words
from baseline.config import default_config
from baseline.words import claim_words
from benchmarks.baseline.tables import TableCase, fetaqa, semtabfacts

Chooser = Callable[[TableCase], set[str]]
HALVES = (("tuned", True), ("reported", False), ("both", None))


def main() -> None:
    """Print precision, recall, F1 (over all cells) and the mean F1 of a statement."""
    print(f"{'':34} {'half':8} {'P':>6} {'R':>6} {'F1':>6} {'mean F1':>8} {'CPU ms':>7}")
    for name, cases, profile in (
        ("FeTaQA dev", fetaqa(), "wikipedia"),
        ("SEM-TAB-FACTS dev", semtabfacts(), "scientific"),
    ):
        for chooser, choose in (
            (f"network ({profile})", network(profile)),
            (f"lexical ({profile})", lexical(profile)),
            ("cells of the claim's words", overlap),
            ("all cells", everything(profile)),
            ("random, as many as gold", at_random),
        ):
            learned = chooser.startswith("network")  # the tuned half by heart
            for half, part in HALVES[1:2] if learned else HALVES:
                mine = [case for case in cases if part is None or case.is_for_tuning is part]
                started = time.process_time()
                chosen = [choose(case) for case in mine]
                took = 1000 * (time.process_time() - started) / len(mine)
                numbers = "".join(f"{100 * value:7.1f}" for value in scores(mine, chosen))
                print(f"{name + ': ' + chooser:34} {half:8}{numbers} {took:8.1f}")


def scores(cases: Iterable[TableCase], chosen: Iterable[set[str]]) -> tuple[float, float, float, float]:
    """Against the gold set that fits best, where there are several."""
    hits = predicted = wanted = 0
    means = []
    for case, cells in zip(cases, chosen, strict=True):
        mine = counts(case, cells)
        hits, predicted, wanted = hits + mine[0], predicted + mine[1], wanted + mine[2]
        means.append(_f1(*mine))
    return hits / max(predicted, 1), hits / wanted, _f1(hits, predicted, wanted), sum(means) / len(means)


def counts(case: TableCase, cells: set[str]) -> tuple[int, int, int]:
    """(gold cells among those chosen, cells chosen, gold cells), of the gold set that fits best."""
    gold = max(case.gold, key=lambda one: _f1(len(one & cells), len(cells), len(one)))
    return len(gold & cells), len(cells), len(gold)


def _f1(hits: int, predicted: int, wanted: int) -> float:
    return 2 * hits / (predicted + wanted) if predicted + wanted else 0.0


def network(profile: str) -> Chooser:
    """What Attest chooses from one table: the shipped table network."""
    shipped, threshold = shipped_network(profile), getattr(default_config().cells.thresholds, profile)

    def chosen(case: TableCase) -> set[str]:
        found = network_cells(shipped, claim_words(case.claim), case.table)
        return {case.squares[cell.id] for cell in found if cell.id in case.squares and cell.score >= threshold}

    return chosen


def lexical(profile: str) -> Chooser:
    """What the regression chooses."""
    weights = profiles()[profile]
    threshold: float = getattr(default_config().cells.thresholds, f"lexical_{profile}")
    return lambda case: {
        case.squares[cell.id] for cell in lexical_cells(claim_words(case.claim), case.table, weights, threshold)
    }


def overlap(case: TableCase) -> set[str]:
    """Cells half of whose words the claim has."""
    found = features(claim_words(case.claim), table_words(case.table))
    return {case.squares[one.square.id] for one in found if one.features[0] >= 0.5}


def everything(profile: str) -> Chooser:
    """Every cell that could be chosen."""
    headers = profiles()[profile].headers
    return lambda case: {
        case.squares[cell.id]
        for row in case.table.rows
        for cell in row
        if cell.id in case.squares and (headers or not cell.is_header)
    }


def at_random(case: TableCase) -> set[str]:
    """As many cells as the gold set has, by chance."""
    cells: Sequence[str] = sorted(set(case.squares.values()))
    return set(random.Random(case.claim).sample(cells, min(len(case.gold[0]), len(cells))))
