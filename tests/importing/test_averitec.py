"""AVeriTeC's data set through our own database: rows come out as they came, and work of one's own beside them."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Project, Task
from annotation.release.averitec import AveritecCounts, averitec_rows
from annotation.release.importing.averitec import import_averitec
from annotation.release.importing.task_lines import task_lines
from annotation.work.models import Assignment, AssignmentState
from annotation.workflows.question_answering.evidence import collection_of
from annotation.workflows.question_answering.models import Answer, Article, ClaimWork, NormalisedClaim, Question
from annotation.workflows.question_answering.phases import PHASES
from tests.importing.test_averitec_rows import ROW
from tests.workflows.fact_checks import REFUTED, SUPPORTED, answered, do, normalised, people_of, switch_on, validated

ALL_IN_TRAIN = (1.0, 0.0, 0.0)


def released(project: Project) -> tuple[dict[str, list[dict[str, Any]]], AveritecCounts]:
    counts, found = AveritecCounts(), dict[str, list[dict[str, Any]]]()
    for split, row in averitec_rows(project, ALL_IN_TRAIN, 0, counts):
        found.setdefault(split, []).append(row)
    return found, counts


def write_rows(path: Path, rows: list[Any]) -> Path:
    path.write_text(json.dumps(rows))
    return path


@pytest.fixture
def checked(project: Project) -> Project:
    return switch_on(project, articles=0)


@pytest.mark.both_databases  # PostgreSQL keeps no order of the keys of JSON
def test_dev_comes_out_as_it_came(checked: Project, shared_data: Path, tmp_path: Path) -> None:
    path = shared_data / "averitec" / "dev.json"
    call_command("import_dataset", path, project=checked.slug)
    assert NormalisedClaim.objects.count() == ClaimWork.objects.count() == 500
    assert (Question.objects.count(), Answer.objects.count()) == (1_287, 1_399)
    assert ClaimWork.objects.filter(submission__assignment__kind="dispute_resolution").count() == 122
    tasks = Task.objects.filter(project=checked).count()
    call_command("import_dataset", path, project=checked.slug)  # again: everything is known
    assert Task.objects.filter(project=checked).count() == tasks
    call_command("export_dataset", tmp_path / "out", project=checked.slug, only="tables")
    assert (tmp_path / "out/averitec/dev.json").read_bytes() == path.read_bytes()
    assert json.loads((tmp_path / "out/manifest.json").read_text())["averitec"]["imported"] == 500
    assert (tmp_path / "out/averitec.csv").read_text().count("\n") > 1_399
    assert "CC-BY-NC-4.0" in (tmp_path / "out/LICENSE.md").read_text()
    assert "averitec/dev.json" in (tmp_path / "out/croissant.json").read_text()


@pytest.mark.extended
@pytest.mark.one_database
def test_train_comes_out_as_it_came(checked: Project, shared_data: Path) -> None:
    path = shared_data / "averitec" / "train.json.xz"
    done = import_averitec(checked, task_lines(path), "train")
    assert (done.claims, done.bad) == (3_068, 0)
    with lzma.open(path) as packed:
        assert released(checked)[0] == {"train": json.load(packed)}


def test_what_is_imported_is_past_work_and_nobody_is_given_it(checked: Project, tmp_path: Path) -> None:
    other = ROW | {"claim": "It snowed.", "required_reannotation": True}
    done = import_averitec(checked, task_lines(write_rows(tmp_path / "x.json", [ROW, other, ROW])), "")
    assert (done.claims, done.known, done.bad) == (2, 1, 0)
    assert Article.objects.get().claims.count() == 2
    assert list(Assignment.objects.order_by("kind").values_list("kind", "state").distinct()) == [
        ("claim_normalisation", AssignmentState.SUBMITTED),
        ("dispute_resolution", AssignmentState.SUBMITTED),
        ("question_answering", AssignmentState.SUBMITTED),
    ]
    assert not Task.objects.filter(assigned_count=0).exists()
    assert released(checked)[0]["train"] == [ROW, other]


def test_claims_alone_are_annotated_anew(checked: Project, tmp_path: Path) -> None:
    import_averitec(checked, task_lines(write_rows(tmp_path / "x.json", [ROW])), "dev", reannotate=True)
    assert released(checked)[1].excluded == {"not_answered": 1}
    people = people_of(checked, 2)
    do(people[0], checked, PHASES[1], answered(verdict=REFUTED))
    do(people[1], checked, PHASES[2], validated(REFUTED))
    [row] = released(checked)[0]["dev"]
    assert (row["claim"], row["label"], row["claim_date"]) == ("It rained.", REFUTED, "1-2-2020")
    assert row["fact_checking_article"] == ROW["fact_checking_article"]


def test_claims_are_numbered_as_in_knowledge_stores_where_that_is_asked_for(checked: Project, tmp_path: Path) -> None:
    rows = [ROW, ROW | {"claim": "It snowed."}, ROW | {"claim": "It hailed.", "claim_id": 70}]
    for numbered, wanted in ((True, ["0", "1", "70"]), (False, ["", "", "70"])):
        NormalisedClaim.objects.all().delete()
        lines = task_lines(write_rows(tmp_path / "x.json", rows))
        import_averitec(checked, lines, "dev", reannotate=True, numbered=numbered)
        assert [collection_of(one) for one in NormalisedClaim.objects.order_by("position")] == wanted


def test_own_work_is_released_by_the_rule_and_official_code_reads_it(checked: Project) -> None:
    switch_on(checked, articles=1)
    people = people_of(checked, 5)
    do(people[0], checked, PHASES[0], normalised())
    do(people[1], checked, PHASES[1], answered())
    assert released(checked)[1].excluded == {"not_validated": 1}
    do(people[2], checked, PHASES[2], validated(REFUTED))
    assert released(checked)[1].excluded == {"in_dispute": 1}
    dispute = {name: value for name, value in answered().items() if name != "correction"}
    do(people[3], checked, PHASES[3], dispute)
    do(people[4], checked, PHASES[4], validated(SUPPORTED))
    rows, counts = released(checked)
    [row] = rows["train"]
    assert (counts.released, counts.imported, row["label"], row["required_reannotation"]) == (1, 0, SUPPORTED, True)
    assert row["justification"] and row["claim_date"] == "1-3-2021"
    assert set(row) == {
        *ROW,
        *("original_claim_url", "cached_original_claim_url", "reporting_source", "location_ISO_code"),
    }
    assert official_strings(json.loads(json.dumps(row))) == [
        "When was the Harbour League founded? It was founded in 1921."
    ]


def official_strings(row: dict[str, Any]) -> list[str]:
    """What the paper's scorer reads of a row, with its requirements: every key that it asks for must be there."""
    assert row["label"] in (SUPPORTED, REFUTED, "Not Enough Evidence", "Conflicting Evidence/Cherrypicking")
    assert isinstance(row["justification"], str) and all(isinstance(kind, str) for kind in row["claim_types"])
    found = []
    for question in row["questions"]:
        for answer in question["answers"]:
            found.append(question["question"] + " " + answer["answer"])
            if answer["answer_type"] == "Boolean":
                found[-1] += ". " + answer["boolean_explanation"]
        if not question["answers"]:
            found.append(question["question"] + " No answer could be found.")
    return found


def test_bad_rows_are_named_and_left_out(checked: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_rows(tmp_path / "dev.json", [ROW | {"claim_date": "31-2-2020"}, ROW])
    with pytest.raises(CommandError):
        call_command("import_dataset", path, project=checked.slug)
    assert f"{path}, line 1: claim_date: 31-2-2020" in capsys.readouterr().err
    assert NormalisedClaim.objects.count() == 1


def test_a_new_project_has_the_phases_on(corpus: Any, tmp_path: Path) -> None:
    call_command("import_dataset", write_rows(tmp_path / "dev.json", [ROW]), project="new", corpus=corpus.slug)
    assert Project.objects.get(slug="new").workflows == [*PHASES]
    Project.objects.update(workflows=["claim_verification"])
    with pytest.raises(CommandError, match="claim_normalisation"):
        call_command("import_dataset", tmp_path / "dev.json", project="new")
