"""python -m benchmarks.agreement.packages ANNOTATIONS.jsonl: our agreement of a release beside irrCAC and crowd-kit.

Needs both, which nothing else does: `pip install --no-deps irrCAC==0.4.4 crowd-kit==1.4.2 nltk attrs regex joblib`.
`--freeze` writes their values over the simulated project of the tests to `tests/agreement/package_values.json`.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pandas as pd

from annotation.quality.agreement.competence import competence
from annotation.quality.agreement.items import Item, Rating
from annotation.quality.agreement.result import value_of
from annotation.quality.agreement.verdict_agreement import label_agreement

FROZEN = Path("tests/agreement/package_values.json")
DIGITS = 12
Values = dict[str, float]


def main() -> None:
    """Print every value of ours and theirs, and by how much they differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreement.packages")
    parser.add_argument("annotations", type=Path, nargs="?", help="annotations.jsonl of a release")
    parser.add_argument("--freeze", action="store_true", help=f"write {FROZEN}")
    options = parser.parse_args()
    if options.freeze:
        from tests.agreement.simulated import simulated_items

        FROZEN.write_text(json.dumps(theirs(simulated_items()), indent=1) + "\n", encoding="utf-8")
    if options.annotations is not None:
        items = items_in(options.annotations)
        own, other = ours(items), theirs(items)
        print(f"{len(items):,} claims that several people verified")
        for name, value in own.items():
            print(f"{name:32} {value:10.6f} {other[name]:10.6f} {abs(value - other[name]):.1e}")


def items_in(annotations: Path) -> list[Item]:
    """The claims of the file that several people verified, each with its current verifications."""
    ratings: defaultdict[int, list[Rating]] = defaultdict(list)
    people: dict[str, int] = {}
    with annotations.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["is_current"]:
                person = people.setdefault(row["annotator"], len(people))
                at = datetime.fromisoformat(row["handed_in"])
                ratings[row["id"]].append(Rating(row["annotation"], person, row["verdict"], "", (), at))
    return [Item(claim, tuple(of_claim)) for claim, of_claim in ratings.items() if len(of_claim) > 1]


def ours(items: Sequence[Item]) -> Values:
    """Our values, by the names of `theirs`."""
    labels = label_agreement([[rating.verdict for rating in item.ratings] for item in items], resamples=0)
    found = {name: value_of(labels[name]) for name in ("percent", "fleiss", "ac1", "alpha")}
    for one in competence(items, resamples=0):
        found |= {f"dawid_skene {one.person}": value_of(one.dawid_skene), f"mace {one.person}": value_of(one.mace)}
    return {name: value for name, value in found.items() if value is not None}


def theirs(items: Sequence[Item]) -> Values:
    """The values of irrCAC and crowd-kit over the same items."""
    rows = [(item.claim, rating.person, rating.verdict) for item in items for rating in item.ratings]
    return _irr_cac(rows) | _crowd_kit(rows)


def _irr_cac(rows: list[tuple[int, int, str]]) -> Values:
    from irrCAC.raw import CAC

    table = pd.DataFrame(rows, columns=["task", "worker", "label"]).pivot(
        index="task", columns="worker", values="label"
    )
    # Named, since it takes a missing answer for one more category under pandas 3.
    found = CAC(table, categories=sorted({label for *_, label in rows}), digits=DIGITS)
    measures = {"fleiss": found.fleiss(), "ac1": found.gwet(), "alpha": found.krippendorff()}
    values = {name: float(measure["est"]["coefficient_value"]) for name, measure in measures.items()}
    return values | {"percent": float(measures["fleiss"]["est"]["pa"])}


def _crowd_kit(rows: list[tuple[int, int, str]]) -> Values:
    """Competence by person.

    MACE there takes people and labels by their first place in one array and sorted in the next: named by their first
    place both are the same.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from crowdkit.aggregation import MACE, DawidSkene

        workers, people = pd.factorize(pd.Series([person for _task, person, _label in rows]))
        labels = pd.factorize(pd.Series([label for *_, label in rows]))[0]
        frame = pd.DataFrame({"task": [task for task, *_ in rows], "worker": workers, "label": labels})
        errors, priors = (model := DawidSkene(n_iter=100).fit(frame)).errors_, model.priors_
        knowing = MACE().fit(frame).spamming_[:, 1]
    found: Values = {}
    for worker, person in enumerate(people.tolist()):
        own = errors.loc[worker]
        seen = sum(priors[label] * own.loc[label, label] for label in own.index)
        found |= {f"dawid_skene {person}": float(seen), f"mace {person}": float(knowing[worker])}
    return found


if __name__ == "__main__":
    main()
