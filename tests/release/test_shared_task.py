"""Release of a shared task: nothing in public/ comes from answers of the test split, and sealed/ proves them later."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Claim, Project, Verification
from annotation.release.row_ids import pseudonym
from annotation.release.shared_task import hidden_claims
from annotation.release.splits import sides_of
from annotation.release.summary import FORMATS, ReleaseError, ReleaseOptions
from annotation.release.write import write_release
from tests.release.growing import distinct, number_claims_from, verify, write
from tests.release.test_whole_release import json_lines, manifest

pytestmark = pytest.mark.both_databases

DATA = FORMATS - {"report"}
ALL_IN_TEST = ReleaseOptions(splits=(0, 0, 1), formats=DATA, shared_task=True)
SOME_IN_TEST = ReleaseOptions(splits=(0.5, 0.25, 0.25), formats=DATA, shared_task=True)
# What may name a page or a claim's words: the corpus, whole, and the blind files.
MAY_NAME = ("corpus/", "attribution.csv", "feverous/test_blind.jsonl", "fever/test_blind.jsonl")
# A claim that is in no split, by somebody who verified test claims too.
REPORTED = "extra/reported.jsonl"


def files(folder):
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


def test_nothing_of_the_answers_is_in_any_public_file(project, worked, tmp_path):
    write_release(project, tmp_path / "out", ALL_IN_TEST)
    people = {pseudonym(project.pk, one.assignment.person_id) for one in Verification.objects.all()}
    elements = {
        piece["element"]
        for row in json_lines(tmp_path / "out/sealed/annotations.jsonl")
        for one in row["evidence"]
        for piece in one
    }
    texts = {one.text for name, one in worked.items() if name not in ("open", "calibration", "gold", "reported")}
    searched = 0
    for name, path in files(tmp_path / "out/public").items():
        if not name.startswith((*MAY_NAME, REPORTED)):
            content = path.read_text(encoding="utf-8", errors="replace")
            assert not [one for one in (*people, *elements, *texts) if one in content], name
            searched += 1
    assert searched > 10 and len(elements) > 4 and people
    assert json_lines(tmp_path / "out/public/annotations.jsonl") == []
    assert manifest(tmp_path / "out/public")["labels"] == {}


def test_public_has_the_other_splits_as_sealed_has_them_and_the_words_of_test(project, verifier, tmp_path):
    number_claims_from(1_000)
    verify(write(project, distinct(0, 40)), verifier, ["SUPPORTS", "REFUTES"] * 20)
    facts = write_release(project, tmp_path / "out", SOME_IN_TEST)
    public, sealed = tmp_path / "out/public", tmp_path / "out/sealed"
    assert all(facts.rows.values())
    for split in ("train", "dev"):
        assert (public / f"feverous/{split}.jsonl").read_bytes() == (sealed / f"feverous/{split}.jsonl").read_bytes()
    hidden = hidden_claims(project, sides_of(project, SOME_IN_TEST))
    assert {row["id"] for row in json_lines(public / "fever/test_blind.jsonl")} == hidden
    assert [set(row) for row in json_lines(public / "fever/test_blind.jsonl")] == [{"id", "claim"}] * len(hidden)
    assert (public / "feverous/test_blind.jsonl").read_bytes() == (sealed / "feverous/test_blind.jsonl").read_bytes()
    assert not (public / "feverous/test.jsonl").exists() and not (public / "fever/test.jsonl").exists()
    for name in ("annotations.jsonl", "sources.jsonl", "extra/adjudications.jsonl", "extra/hard_negatives.jsonl"):
        assert not {row["id"] for row in json_lines(public / name)} & hidden
    assert manifest(public)["released"] == facts.rows["train"] + facts.rows["dev"]
    assert manifest(public)["corpus"]["pages"] == manifest(sealed)["corpus"]["pages"]
    assert len(json_lines(public / "corpus/pages.jsonl")) == project.corpus.pages.count()


def test_the_public_manifest_has_the_hash_of_the_sealed_answers(project, worked, tmp_path):
    write_release(project, tmp_path / "out", ALL_IN_TEST)
    said = manifest(tmp_path / "out/public")["sealed"]
    sealed = tmp_path / "out/sealed"
    hashes = {name: hashlib.sha256((sealed / name).read_bytes()).hexdigest() for name in said["answers"]}
    assert said == {
        "claims": 5,
        "manifest_sha256": hashlib.sha256((sealed / "manifest.json").read_bytes()).hexdigest(),
        "answers": hashes,
    }
    assert set(hashes) == {"feverous/test.jsonl", "fever/test.jsonl"}
    outer = json.loads((tmp_path / "out/manifest.json").read_text())
    assert outer["sealed"]["sha256"] == said["manifest_sha256"]


def test_two_releases_of_a_shared_task_are_the_same_bytes(project, worked, tmp_path):
    for name in ("one", "two"):
        write_release(project, tmp_path / name, SOME_IN_TEST)
    one, two = ({name: path.read_bytes() for name, path in files(tmp_path / each).items()} for each in ("one", "two"))
    assert one == two


def test_the_folder_comes_back_whole_and_its_public_part_without_the_test_claims(project, verifier, tmp_path):
    number_claims_from(2_000)
    verify(write(project, distinct(0, 20)), verifier)
    facts = write_release(project, tmp_path / "out", SOME_IN_TEST)
    for name, source, count in (
        ("whole", tmp_path / "out", 20),
        ("seen", tmp_path / "out/public", 20 - facts.rows["test"]),
    ):
        call_command("import_dataset", source, project=name, corpus=project.corpus.slug, verbosity=0)
        assert Claim.objects.filter(project=Project.objects.get(slug=name)).count() == count
    assert 0 < facts.rows["test"] < 20


def test_a_shared_task_without_a_test_split_and_with_one_format_is_refused(project, worked, tmp_path):
    with pytest.raises(ReleaseError, match="0.8/0.1/0.1"):
        write_release(project, tmp_path / "out", ReleaseOptions(splits=(1, 0, 0), shared_task=True))
    with pytest.raises(CommandError, match="--format"):
        call_command("export_dataset", tmp_path / "out", project=project.slug, format="feverous", shared_task=True)
    assert not (tmp_path / "out").exists()
