"""`python -m benchmarks.citations calibration`: is `fails` a probability? Of the shipped weights, on the other half."""

from __future__ import annotations

from pathlib import Path

from annotation.figures.figure import rounded
from annotation.figures.reliability import reliability
from baseline.citations.verify import lexical_verifier
from baseline.scoring.failed_verification import calibration_bins, expected_calibration_error
from benchmarks.citations.data import side, wice_dev

PICTURE = Path(__file__).with_name("reliability.svg")


def run() -> None:
    """Print the bins and the expected calibration error, and write the diagram."""
    verifier = lexical_verifier()
    sets = {"side": side(), "wice": wice_dev()}
    judged = {
        name: [
            (given, case.fails)
            for case in cases
            if not case.is_for_tuning and (given := verifier.verify(case.claim, case.passages).fails) is not None
        ]
        for name, cases in sets.items()
    }
    for name, pairs in [*judged.items(), ("both", [pair for own in judged.values() for pair in own])]:
        predicted, fails = zip(*pairs, strict=True)
        bins = calibration_bins(predicted, fails)
        error = expected_calibration_error(bins)
        base = sum(fails) / len(fails)
        mean = sum(predicted) / len(fails)
        print(f"\n{name}: {sum(fails)} of {len(fails)} fail ({base:.3f}), mean of fails {mean:.3f}")
        print(f"expected calibration error {error:.3f}")
    figure = reliability(
        "citation-reliability", "Probability that a citation fails, and the share that did",
        f"{len(fails)} citations of the half that nothing was learnt from. Expected calibration error {error:.3f}.",
        bins, across="probability given", up="share that failed",
    )  # fmt: skip
    PICTURE.write_text(figure.standalone(), encoding="utf-8")
    print("\n| " + " | ".join(figure.columns) + " |\n|" + "---|" * len(figure.columns))
    for row in figure.rows:
        print("| " + " | ".join(map(rounded, row)) + " |")
