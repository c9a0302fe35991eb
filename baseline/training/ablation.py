"""python -m baseline.training.ablation --plain FOLDER --nli FOLDER --out FOLDER --train FILE --dev FILE ...

Verdicts from gold evidence by three models (Table 4, right): trained from an encoder, from one trained on NLI, and from
that with sampled NOT ENOUGH INFO. Other options are those of `baseline.training verdicts`, the same for all three. A
model that is trained already is taken, one that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from annotation.release.record import LABELS
from baseline.arguments import source_of
from baseline.models import NoModel, open_model
from baseline.scoring.intervals import Estimate, estimates
from baseline.scoring.measures import label_parts, macro_f1
from baseline.scoring.report import CLASSES
from baseline.scoring.tables import Report, Table, as_json, as_markdown, as_text
from baseline.training.__main__ import about_of
from baseline.training.__main__ import main as train
from baseline.training.arguments import leave, parse
from baseline.training.data import read_rows
from baseline.training.folder import ABOUT
from baseline.training.settings import CannotTrain, Settings, refuse_other
from baseline.training.tfidf import claim_only_labels
from baseline.training.verdicts import NOTHING, VerdictExample, VerdictTask, verdict_examples

# Row of the table -> folder below --out, the option with the start checkpoint, and whether NOT ENOUGH INFO is sampled.
ROWS = {
    "Without NLI": ("plain", "plain", False),
    "+ NLI": ("nli", "nli", False),
    "+ NLI + NEI sampling": ("nli-nei", "nli", True),
}
OWN = {"--start", "--resume", "--enough", "--no-nei-sampling", "--claim-only", "--dual"}
NAME = "oracle"
MAJORITY, CLAIM_ONLY = "Always the commonest label", "TF-IDF, claim only"


def main(arguments: Sequence[str] | None = None) -> None:
    """Train what is not trained yet, judge all three on the same claims and print the table."""
    options, rest = _parse(sys.argv[1:] if arguments is None else arguments)
    try:
        made = {row: _trained(options, rest, *which) for row, which in ROWS.items()}
        result = _report(made, options)
    except (CannotTrain, NoModel, ImportError) as error:
        leave(str(error))
    if options.format == "json":
        print(json.dumps(as_json(result), ensure_ascii=False, indent=1))
    else:
        print((as_markdown if options.format == "markdown" else as_text)(result), end="")


def _parse(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="python -m baseline.training.ablation",
        description="Train three verdict classifiers and compare them given the gold evidence (Table 4, right).",
        epilog="All other options are those of `python -m baseline.training verdicts`, such as --train and --dev.",
        allow_abbrev=False,
    )
    parser.add_argument("--plain", required=True, metavar="FOLDER", help="encoder without NLI to start from")
    parser.add_argument("--nli", required=True, metavar="FOLDER", help="encoder trained on NLI to start from")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a folder for each model goes here")
    parser.add_argument("--test", type=Path, metavar="FILE", help="rows to judge (default: --dev, as in the paper)")
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    parser.add_argument("--resamples", type=int, default=1_000, metavar="N", help="0: no intervals (default: 1,000)")
    options, rest = parser.parse_known_args(arguments)
    named = [one.partition("=")[0] for one in rest if one.startswith("--")]
    if wrong := [one for one in named if any(own.startswith(one) for own in OWN)]:  # the training takes abbreviations
        parser.error(f"{', '.join(wrong)}: differs between the three models, or is decided here")
    return options, rest


def _trained(
    options: argparse.Namespace,
    rest: Sequence[str],
    folder: str,
    start: str,
    nei_sampling: bool,  # noqa: FBT001
) -> argparse.Namespace:
    """Options of one training, whose folder holds a whole model afterwards. Raises CannotTrain."""
    given = ["verdicts", *rest, "--start", getattr(options, start), "--out", str(options.out / folder)]
    given += [] if nei_sampling else ["--no-nei-sampling"]
    found = parse(given)
    if (found.out / "config.json").is_file():
        refuse_other(found.out / ABOUT, about_of(found))
    else:
        with redirect_stdout(sys.stderr):  # standard output is the table alone
            train([*given, "--resume"])
    return found


def _report(made: Mapping[str, argparse.Namespace], options: argparse.Namespace) -> Report:
    any_of = next(iter(made.values()))
    source, path = source_of(any_of), options.test or any_of.dev
    examples = [one for row in read_rows(path) for one in verdict_examples(row, source)]
    if not examples:
        raise CannotTrain(f"No claim of {path} {NOTHING}")
    resamples = max(options.resamples, 0)
    learned = [(row.claim, row.label) for row in read_rows(any_of.train)]
    golds = [one.label for one in examples]
    commonest = Counter(label for _, label in learned).most_common(1)[0][0]
    said = {
        MAJORITY: [commonest] * len(examples),
        CLAIM_ONLY: claim_only_labels(learned, [one.claim for one in examples]),
        **{name: _judged(of.out, of.settings, examples) for name, of in made.items()},
    }
    rows = tuple((name, _f1(golds, labels, resamples)) for name, labels in said.items())
    worthless = [name for name in made if not _is_above(golds, said[CLAIM_ONLY], said[name], resamples)]
    note = f"Given the gold evidence. Overall: the mean of the classes. {path.name}, by models in {options.out}."
    if worthless and resamples:
        note += f" Worthless, since its accuracy is not above that of {CLAIM_ONLY}: {', '.join(worthless)}."
    table = Table("Verdicts, F1 (Table 4, right)", note, CLASSES, rows)
    return Report(len(examples), {label: golds.count(label) for label in LABELS}, resamples, (table,))


def _judged(folder: Path, settings: Settings, examples: Sequence[VerdictExample]) -> list[str]:
    """The predicted label of each example. Raises NoModel."""
    opened = open_model(str(folder), "SequenceClassification", outputs=len(LABELS))
    return [said for _gold, said in VerdictTask(settings, [], examples).judged(opened)]


def _f1(golds: Sequence[str], labels: Sequence[str], resamples: int) -> tuple[Estimate | None, ...]:
    """F1 of each class and their mean, with intervals that draw claims."""
    parts = [dict(label_parts(NAME, *pair)) for pair in zip(golds, labels, strict=True)]
    found = estimates(parts, macro_f1, resamples=resamples)
    return tuple(found.get(key) for key in (*(f"{NAME} F1 {label}" for label in LABELS), f"{NAME} macro F1"))


def _is_above(golds: Sequence[str], others: Sequence[str], labels: Sequence[str], resamples: int) -> bool:
    """Whether the interval of the difference in accuracy is above 0."""
    rows = zip(golds, others, labels, strict=True)
    parts = [{"gain": (float(gold == mine) - float(gold == other), 1.0)} for gold, other, mine in rows]
    low = estimates(parts, lambda _: {}, resamples=resamples)["gain"].low
    return low is not None and low > 0


if __name__ == "__main__":
    main()
