"""`python -m benchmarks.citations sentences`: which sentences of the cited page support a claim of WiCE dev."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.citations.evidence import CLOSE, bm25_scores, supporting_sentences
from benchmarks.citations.data import Case, wice_dev
from benchmarks.citations.failing import shown
from benchmarks.citations.paired import difference, estimate, mean_of

MOST = 3


def run() -> None:
    """Print recall@3 and F1 of three sentences beside BM25, on the half that nothing was learnt or chosen on."""
    cases = [case for case in wice_dev() if any(case.supporting) and not case.is_for_tuning]
    print(
        f"{len(cases)} claims with supporting sentences\n\n| | recall@3 | - BM25 | F1 | - BM25 |\n|---|---|---|---|---|"
    )
    columns = {
        "BM25": [scores_of(case, _bm25(case)) for case in cases],
        "lexical": [scores_of(case, supporting_sentences(case.claim, case.sentences, MOST)) for case in cases],
        "lexical, those close to the best": [
            scores_of(case, supporting_sentences(case.claim, case.sentences, MOST, CLOSE)) for case in cases
        ],
    }
    for name, own in columns.items():
        cells = []
        for place in (0, 1):
            mine, floor = (mean_of([one[place] for one in some]) for some in (own, columns["BM25"]))
            cells += [shown(estimate(mine, len(own))), shown(difference(floor, mine, len(own)), sign="+")]
        print(f"| {name} | " + " | ".join(cells) + " |")


def _bm25(case: Case) -> list[int]:
    scores = bm25_scores(case.claim, case.sentences)
    return sorted(range(len(scores)), key=lambda place: -scores[place])[:MOST]


def scores_of(case: Case, chosen: Sequence[int]) -> tuple[float, float]:
    """(recall, F1) against the set of supporting sentences for which each is highest."""
    sets = [one for one in case.supporting if one]
    hits = [len(one.intersection(chosen)) for one in sets]
    return (
        max(hit / len(one) for hit, one in zip(hits, sets, strict=True)),
        max(2 * hit / (len(chosen) + len(one)) for hit, one in zip(hits, sets, strict=True)),
    )
