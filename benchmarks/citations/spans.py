"""`python -m benchmarks.citations spans`: tokens of WiCE's training claims that are not supported, half reported."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.citations.claim import MissingKind
from baseline.citations.lexical import compare
from benchmarks.citations.data import Case, wice_train
from benchmarks.citations.failing import shown
from benchmarks.citations.paired import difference, estimate, f1_of

NAMES_AND_NUMBERS = {MissingKind.NUMBER, MissingKind.DATE, MissingKind.NAME}
Span = tuple[int, int]


def run() -> None:
    """Print token F1 of what is said to be missing, and of names and numbers alone."""
    cases = [case for case in wice_train() if not case.is_for_tuning]
    rows: dict[str, list[tuple[float, float, float]]] = {}
    for case in cases:
        for name, spans in _systems(case).items():
            rows.setdefault(name, []).append(_counts(case, spans))
    print(f"{len(cases)} claims, {sum(map(sum, (case.unsupported for case in cases)))} tokens not supported\n")
    print("| what is said to be missing | precision | recall | F1 | - names and numbers |\n|---|---|---|---|---|")
    floor = f1_of(rows["names and numbers nowhere in the source"])
    for name, own in rows.items():
        right, predicted, wanted = (sum(column) for column in zip(*own, strict=True))
        f1 = estimate(f1_of(own), len(own))
        print(f"| {name} | {right / predicted:.3f} | {right / wanted:.3f} | {shown(f1)} | "
              f"{shown(difference(floor, f1_of(own), len(own)), sign='+')} |")  # fmt: skip


def _systems(case: Case) -> dict[str, list[Span]]:
    compared = compare(case.claim, case.passages)
    best = min(zip(compared.passages, compared.found, strict=True), key=lambda one: -one[0][0])[1]
    tokens = compared.want.tokens
    alone = [
        (tokens[at].start, tokens[at].end)
        for at, credit in zip(compared.want.content, best.credits, strict=True) if not credit
    ]  # fmt: skip
    return {
        "names and numbers nowhere in the source": [
            (one.start, one.end) for one in compared.missing if one.kind in NAMES_AND_NUMBERS
        ],
        "all that is nowhere in the source (`Verification.missing`)": [(o.start, o.end) for o in compared.missing],
        "all that the best passage lacks": alone,
    }


def _counts(case: Case, spans: Sequence[Span]) -> tuple[float, float, float]:
    """(right, predicted, wanted) tokens; those without a letter or figure are left out."""
    marked, end = [], 0
    for token in case.tokens:
        start = max(case.claim.text.find(token, end), end)
        end = start + len(token)
        marked.append(any(first < end and start < last for first, last in spans))
    pairs = [
        (said, wanted)
        for token, said, wanted in zip(case.tokens, marked, case.unsupported, strict=True)
        if any(map(str.isalnum, token))
    ]
    return (
        float(sum(said and wanted for said, wanted in pairs)),
        float(sum(said for said, _ in pairs)),
        float(sum(wanted for _, wanted in pairs)),
    )
