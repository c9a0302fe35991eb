"""The benchmark of verdicts: TabFact's format, intervals over tables, and the whole command on tiny models."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.training.tfidf import claim_only_labels
from benchmarks.baseline.statements import tabfact
from benchmarks.baseline.verdicts import intervals, sets, worth

YEARS = range(2001, 2007)


def clone(folder: Path) -> Path:
    """A made-up clone of TabFact's repository: eight leagues, four statements each, in two rounds."""
    names = [f"{number}-league.html.csv" for number in range(8)]
    for part, some in (("train", names[:4]), ("val", names[4:6]), ("test", names[6:])):
        (folder / "data").mkdir(parents=True, exist_ok=True)
        (folder / "data" / f"{part}_id.json").write_text(json.dumps(some))
    (folder / "data" / "all_csv").mkdir()
    (folder / "collected_data").mkdir()
    rounds: dict[str, dict[str, object]] = {"r1": {}, "r2": {}}
    for number, name in enumerate(names):
        rows = ["season#champion", *(f"{year}#club {(year + number) % 3}" for year in YEARS)]
        (folder / "data" / "all_csv" / name).write_text("\n".join(rows) + "\n")
        for round_, year in (("r1", 2001), ("r2", 2004)):
            claims = [f"club {(year + number + wrong) % 3} be champion in {year}" for wrong in (0, 1)]
            rounds[round_][name] = [claims, [1, 0], f"league {number}"]
    for round_, collected in rounds.items():
        (folder / "collected_data" / f"{round_}_training_all.json").write_text(json.dumps(collected))
    return folder


def test_tabfact_statements_come_with_the_cells_of_their_table(tmp_path):
    found = tabfact(clone(tmp_path), "val")
    assert [one.label for one in found] == ["SUPPORTS", "REFUTES"] * 4
    first = found[0]
    assert first.claim == "club 1 be champion in 2001"
    assert first.page.title == "league 4 (4-league)"
    assert {"cell_0_1_0", "cell_0_1_1"} <= set(first.evidence)
    assert not [cell for cell in first.evidence if cell.startswith("header")]


def test_tabfact_is_divided_as_its_authors_divide_it(tmp_path):
    folder = clone(tmp_path)
    pages = [{one.page.title for one in tabfact(folder, part)} for part in ("train", "val", "test")]
    assert [len(titles) for titles in pages] == [4, 2, 2]
    assert len(set.union(*pages)) == 8
    some = tabfact(folder, "train", 5)
    assert len(some) == 5
    assert some == tabfact(folder, "train", 5)


def test_tabfact_is_only_measured_where_its_statements_are(tmp_path, capsys):
    assert [one.name.split()[0] for one in sets(0, None)] == ["InfoTabS", "SEM-TAB-FACTS"]
    assert "its statements are not among the shared data" in capsys.readouterr().out
    assert sets(0, tmp_path)[-1].name == "TabFact test"


def rows_of(tables: int, each: int, *, all_or_none: bool) -> list[tuple[str, str, str]]:
    """Half of the verdicts right: within every table, or in every second table all of them."""
    return [
        (f"table {t}", "SUPPORTS", "SUPPORTS" if (t if all_or_none else n) % 2 else "REFUTES")
        for t in range(tables)
        for n in range(each)
    ]


def test_statements_of_one_table_are_drawn_together():
    alike = intervals(rows_of(40, 10, all_or_none=True), resamples=400)["accuracy"]
    mixed = intervals(rows_of(40, 10, all_or_none=False), resamples=400)["accuracy"]
    assert mixed == (0.5, 0.5)
    # Forty tables are forty draws: 1.96 * sqrt(0.25 / 40) = 0.155 to each side, not the 0.049 of 400 statements.
    assert alike[0] == pytest.approx(0.5 - 0.155, abs=0.04)
    assert alike[1] == pytest.approx(0.5 + 0.155, abs=0.04)


def right_in(share: float) -> list[tuple[str, str, str]]:
    """Of 400 statements of 100 tables this share is right."""
    return [(f"table {n // 4}", "REFUTES", "REFUTES" if n * 7 % 400 < share * 400 else "SUPPORTS") for n in range(400)]


@pytest.mark.parametrize(("share", "is_worthless"), [(0.5, True), (0.6, True), (0.61, True), (0.8, False)])
def test_a_verdict_that_is_not_above_the_claim_alone_is_worthless(share, is_worthless):
    alone = [(table, gold, right_in(0.6)[(n + 1) % 400][2]) for n, (table, gold, _) in enumerate(right_in(0.6))]
    assert ("worthless" in worth("TF-IDF", alone, right_in(share))) is is_worthless


def test_tf_idf_of_the_claim_alone_is_what_the_wording_gives_away():
    train = [(f"The club never won in {year}.", "REFUTES") for year in range(1990, 2000)]
    train += [(f"The club won in {year}.", "SUPPORTS") for year in range(1990, 2000)]
    assert claim_only_labels(train, ["She never won.", "The club won."]) == ["REFUTES", "SUPPORTS"]
    assert claim_only_labels(train[:10], ["anything"]) == ["REFUTES"]
    assert claim_only_labels([("one", "REFUTES"), ("two", "SUPPORTS"), ("three", "SUPPORTS")], ["x"]) == ["SUPPORTS"]


def test_more_tables_give_narrower_intervals():
    few, many = (intervals(rows_of(n, 4, all_or_none=True), resamples=300)["accuracy"] for n in (20, 320))
    assert many[1] - many[0] < (few[1] - few[0]) / 2


@pytest.mark.extended
def test_both_models_are_trained_and_judged_beside_the_commonest_label(tmp_path, capsys):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    from benchmarks.baseline.training import turn_of
    from benchmarks.baseline.verdicts import train_verdicts
    from tests.baseline.test_models import tiny

    turn = turn_of(tmp_path / "kept", tiny(tmp_path / "start", "MaskedLM"), layers=1, minutes=0, limit=0)
    chosen = sets(0, clone(tmp_path / "tabfact"))[-1:]
    capsys.readouterr()
    train_verdicts(turn, chosen)
    lines = capsys.readouterr().out.splitlines()
    table = [line for line in lines if line.startswith("TabFact test: ")]
    assert sum(line.startswith("  claim and evidence - ") for line in lines) == 2
    assert [line.split(":")[1].split("  ")[0] for line in table] == [
        " always SUPPORTS", " TF-IDF, claim only", " claim only", " claim and evidence"
    ]  # fmt: skip
    assert table[0].split()[4:7] == ["8", "50.0", "[50.0,"]  # half of each table's statements
    assert all(line.endswith("  -") for line in table)  # no statement is NOT ENOUGH INFO
    place = tmp_path / "kept" / "verdicts" / "tabfact-test-all"
    settings = [
        json.loads((place / f"model-{name}" / "training.json").read_text())["settings"]
        for name in ("claim-only", "claim-and-evidence")
    ]
    assert [one["claim_only"] for one in settings] == [True, False]
    assert all(one["by_length"] and one["warmup"] == 0.1 for one in settings)
    train_verdicts(turn, chosen)  # what is trained is judged again, and not trained again
    again = [line for line in capsys.readouterr().out.splitlines() if line.startswith("TabFact test: ")]
    assert again == table
