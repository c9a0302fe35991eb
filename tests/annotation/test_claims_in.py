"""Bringing claims in: all of a file, or nothing of it."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Claim, Task
from annotation.release.record import HEADER
from annotation.workflows.claim_generation.claims_in import MAX_LENGTH, BadClaims, import_claims

FEVEROUS_ROW = {
    "evidence": [{"content": ["P_sentence_0"], "context": {"P_sentence_0": ["P_title"]}}],
    "id": 7,
    "claim": "A released claim.",
    "label": "REFUTES",
    "annotator_operations": [{"operation": "start", "value": "start", "time": "0"}],
    "challenge": "Numerical Reasoning",
}


def bring_in(project, *rows):
    return import_claims(project=project, lines=[row if isinstance(row, str) else json.dumps(row) for row in rows])


def mistakes(project, *rows):
    with pytest.raises(BadClaims) as bad:
        bring_in(project, *rows)
    assert not Claim.objects.exists()
    return [str(problem) for problem in bad.value.problems]


def test_each_claim_becomes_a_task_wanted_as_often_as_the_project_says(project):
    project.verifications_per_claim = 2
    imported = bring_in(project, {"claim": "One."}, {"claim": "Two."})
    assert (imported.created, imported.known) == (2, 0)
    assert sorted(Task.objects.values_list("claim__text", "wanted", "kind")) == [
        ("One.", 2, "claim_verification"),
        ("Two.", 2, "claim_verification"),
    ]


def test_released_rows_bring_label_and_challenge_and_their_header_is_skipped(project):
    bring_in(project, HEADER, FEVEROUS_ROW)
    claim = Claim.objects.get()
    assert (claim.text, claim.intended_label, claim.expected_challenge) == (
        "A released claim.",
        "REFUTES",
        "Numerical Reasoning",
    )
    assert claim.author is None


def test_the_queue_is_shuffled_the_same_way_every_time(project):
    rows = [{"claim": f"Claim {n}."} for n in range(30)]
    bring_in(project, *rows)
    order = list(Task.objects.order_by("position").values_list("claim__text", flat=True))
    assert order != [row["claim"] for row in rows]
    Claim.objects.all().delete()
    bring_in(project, *reversed(rows))
    assert list(Task.objects.order_by("position").values_list("claim__text", flat=True)) == order


def test_claims_that_are_there_are_left_alone(project):
    bring_in(project, {"claim": "One."})
    imported = bring_in(project, {"claim": "One."}, {"claim": "Two."})
    assert (imported.created, imported.known) == (1, 1)
    assert Task.objects.count() == 2


def test_white_space_and_unicode_forms_do_not_make_two_claims(project):
    bring_in(project, {"claim": "  Åsa \n Lind. "})
    assert Claim.objects.get().text == "Åsa Lind."
    assert bring_in(project, {"claim": "A\u030asa Lind."}).known == 1


def test_blank_lines_and_a_byte_order_mark_do_no_harm(project):
    assert bring_in(project, "\ufeff" + json.dumps({"claim": "One."}), "", "  \n").created == 1


@pytest.mark.parametrize(
    ("row", "mistake"),
    [
        ("{", "line 2, line: not readable as JSON"),
        ("[" * 100_000, "line 2, line: not readable as JSON"),
        ("[1]", 'line 2, line: not an object; write {"claim": "..."}'),
        ({"text": "One."}, "line 2, claim: missing or not a text"),
        ({"claim": 7}, "line 2, claim: missing or not a text"),
        ({"claim": " "}, "line 2, claim: empty"),
        ({"claim": "x" * (MAX_LENGTH + 1)}, f"line 2, claim: {MAX_LENGTH + 1} characters"),
        ({"claim": "a\0b"}, "line 2, claim: has a character that cannot be stored"),
        ({"claim": "a\ud800b"}, "line 2, claim: has a character that cannot be stored"),
        ({"claim": "First."}, "line 2, claim: the same as on line 1"),
        ({"claim": "One.", "label": "TRUE"}, "line 2, label: 'TRUE' is not known; write one of: SUPPORTS"),
        ({"claim": "One.", "challenge": ["Other"]}, "line 2, challenge: \"['Other']\" is not known"),
    ],
)
def test_a_bad_line_is_named_with_its_field_and_remedy(project, row, mistake):
    (found,) = mistakes(project, {"claim": "First."}, row, {"claim": "Last."})
    assert found.startswith(mistake)


def test_all_bad_lines_are_told_at_once(project):
    assert len(mistakes(project, "{", {"claim": ""}, {"claim": "Good."}, {})) == 3


def test_the_command_brings_a_file_in(project, tmp_path, capsys):
    file = tmp_path / "claims.jsonl"
    file.write_text('{"claim": "One."}\n', encoding="utf-8")
    call_command("import_claims", "--project", project.slug, str(file))
    assert "Claims brought in: 1." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{\n", "claims.jsonl, line 1, line: not readable"),
        (b"\xff\n", "claims.jsonl is not UTF-8"),
        (None, "claims.jsonl cannot be read: No such file"),
    ],
)
def test_the_command_names_file_line_and_remedy(project, tmp_path, content, words):
    file = tmp_path / "claims.jsonl"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match="claims") as error:
        call_command("import_claims", "--project", project.slug, str(file))
    assert words in str(error.value)


def test_the_command_names_the_projects_there_are(project, tmp_path):
    with pytest.raises(CommandError, match="no project 'harbor'. There are: harbour"):
        call_command("import_claims", "--project", "harbor", str(tmp_path))


def test_many_claims_come_in_quickly(project, django_assert_max_num_queries):
    with django_assert_max_num_queries(200):
        assert bring_in(project, *({"claim": f"Claim {n}."} for n in range(3000))).created == 3000
