"""A release's own AVeriTeC files, and converted ones, into a fresh project and out again: equal JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotation.models import Project
from annotation.projects.setup import create_project
from annotation.workflows.question_answering.fields.project import save_file, text_of
from annotation.workflows.question_answering.models import NormalisedClaim
from annotation.workflows.question_answering.phases import PHASES
from tests.importing.test_averitec_rows import ROW
from tests.workflows.fact_checks import (
    SUPPORTED,
    URL,
    answer,
    answered,
    claim,
    do,
    normalised,
    people_of,
    question,
    switch_on,
    validated,
    without_correction,
)

FALSE = "False"  # a verdict of the project's own
UNKNOWN = {"answer_type": "Unanswerable", "source": {"kind": "none"}, "source_medium": "", "answer": ""}


def export(project: str, target: Path) -> dict[str, bytes]:
    call_command("export_dataset", target, project=project, only="tables")
    return {path.name: path.read_bytes() for path in sorted((target / "averitec").glob("*.json"))}


@pytest.mark.both_databases
def test_a_release_comes_out_of_a_fresh_project_as_it_was(project: Project, tmp_path: Path) -> None:
    switch_on(project, articles=2)
    own = text_of(project).replace('value = "Refuted"', 'value = "False"')
    save_file(project, own, None)
    people = people_of(project, 5)
    for text, date in (("The league was founded in 1921.", "2021-03-05"), ("Anna Berg was a shipowner.", "2017/2018")):
        do(people[0], project, PHASES[0], normalised(claim(text, claim_date=date, speaker="", location_iso_code="")))
    metadata = answer("Yes", answer_type="Boolean", boolean_explanation="By its date.", source={"kind": "metadata"},
                      source_medium="Metadata")  # fmt: skip
    by_hand = answer(source={"kind": "url", "url": f"https://web.archive.org/web/2020/{URL}"})
    do(people[1], project, PHASES[1], answered(question(), question("When?", metadata, by_hand)))
    do(people[1], project, PHASES[1], answered(question(), question("Who?", answer(**UNKNOWN))))
    do(people[2], project, PHASES[2], validated())
    do(people[2], project, PHASES[2], validated(FALSE))
    do(people[3], project, PHASES[3], without_correction(answered(question("What?"), verdict=FALSE)))
    do(people[4], project, PHASES[4], validated(FALSE))
    first = export(project.slug, tmp_path / "first")
    assert sum(len(json.loads(rows)) for rows in first.values()) == 2
    again, _people = create_project(slug="again", name="Again", corpus=project.corpus, people={}, workflows=PHASES)
    save_file(again, own, None)
    for _twice in range(2):  # then everything is known
        call_command("import_dataset", tmp_path / "first/averitec", project="again")
    assert NormalisedClaim.objects.filter(article__project__slug="again").count() == 2
    assert export("again", tmp_path / "second") == first


def test_a_converted_file_comes_out_as_it_was(corpus: Any, tmp_path: Path) -> None:
    rows = [ROW, ROW | {"claim": "It snowed.", "label": SUPPORTED}]
    source, array = tmp_path / "rows.jsonl", tmp_path / "dev.json"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    call_command("convert_averitec", source, array, to="array")
    call_command("import_dataset", array, project="again", corpus=corpus.slug)
    assert export("again", tmp_path / "out") == {"dev.json": array.read_bytes()}
