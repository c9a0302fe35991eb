"""Bringing claims in: all of a file, or nothing of it."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from annotation.claims.claim_files import ClaimFormat
from annotation.claims.claim_importer import BadClaims, import_claims
from annotation.claims.text_rules import MAX_LENGTH
from annotation.models import Claim, Task
from annotation.release.record import HEADER

pytestmark = pytest.mark.both_databases

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
    assert sorted(Task.objects.values_list("verification_item__claim__text", "required_annotations", "kind")) == [
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
    order = list(Task.objects.order_by("position").values_list("verification_item__claim__text", flat=True))
    assert order != [row["claim"] for row in rows]
    Task.objects.all().delete()
    Claim.objects.all().delete()
    bring_in(project, *reversed(rows))
    assert list(Task.objects.order_by("position").values_list("verification_item__claim__text", flat=True)) == order


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
        ({"claim": "One.", "label": "TRUE"}, "line 2, label: 'TRUE' is not known; write one of: SUPPORTS"),
        ({"claim": "One.", "challenge": ["Other"]}, "line 2, challenge: \"['Other']\" is not known"),
    ],
)
def test_a_bad_line_is_named_with_its_field_and_remedy(project, row, mistake):
    (found,) = mistakes(project, {"claim": "First."}, row, {"claim": "Last."})
    assert found.startswith(mistake)


def test_a_claim_that_comes_again_is_counted(project):
    imported = bring_in(project, {"claim": "One."}, {"claim": "Two."}, {"claim": " One. "})
    assert (imported.created, imported.known, imported.repeated) == (2, 0, 1)


def test_two_lines_that_contradict_each_other_are_named(project):
    rows = [{"claim": "One.", "label": "SUPPORTS"}, {"claim": "Two."}, {"claim": "One.", "label": "REFUTES"}]
    (found,) = mistakes(project, *rows)
    assert found == "line 3, label: REFUTES here, SUPPORTS for the same claim on line 1; delete one of them"
    lines = map(json.dumps, rows)
    assert import_claims(project=project, lines=lines, first_counts=True).repeated == 1
    assert Claim.objects.get(text="One.").intended_label == "SUPPORTS"


@pytest.mark.parametrize("label", ["not enough info", "NOT_ENOUGH_INFO", "Not Enough Info"])
def test_labels_are_understood_as_data_sets_write_them(project, label):
    bring_in(project, {"claim": "One.", "label": label, "challenge": "multi-hop reasoning"})
    claim = Claim.objects.get()
    assert (claim.intended_label, claim.expected_challenge) == ("NOT ENOUGH INFO", "Multi-hop Reasoning")


# --- CSV and plain text ----------------------------------------------------------------------------------------------


def bring_in_csv(project, *lines):
    return import_claims(project=project, lines=[f"{line}\n" for line in lines], written_in=ClaimFormat.CSV)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_first_line_of_a_csv_names_its_columns(project, delimiter):
    rows = [["id", "Claim", "LABEL", "challenge"], ["7", "One.", "supports", ""], ["8", '"A, b; c."', "", "Other"]]
    imported = bring_in_csv(project, *(delimiter.join(row) for row in rows))
    assert imported.created == 2
    assert list(Claim.objects.values_list("text", "intended_label", "expected_challenge")) == [
        ("One.", "SUPPORTS", ""),
        ("A, b; c.", "", "Other"),
    ]


def test_a_csv_with_one_column_needs_no_quotes(project):
    bring_in_csv(project, "\ufeffclaim", "One, two; three.", "", '"Four ""five""."')
    assert list(Claim.objects.values_list("text", flat=True)) == ["One, two; three.", 'Four "five".']


def test_text_in_quotes_may_run_over_lines_and_the_next_keeps_its_number(project):
    with pytest.raises(BadClaims) as bad:
        bring_in_csv(project, "claim,label", '"One', 'two.",SUPPORTS', "Three.,PERHAPS")
    assert [problem.line for problem in bad.value.problems] == [4]
    bring_in_csv(project, "claim,label", '"One', 'two.",SUPPORTS')
    assert Claim.objects.get().text == "One two."


@pytest.mark.parametrize(
    ("lines", "mistake"),
    [
        (
            ["text,label", "One.,"],
            "line 1, line: the first line must name the columns, one of them 'claim' (it names: ",
        ),
        (["claim,claim", "One.,Two."], "line 1, line: the first line must name the columns"),
        ([], "line 1, line: the first line must name the columns, one of them 'claim' (it names: nothing)"),
        (["claim,label", "One, two.,SUPPORTS"], "line 2, line: 3 columns, the first line has 2; put text"),
        (["claim,label", ",SUPPORTS"], "line 2, claim: empty"),
        (["claim,label", "One.,", '"Two.,SUPPORTS', "Three.,"], "line 3, line: not readable as CSV"),
    ],
)
def test_a_bad_line_of_a_csv_is_named(project, lines, mistake):
    with pytest.raises(BadClaims) as bad:
        bring_in_csv(project, *lines)
    (found,) = map(str, bad.value.problems)
    assert found.startswith(mistake)
    assert not Claim.objects.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("claims.txt", "One.\r\n\r\nTwo, three.\r\n"),
        ("claims.csv", "claim;label\r\nOne.;SUPPORTS\r\nTwo, three.;\r\n"),
        ("claims.tsv", "label\tclaim\n\tOne.\n\tTwo, three.\n"),
        ("claims.jsonl", '{"claim": "One."}\r\n{"claim": "Two, three."}\r\n'),
    ],
)
def test_the_command_reads_each_kind_of_file(project, tmp_path, name, content):
    file = tmp_path / name
    file.write_bytes(b"\xef\xbb\xbf" + content.encode())
    call_command("import_claims", "--project", project.slug, str(file))
    assert list(Claim.objects.values_list("text", flat=True)) == ["One.", "Two, three."]


# --- Real data sets --------------------------------------------------------------------------------------------------


@pytest.mark.extended
def test_the_rows_of_fever_come_in_but_for_contradictions_of_their_own(project, shared_data, capsys):
    command = ("import_claims", "--project", project.slug, str(shared_data / "fever" / "dev_rows.jsonl"))
    with pytest.raises(CommandError) as error:
        call_command(*command)
    told = str(error.value).splitlines()
    assert len(told) == 11 and all("for the same claim on line" in line for line in told[1:10])
    assert "--first-counts" in told[10]
    assert not Claim.objects.exists()
    call_command(*command, "--first-counts")
    assert "Claims imported: 4937. Already in the project: 0. Duplicates in the file: 63." in capsys.readouterr().out


def test_the_claims_of_feverous_come_in(project, shared_data, capsys):
    folder = shared_data / "feverous"
    call_command("import_claims", "--project", project.slug, str(folder / "sentence_claims_dev.jsonl"))
    call_command("import_claims", "--project", project.slug, str(folder / "train_rows.jsonl"))
    said = capsys.readouterr().out
    assert "Claims imported: 2361. Already in the project: 0." in said and "Claims imported: 5." in said
    assert not Claim.objects.filter(intended_label="").exists()


def test_all_bad_lines_are_told_at_once(project):
    assert len(mistakes(project, "{", {"claim": ""}, {"claim": "Good."}, {})) == 3


def test_the_command_brings_a_file_in(project, tmp_path, capsys):
    file = tmp_path / "claims.jsonl"
    file.write_text('{"claim": "One."}\n', encoding="utf-8")
    call_command("import_claims", "--project", project.slug, str(file))
    assert "Claims imported: 1." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{\n", "claims.jsonl, line 1, line: not readable"),
        (b"\xff\n", "claims.jsonl is not UTF-8"),
        (b"\n" * 20_000 + b"\xff\n", "claims.jsonl is not UTF-8 (invalid start byte in line 20001)"),
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
    with django_assert_max_num_queries(100):
        assert bring_in(project, *({"claim": f"Claim {n}."} for n in range(1000))).created == 1000
