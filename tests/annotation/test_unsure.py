"""The flag "not sure": kept with the submission, seen with it, released beside FEVEROUS' fields and brought back."""

from __future__ import annotations

import json
import uuid
from io import StringIO

import pytest
from django.core.management import call_command

from annotation.work.editing import edit
from annotation.work.submission import submit
from annotation.workflows.claim_verification.draft_schema import problems_of
from annotation.workflows.claim_verification.payload import body_of
from annotation.workflows.models import Verification
from tests.cast import CELL, submission

CONTENT = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[CELL]]}


def rows_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def unsure(assignment) -> Verification:
    return submit(assignment=assignment, client_id=uuid.uuid4(), unsure=True, **CONTENT)[0]


def test_it_is_stored_and_an_edit_begins_with_it(unsure):
    assert unsure.unsure
    assert body_of(unsure)["unsure"] is True


def test_over_http_it_may_be_left_out(browser):
    assert browser.post("submission/", submission()).status_code == 200
    assert not Verification.objects.get().unsure


def test_taking_it_back_is_a_change(unsure, assignment):
    changed = edit(assignment=assignment, client_id=uuid.uuid4(), base_revision=1, **CONTENT)
    assert (changed.revision, changed.unsure) == (2, False)


def test_it_is_released_beside_the_fields_of_feverous_and_brought_back(unsure, project, tmp_path):
    out = tmp_path / "out"
    call_command("export_dataset", "--project", project.slug, str(out), stdout=StringIO())
    [row] = rows_of(out / "annotations.jsonl")
    assert row["unsure"] is True
    for path in (out / "feverous").glob("*.jsonl"):
        assert all("unsure" not in each for each in rows_of(path))
    call_command("import_dataset", str(out), "--project", "again", "--corpus", project.corpus.slug, stdout=StringIO())
    assert Verification.objects.get(claim__project__slug="again").unsure


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"unsure": True, "bookmarks": [{"title": "A"}, {"title": "A", "id": CELL, "text": "x"}]}, []),
        ({"unsure": "yes"}, ["unsure"]),
        ({"bookmarks": [{"id": CELL}]}, ["bookmarks"]),
        ({"bookmarks": [{"title": "A", "text": "x" * 301}]}, ["bookmarks"]),
        ({"bookmarks": [{"title": "A"}] * 201}, ["bookmarks"]),
    ],
)
def test_a_draft_keeps_the_flag_and_bookmarks(body, wrong):
    assert list(problems_of(body)) == wrong
