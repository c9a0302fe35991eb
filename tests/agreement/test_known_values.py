"""Published values of agreement, with the data that they were computed from."""

from __future__ import annotations

import csv
import json
import lzma
from collections import Counter
from pathlib import Path

import pytest

from annotation.quality.agreement.bootstrap import estimate
from annotation.quality.agreement.cohen import cohen_kappa, cohen_row
from annotation.quality.agreement.fleiss import fleiss_kappa, fleiss_row
from annotation.quality.agreement.krippendorff import nominal_alpha, nominal_row
from annotation.quality.agreement.percent import percent_agreement, percent_row
from annotation.quality.agreement.result import Value
from annotation.quality.agreement.verdict_agreement import label_agreement


@pytest.fixture(scope="module")
def known(shared_data: Path) -> dict[str, dict]:
    cases = json.loads((shared_data / "agreement/known_values.json").read_text(encoding="utf-8"))["cases"]
    return {case["name"]: case for case in cases}


@pytest.fixture(scope="module")
def diagnoses(shared_data: Path) -> list[list[str]]:
    with (shared_data / "agreement/diagnoses.csv").open(encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


def summed(rows):
    return [sum(column) for column in zip(*rows, strict=True)]


def counted(labels, of):
    return [Counter(labels)[label] for label in of]


def cohen(table):
    return cohen_kappa([count for row in table for count in row])


def test_fleiss_diagnoses(known, diagnoses):
    case = known["Fleiss 1971 psychiatric diagnoses"]
    labels = sorted({label for row in diagnoses for label in row})
    counts = [counted(row, labels) for row in diagnoses]
    assert fleiss_kappa(summed(map(fleiss_row, counts))) == pytest.approx(case["recomputed_fleiss"], abs=1e-12)
    assert fleiss_kappa(summed(map(fleiss_row, counts))) == pytest.approx(case["fleiss_kappa"], abs=0.005)
    assert percent_agreement(summed(map(percent_row, counts))) == pytest.approx(case["P_bar"], abs=0.0001)
    assert nominal_alpha(summed(map(nominal_row, counts))) == pytest.approx(case["recomputed_kripp_alpha_nominal"])
    pairs = Counter((labels.index(row[1]), labels.index(row[2])) for row in diagnoses)
    of_two = cohen([[pairs[a, b] for b in range(5)] for a in range(5)])
    assert of_two == pytest.approx(case["cohen_rater2_vs_rater3_recomputed"], abs=1e-12)


def test_the_same_from_labels(known, diagnoses):
    case = known["Fleiss 1971 psychiatric diagnoses"]
    found = label_agreement(diagnoses)
    assert found["fleiss"].value == pytest.approx(case["recomputed_fleiss"])
    assert found["alpha"].value == pytest.approx(case["recomputed_kripp_alpha_nominal"])
    assert found["fleiss"].items == 30


def test_the_fleiss_table_of_fourteen_raters(known):
    case = known["Wikipedia Fleiss example"]
    rows = summed(map(fleiss_row, case["table"]))
    assert fleiss_kappa(rows) == pytest.approx(case["recomputed"], abs=1e-12)
    assert rows[0] / rows[1] == pytest.approx(case["P_bar"], abs=0.0005)


def test_cohen_as_sas_prints_it(known):
    case = known["SAS Cohen 3x3"]
    assert cohen(case["table"]) == pytest.approx(case["recomputed_unweighted"], abs=1e-12)
    assert cohen(case["table"]) == pytest.approx(case["kappa"], abs=0.00005)


def test_the_bootstrap_interval_is_near_the_one_that_sas_derives(known):
    case = known["SAS Cohen 3x3"]
    rows = [cohen_row(i, j, 3) for i, row in enumerate(case["table"]) for j, n in enumerate(row) for _ in range(n)]
    found = estimate(rows, cohen_kappa, resamples=4000)
    assert isinstance(found, Value)
    assert (found.interval.high - found.interval.low) / (2 * 1.96) == pytest.approx(case["ase"], rel=0.15)
    assert [found.interval.low, found.interval.high] == pytest.approx(case["ci95"], abs=0.08)


def test_krippendorffs_data_with_missing_answers(known):
    case = known["Krippendorff 'C' data (4 coders x 12 units, missing)"]
    units = [[n for n in unit if n is not None] for unit in case["columns_by_unit"]]
    counts = [counted(unit, range(1, 6)) for unit in units]
    assert nominal_alpha(summed(map(nominal_row, counts))) == pytest.approx(case["alpha_nominal"], abs=1e-11)


def test_three_coders_of_fifteen_units(known):
    case = known["Krippendorff Wikipedia 3 coders x 15"]
    units = zip(*(row.split() for row in case["rows_by_coder"]), strict=True)
    counts = [counted([n for n in unit if n != "*"], "1234") for unit in units]
    assert nominal_alpha(summed(map(nominal_row, counts))) == pytest.approx(case["recomputed_nominal"], abs=1e-12)


def test_the_four_raters_of_gwet_with_missing_answers():
    """irrCAC's `raw_4raters`, with the values of its documentation."""
    raters = ("123321412...", "1233224125..", ".33323422513", "12332441251.")
    units = ["".join(one).replace(".", "") for one in zip(*raters, strict=True)]
    found = label_agreement(units, resamples=0)
    values = {name: round(found[name].value, 5) for name in ("percent", "fleiss", "ac1", "alpha")}
    assert values == {"percent": 0.81818, "fleiss": 0.76117, "ac1": 0.77544, "alpha": 0.74342}


def test_worse_than_chance_is_below_zero(known):
    case = known["dress toy"]
    units: dict[str, list[str]] = {}
    for _coder, unit, label in case["ratings"]:
        units.setdefault(unit, []).append(label)
    counts = [counted(labels, ["YES", "NO"]) for labels in units.values()]
    assert nominal_alpha(summed(map(nominal_row, counts))) == pytest.approx(case["alpha_nominal"], abs=1e-6)


def test_the_eyes_of_7477_women(known, shared_data):
    case = known["vision (Stuart 1953) left/right eye grades"]
    with (shared_data / "agreement/vision.csv").open(encoding="utf-8") as file:
        pairs = Counter(map(tuple, list(csv.reader(file))[1:]))
    grades = sorted({grade for pair in pairs for grade in pair})
    found = cohen([[pairs[a, b] for b in grades] for a in grades])
    assert found == pytest.approx(case["cohen_unweighted_recomputed"], abs=1e-12)


def test_five_raters_of_wikipedia_infoboxes(known, shared_data):
    """Lists of 4, 9 and 10 labels are among them: Fleiss' kappa is of those with five."""
    case = known["InfoTabS validation 5 annotators"]
    with lzma.open(shared_data / "tables/infotabs/validation_dev_5raters.tsv.xz", "rt", encoding="utf-8") as file:
        votes = [json.loads(row["other_human_labels"]) for row in csv.DictReader(file, delimiter="\t")]
    fives = [vote for vote in votes if len(vote) == 5]
    assert label_agreement(fives, resamples=0)["fleiss"].value == pytest.approx(
        case["recomputed_fleiss"]["dev"], abs=0.0002
    )
    assert label_agreement(votes, resamples=0)["alpha"].value == pytest.approx(
        case["recomputed_kripp"]["dev"], abs=0.0005
    )
