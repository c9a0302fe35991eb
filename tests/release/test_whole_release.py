"""What a release holds: rows, tables, annotations, what is left out and why, and a manifest that says all of it."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import uuid

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Assignment, Claim, Project, Verification
from annotation.quality.workflows.claim_verification.report_decisions import decide
from annotation.release.output_directory import LOG_HEADS
from annotation.release.record import read
from annotation.release.row_ids import pseudonym
from annotation.release.summary import ReleaseOptions
from annotation.release.write import preview, write_release
from annotation.work.editing import edit
from tests.cast import CELL, SENTENCE
from tests.official_checker import assert_official_code_reads
from tests.release.conftest import DATA, TEXTS

pytestmark = pytest.mark.both_databases

RELEASED = ("plain", "unknown", "unanimous", "adjudicated", "own")
SPLITS = ("train", "dev", "test")


def json_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rows(folder):
    texts = [(folder / f"feverous/{split}.jsonl").read_text(encoding="utf-8") for split in SPLITS]
    return {row.id: row for text in texts for row in read(text.rstrip("\n").split("\n"))}


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def test_every_claim_is_released_or_left_out_for_a_reason(release, worked, tmp_path):
    found = manifest(tmp_path / "out")
    assert sorted(rows(tmp_path / "out")) == sorted(worked[name].pk for name in RELEASED)
    assert found["excluded"] == {
        "calibration": 1,
        "known answer among the work": 1,
        "not verified": 1,
        "reported": 1,
        "verdicts disagree": 1,
    }
    assert found["claims"] == len(TEXTS) == found["released"] + sum(found["excluded"].values())
    assert found["sources"] == {"adjudicated": 2, "single": 2, "unanimous": 1}


def test_retired_claims_are_counted_apart(project, worked, manager, tmp_path):
    decide(report=worked["reported"].reports.get(), by=manager, decision="retired", note="It says nothing.")
    write_release(project, tmp_path / "out", DATA)
    assert manifest(tmp_path / "out")["excluded"]["reported and retired"] == 1
    assert "reported" not in manifest(tmp_path / "out")["excluded"]


def test_the_manifest_has_the_hash_of_every_file(release, tmp_path):
    out = tmp_path / "out"
    files = manifest(out)["files"]
    there = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    assert set(files) == set(there) - {"manifest.json"}
    for name, said in files.items():
        content = there[name].read_bytes()
        assert said == {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def test_whoever_keeps_the_log_heads_finds_a_changed_log(project, release, tmp_path):
    lines = (tmp_path / "out" / LOG_HEADS).read_text().splitlines()
    heads = dict(line.split(",") for line in lines[1:])
    ended = Assignment.objects.filter(project=project, ended_at__isnull=False)
    assert heads == {str(one.public_id): one.log_head for one in ended} and len(heads) == 13
    said = manifest(tmp_path / "out")["logs"]
    rest = "".join(f"{line}\n" for line in lines[1:])
    assert said == {"file": LOG_HEADS, "logs": 13, "sha256": hashlib.sha256(rest.encode()).hexdigest()}


def test_the_blind_test_file_tells_no_verdict(project, worked, tmp_path):
    settings = ReleaseOptions(splits=(0, 0, 1), formats=frozenset({"feverous"}))
    write_release(project, tmp_path / "out", settings)
    header, *blind = json_lines(tmp_path / "out/feverous/test_blind.jsonl")
    assert header == {"id": "", "claim": ""}
    assert [set(row) for row in blind] == [{"id", "claim"}] * 5
    assert {row["id"]: row["claim"] for row in blind} == {n: row.claim for n, row in rows(tmp_path / "out").items()}


def test_fever_has_the_sets_that_are_sentences_alone(release, worked, tmp_path):
    found = {row["id"]: row for split in SPLITS for row in json_lines(tmp_path / f"out/fever/{split}.jsonl")}
    plain, unknown = found[worked["plain"].pk], found[worked["unknown"].pk]
    assert (plain["verifiable"], plain["label"]) == ("VERIFIABLE", "SUPPORTS")
    assert [[page, line] for ((_a, _e, page, line),) in plain["evidence"]] == [["Harbour_League", 0]]
    assert (unknown["verifiable"], unknown["evidence"][0][0][1:]) == ("NOT VERIFIABLE", [None, None, None])
    assert worked["unanimous"].pk not in found
    assert manifest(tmp_path / "out")["fever"] == {"claims_left_out": 1, "sets_left_out": 2}


def test_every_annotation_of_the_work_is_a_line(release, worked, tmp_path):
    lines = json_lines(tmp_path / "out/annotations.jsonl")
    assert len(lines) == 10  # of calibration and known answers none
    of_own = [one for one in lines if one["id"] == worked["own"].pk]
    assert [(one["verdict"], one["is_released"], one["is_adjudicated"]) for one in of_own] == [
        ("SUPPORTS", False, True),
        ("REFUTES", False, True),
    ]
    chosen = [one for one in lines if one["id"] == worked["adjudicated"].pk]
    assert [one["is_released"] for one in chosen] == [True, False]
    left_out = [one for one in lines if one["id"] == worked["disagreed"].pk]
    assert {one["claim_left_out"] for one in left_out} == {"verdicts disagree"} and left_out[0]["split"] == ""
    assert all(one["annotator_operations"][0]["operation"] == "start" for one in lines)


def test_contradictions_are_released_with_the_annotation_and_not_in_feverous_rows(project, worked, tmp_path):
    said = Verification.objects.get(claim=worked["plain"])
    words = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[SENTENCE]], "operations": []}
    pairs = [[SENTENCE, CELL]]
    edit(assignment=said.assignment, client_id=uuid.uuid4(), base_revision=1, contradictions=pairs, **words)
    write_release(project, tmp_path / "out", DATA)
    lines = [one for one in json_lines(tmp_path / "out/annotations.jsonl") if one["id"] == worked["plain"].pk]
    assert [[[one["element"] for one in pair] for pair in line["contradictions"]] for line in lines] == [[], pairs]
    assert all(len(one["content_hash"]) == 64 for one in lines[1]["contradictions"][0])
    released = [row for split in SPLITS for row in json_lines(tmp_path / f"out/feverous/{split}.jsonl")]
    assert all("contradictions" not in row for row in released)


def test_edits_are_lines_and_the_last_is_released(project, worked, verifier, tmp_path):
    was = Verification.objects.get(claim=worked["plain"])
    words = {"verdict": "REFUTES", "challenge": "Other", "evidence_sets": [[CELL]], "operations": []}
    edit(assignment=was.assignment, client_id=uuid.uuid4(), base_revision=1, **words)
    write_release(project, tmp_path / "out", DATA)
    lines = [one for one in json_lines(tmp_path / "out/annotations.jsonl") if one["id"] == worked["plain"].pk]
    assert [(one["revision"], one["is_current"], one["is_released"]) for one in lines] == [
        (1, False, False),
        (2, True, True),
    ]
    assert rows(tmp_path / "out")[worked["plain"].pk].label == "REFUTES"


def test_annotators_have_one_name_in_a_project_and_another_in_the_next(release, project, verifier, tmp_path):
    names = {one["annotator"] for one in json_lines(tmp_path / "out/annotations.jsonl")}
    assert len(names) == 2 and pseudonym(project.pk, verifier.pk) in names
    assert pseudonym(project.pk + 1, verifier.pk) not in names
    text = "".join(
        path.read_text("utf-8") for path in (tmp_path / "out").rglob("*") if path.suffix in {".jsonl", ".csv"}
    )
    assert not re.search(r"\b(vincent|violet|wilma|ada)\b", text)  # whole words: a hash may well hold "ada"


def test_tables_have_a_row_a_claim_and_a_row_a_piece_of_evidence(release, worked, tmp_path):
    claims = {int(row["id"]): row for row in table(tmp_path / "out/tables/claims.csv")}
    plain = claims[worked["plain"].pk]
    assert (plain["label"], plain["evidence_sets"], plain["elements"], plain["pages"]) == ("SUPPORTS", "2", "3", "2")
    assert plain["writer"].startswith("annotator-") and plain["claim_type"] == "I"
    evidence = [row for row in table(tmp_path / "out/tables/evidence.csv") if row["id"] == plain["id"]]
    assert [(row["set"], row["kind"]) for row in evidence] == [("0", "sentence"), ("1", "cell"), ("1", "sentence")]
    assert {row["found_by"] for row in evidence} == {"page"}
    own = [row for row in table(tmp_path / "out/tables/evidence.csv") if int(row["id"]) == worked["own"].pk]
    assert {row["found_by"] for row in own} == {"adjudicator"}
    assert len(table(tmp_path / "out/tables/annotations.csv")) == 10


def test_reports_and_adjudications_are_extra_files(release, worked, tmp_path):
    (reported,) = json_lines(tmp_path / "out/extra/reported.jsonl")
    assert (reported["id"], reported["reasons"], reported["note"]) == (
        worked["reported"].pk,
        ["unverifiable"],
        "What is good?",
    )
    one, own = json_lines(tmp_path / "out/extra/adjudications.jsonl")
    assert (one["kind"], own["kind"], own["verdict"]) == ("one", "new", "NOT ENOUGH INFO")
    assert one["chosen"] is not None and own["chosen"] is None
    assert json_lines(tmp_path / "out/extra/hard_negatives.jsonl") == []


def test_the_corpus_holds_the_pages_that_are_named_and_all_when_asked(project, release, worked, tmp_path):
    pages = json_lines(tmp_path / "out/corpus/pages.jsonl")
    assert sorted(page["title"] for page in pages) == ["Anna Berg", "A\u030asa Lind", "Harbour League"]
    Claim.objects.exclude(pk=worked["unknown"].pk).update(phase=1)
    write_release(project, tmp_path / "less", DATA)
    assert [page["title"] for page in json_lines(tmp_path / "less/corpus/pages.jsonl")] == ["Harbour League"]
    write_release(project, tmp_path / "all", ReleaseOptions(formats=frozenset({"corpus"}), whole_corpus=True))
    assert len(json_lines(tmp_path / "all/corpus/pages.jsonl")) == 3


def test_operations_can_be_left_out(project, worked, tmp_path):
    write_release(project, tmp_path / "out", ReleaseOptions(operations=False, formats=frozenset({"feverous"})))
    assert all(not row.annotator_operations for row in rows(tmp_path / "out").values())
    assert all(not one["annotator_operations"] for one in json_lines(tmp_path / "out/annotations.jsonl"))


def test_the_preview_says_what_the_release_will_be(project, worked, tmp_path):
    before = preview(project, DATA)
    facts = write_release(project, tmp_path / "out", DATA)
    assert (before.rows, before.labels, before.as_of) == (facts.rows, facts.labels, facts.as_of)
    assert before.splits_report == facts.splits_report
    assert (before.counts.excluded, before.counts.released) == (facts.counts.excluded, facts.counts.released)


def test_splits_say_what_the_sides_share(release, tmp_path):
    report = json.loads((tmp_path / "out/splits.json").read_text())
    assert report == release.splits_report and sum(report["rows"].values()) == 5
    assert report["shared"]["texts"]["all"] == 5 and report["near_duplicates"]["pairs_on_two_sides"] == 0


def test_the_command_writes_the_whole_release(project, worked, tmp_path, capsys):
    call_command("export_dataset", "--project", project.slug, "--only", "feverous,tables", str(tmp_path / "out"))
    said = capsys.readouterr().out
    assert f"5 of 10 claims released to {tmp_path / 'out'}" in said and "excluded, calibration: 1" in said
    assert len(rows(tmp_path / "out")) == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "feverous,pdf"], "Choose of these formats"),
        (["--splits", "0.8/0.1"], "is no split"),
        (["--splits", "0.8/0.1/0.2"], "add up to 1"),
        (["--test-nei", "2"], "from 0 to 1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(project, tmp_path, arguments, words):
    with pytest.raises(CommandError, match=words):
        call_command("export_dataset", "--project", project.slug, *arguments, str(tmp_path / "out"))
    assert list(tmp_path.iterdir()) == []


def test_feverous_alone_can_be_split_too(project, worked, tmp_path):
    arguments = ["--format", "feverous", "--splits", "0.5/0/0.5"]
    call_command("export_dataset", "--project", project.slug, *arguments, str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "manifest.json",
        "sources.jsonl",
        "test.jsonl",
        "test_blind.jsonl",
        "train.jsonl",
    ]
    assert sum(len(json_lines(tmp_path / f"{split}.jsonl")) - 1 for split in ("train", "test")) == 5


def test_a_number_that_two_claims_have_is_named(project, worked, tmp_path):
    Claim.objects.filter(pk=worked["open"].pk).update(release_id=worked["plain"].pk)
    with pytest.raises(CommandError, match=f"numbers of imported ones: {worked['plain'].pk}"):
        call_command("export_dataset", "--project", project.slug, str(tmp_path / "out"))


def test_an_empty_project_makes_a_release_that_loads(project, tmp_path):
    facts = write_release(project, tmp_path / "out", DATA)
    assert facts.rows == {"train": 0, "dev": 0, "test": 0} and facts.as_of is None
    assert Project.objects.count() == 1


def test_the_official_code_reads_every_split_with_adjudicated_rows(project, worked, tmp_path):
    write_release(project, tmp_path / "out", ReleaseOptions(splits=(1, 0, 0), formats=DATA.formats))
    sources = {row["id"]: row["source"] for row in json_lines(tmp_path / "out/sources.jsonl")}
    assert sources[worked["adjudicated"].pk] == sources[worked["own"].pk] == "adjudicated"
    assert_official_code_reads(tmp_path / "out/feverous/train.jsonl", tmp_path / "out/corpus/corpus.db")
