"""A release, from submission to the official reader."""

from __future__ import annotations

import hashlib
import json
import uuid
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from annotation.claims.claim_importer import create_tasks
from annotation.models import Claim, Evidence, Task
from annotation.release.logs import seconds_text
from annotation.release.record import MAX_SETS, read
from annotation.work.assignment import assign_next
from annotation.work.models import Submission
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from corpus.models import StoredPage
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.cast import CAPTION, CELL, DECOMPOSED, ITEM, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, tasks_of
from tests.official_checker import assert_official_code_reads

OPERATIONS = [
    {"sequence": 1, "name": "search", "value": "Åsa", "seconds": 0.9624},
    {"sequence": 2, "name": "Now on", "value": "?search=Åsa", "seconds": 2},
    {"sequence": 3, "name": "hyperlink", "value": "Åsa Lind", "seconds": 3},
    {"sequence": 4, "name": "Now on", "value": "Åsa Lind", "seconds": 4},
    {"sequence": 5, "name": "Highlighting", "value": CELL, "seconds": 5},
    {"sequence": 6, "name": "Highlighting deleted", "value": "Åsa Lind_title", "seconds": 6},
    {"sequence": 7, "name": "page-search-reset", "value": "", "seconds": 7},
]


def verify(project, person, evidence_sets, verdict="SUPPORTS", operations=()):
    assignment = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    verification, _ = submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict=verdict,
        challenge="Combining Tables and Text",
        evidence_sets=evidence_sets,
        operations=operations,
    )
    return verification


def export(project, out):
    call_command("export_dataset", "--project", project.slug, "--format", "feverous", str(out))
    text = (out / "train.jsonl").read_text(encoding="utf-8")
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    return list(read(text.splitlines())), manifest


def test_a_verified_claim_is_a_row(project, verifier, claims, tmp_path):
    verify(project, verifier, [[CELL, DECOMPOSED], [SENTENCE]], "REFUTES", OPERATIONS)
    (record,), _ = export(project, tmp_path)
    assert (record.id, record.claim, record.label) == (claims[0].pk, claims[0].text, "REFUTES")
    assert record.challenge == "Combining Tables and Text"
    assert [one.content for one in record.evidence] == [(CELL, DECOMPOSED), (SENTENCE,)]
    assert record.evidence[0].context[DECOMPOSED] == ("A\u030asa Lind_title",)
    log = [(one.operation, one.value, one.time) for one in record.annotator_operations]
    assert log[:4] == [
        ("start", "start", "0"),
        ("search", "A\u030asa", "0.962"),
        ("Now on", "?search=A\u030asa", "2"),
        ("hyperlink", "A\u030asa Lind", "3"),
    ]
    assert log[-2][:2] == ("page-search-reset", "page-search-reset") and log[-1][:2] == ("finish", "finish")


def test_context_comes_from_the_pinned_evidence(project, verifier, claims, tmp_path):
    verify(project, verifier, [[SENTENCE]])
    Evidence.objects.update(context=["Harbour League_title", "Harbour League_section_0"])
    (record,), _ = export(project, tmp_path)
    assert record.evidence[0].context[SENTENCE] == ("Harbour League_title", "Harbour League_section_0")


def test_what_is_left_out_is_counted_by_reason(project, verifier, other_verifier, claims, tmp_path):
    tasks_of(claims[0]).update(required_annotations=2)
    verify(project, verifier, [[SENTENCE]], "SUPPORTS")
    verify(project, other_verifier, [[SENTENCE]], "REFUTES")
    verify(project, verifier, [[CELL]], "NOT ENOUGH INFO")
    records, manifest = export(project, tmp_path)
    assert [record.claim for record in records] == [claims[1].text]
    assert (manifest["claims"], manifest["released"]) == (3, 1)
    assert manifest["labels"] == {"NOT ENOUGH INFO": 1}
    assert manifest["excluded"] == {"not verified": 1, "verdicts disagree": 1}


@pytest.mark.parametrize("lost", ["page", "element", "words"])
def test_evidence_that_the_corpus_lost_is_not_released(project, verifier, claims, tmp_path, lost):
    verify(project, verifier, [[SENTENCE], [OTHER_PAGE]])
    verify(project, verifier, [[CELL]])
    if lost == "page":
        StoredPage.objects.filter(title="Anna Berg").delete()
    else:
        page = build_page("Anna Berg", "* A list" if lost == "element" else "Anna Berg was a sailor.").page
        save_pages(project.corpus, [PageRecord(page, revision=200)])
    records, manifest = export(project, tmp_path)
    assert [record.claim for record in records] == [claims[1].text]
    assert manifest["excluded"] == {"evidence no longer in the corpus": 1, "not verified": 1}


def test_of_verifications_that_agree_the_earliest_is_released(project, verifier, other_verifier, claims, tmp_path):
    Task.objects.update(required_annotations=2)
    verify(project, verifier, [[SENTENCE]])
    verify(project, other_verifier, [[CELL]])
    (record,), _ = export(project, tmp_path)
    assert record.evidence[0].content == (SENTENCE,)


def test_only_current_verifications_count(project, verifier, claims, tmp_path):
    verify(project, verifier, [[SENTENCE]])
    Submission.objects.update(is_current=False)
    assert export(project, tmp_path)[0] == []


def test_the_manifest_says_what_the_release_is(project, verifier, claims, tmp_path):
    verify(project, verifier, [[SENTENCE]])
    _, manifest = export(project, tmp_path)
    assert manifest["sha256"] == hashlib.sha256((tmp_path / "train.jsonl").read_bytes()).hexdigest()
    assert manifest["corpus"]["slug"] == "harbour" and len(manifest["corpus"]["sha256"]) == 64
    assert manifest["rule"].startswith("adjudicated > unanimous > single")
    assert manifest["project"] == "harbour" and manifest["code_version"]


def test_the_corpus_hash_follows_the_pages(project, claims, tmp_path):
    first = export(project, tmp_path)[1]["corpus"]["sha256"]
    assert export(project, tmp_path)[1]["corpus"]["sha256"] == first
    StoredPage.objects.filter(title="Anna Berg").update(content_hash="0" * 64)
    assert export(project, tmp_path)[1]["corpus"]["sha256"] != first


def test_operations_that_name_nothing_of_the_corpus_stay_behind(project, verifier, claims, tmp_path):
    stray = [
        {"sequence": n, "name": name, "value": value, "seconds": n}
        for n, (name, value) in enumerate(
            [
                ("Now on", "Nowhere"),
                ("Highlighting", "Nowhere_sentence_0"),
                ("Highlighting", "nonsense"),
                ("Highlighting", "Harbour League_table_0"),
                ("search", "  "),
                ("Highlighting", SENTENCE),
            ],
            start=1,
        )
    ]
    verify(project, verifier, [[SENTENCE]], operations=stray)
    (record,), manifest = export(project, tmp_path)
    assert [one.value for one in record.annotator_operations] == ["start", SENTENCE, "finish"]
    assert manifest["operations_left_out"] == 5


def test_a_row_holds_three_evidence_sets(project, verifier, claims, tmp_path):
    verify(project, verifier, [[SENTENCE], [CELL], [ITEM], [CAPTION]])
    (record,), manifest = export(project, tmp_path)
    assert len(record.evidence) == MAX_SETS and manifest["evidence_sets_left_out"] == 1


def test_a_failure_leaves_the_last_release_in_place(project, verifier, claims, tmp_path, monkeypatch):
    verify(project, verifier, [[SENTENCE]])
    export(project, tmp_path)
    before = (tmp_path / "train.jsonl").read_bytes()

    def fail(*_arguments):
        raise RuntimeError("the power went")

    monkeypatch.setattr("annotation.release.write.record_of", fail)
    with pytest.raises(RuntimeError):
        export(project, tmp_path)
    assert (tmp_path / "train.jsonl").read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["manifest.json", "sources.jsonl", "train.jsonl"]


def test_an_empty_project_makes_an_empty_release(project, tmp_path, capsys):
    records, manifest = export(project, tmp_path)
    assert records == [] and manifest["released"] == 0
    assert "0 of 0 claims released" in capsys.readouterr().out


def test_the_command_tells_the_counts_and_how_to_get_the_pages(project, verifier, claims, tmp_path, capsys):
    verify(project, verifier, [[SENTENCE]])
    export(project, tmp_path)
    out = capsys.readouterr().out
    assert "1 of 3 claims released" in out and "SUPPORTS: 1" in out and "excluded, not verified: 2" in out
    assert f"python manage.py export_corpus {tmp_path / 'corpus.db'} --corpus harbour" in out


def test_a_folder_that_cannot_be_written_is_named(project, tmp_path):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    with pytest.raises(CommandError, match="cannot be written"):
        export(project, file / "out")


def test_claims_beyond_a_batch_come_out_in_order_and_few_queries(
    project, writer, verifier, corpus, tmp_path, django_assert_max_num_queries
):
    made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {n}.", author=writer) for n in range(450))
    create_tasks(project=project, claims=made)
    for _ in range(30):
        verify(project, verifier, [[SENTENCE]])
    with django_assert_max_num_queries(41):
        records, manifest = export(project, tmp_path)
    assert [record.id for record in records] == sorted(record.id for record in records)
    assert (manifest["claims"], manifest["released"]) == (450, 30)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [("0.000", "0"), ("0.962", "0.962"), ("113.000", "113"), ("100", "100"), ("1234567.500", "1234567.5")],
)
def test_seconds_are_written_as_in_released_files(seconds, text):
    assert seconds_text(Decimal(seconds)) == text


def test_the_official_code_reads_and_scores_the_release(project, verifier, other_verifier, claims, corpus, tmp_path):
    verify(project, verifier, [[CELL, DECOMPOSED], [SENTENCE, SECOND_SENTENCE]], "REFUTES", OPERATIONS)
    verify(project, verifier, [[CAPTION, ITEM], [OTHER_PAGE]], "NOT ENOUGH INFO")
    verify(project, other_verifier, [["Harbour League_header_cell_0_1_0"]])
    export(project, tmp_path)
    database = tmp_path / "corpus.db"
    call_command("export_corpus", str(database), "--corpus", corpus.slug)
    assert_official_code_reads(tmp_path / "train.jsonl", database)
