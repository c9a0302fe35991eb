"""The page of releases: counting, building, stopping, taking away; and evidence in a newer corpus."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client

from annotation.accounts.tokens import create_token
from annotation.errors import AnnotationError
from annotation.models import Assignment, Claim, DataStatement, Project, Release, Verification
from annotation.projects.models import Role
from annotation.release import job as making
from annotation.release.models import releases_of
from annotation.release.summary import ReleaseError
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from frontend.views.release_files import zipped
from jobs.context import JobContext, LeaseLost
from jobs.models import Job, JobState
from jobs.runner import claim as take_up
from jobs.runner import run_next
from tests.annotation.disagreeing import said, submit_work
from tests.annotation.test_check_evidence import snapshot
from tests.cast import CAPTION, CELL, ITEM, OTHER_PAGE, PAGES, SECOND_SENTENCE, SENTENCE, claim_of, member
from tests.frontend.html import select

PLAIN = {"train": 100, "dev": 0, "test": 0, "seed": 3, "formats": ["feverous"], "operations": "on"}


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    settings.ATTEST_DATA_DIR.mkdir()


@pytest.fixture
def work(project, verifier, other_verifier, claims) -> list[Verification]:
    """One claim two people agree on, one they do not, one that nobody has verified."""
    made = [said(project, verifier, "SUPPORTS", [SENTENCE]), said(project, verifier, "REFUTES", [OTHER_PAGE])]
    by_claim = {one.claim_id: one for one in made}
    for _place in range(2):
        assignment = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        assert assignment is not None
        mine = by_claim.get(claim_of(assignment).pk)
        made.append(
            submit_work(assignment, "SUPPORTS", [OTHER_PAGE])
            if mine
            else submit_work(assignment, "REFUTES", [SENTENCE])
        )
    Job.objects.all().delete()  # what verifying has asked for
    return made


@pytest.fixture
def at(manager) -> Client:
    client = Client()
    client.force_login(manager)
    return client


def text(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def closed(answer) -> None:
    """Close the file of an answer; closing all of it would close the test's database as well."""
    for close in answer._resource_closers:
        close()


def built(at, **changes) -> Release:
    assert at.post("/p/harbour/releases/", {**PLAIN, **changes, "build": "1"}).status_code == 302
    job = run_next()
    assert job is not None and job.state == JobState.DONE, job and job.error
    return Release.objects.get(job=job)


# --- Counting and building ------------------------------------------------------------------------------------------


def test_what_would_be_released_is_counted_before_anything_is_made(project, work, at):
    assert 'hx-trigger="load"' in at.get("/p/harbour/releases/").content.decode()  # counted without being asked
    at.post("/p/harbour/releases/", {**PLAIN, "preview": "1"})
    assert 'aria-label="Counting"' in at.get("/p/harbour/releases/").content.decode()
    job = run_next()
    assert job is not None and job.state == JobState.DONE, job and job.error
    counts = job.result
    page = text(at.get("/p/harbour/releases/"))
    assert f"{counts['released']} of 3 claims would be released" in page
    assert sum(counts["rows"].values()) == counts["released"] == sum(counts["labels"]["train"].values())
    assert counts["released"] + sum(counts["excluded"].values()) == 3
    assert not Release.objects.exists() and not releases_of(project.pk).exists()


def test_a_release_is_built_as_its_counts_and_hash_say(project, work, at):
    at.post("/p/harbour/releases/", {**PLAIN, "preview": "1"})
    counted = run_next().result
    release = built(at)
    manifest = release.home / "manifest.json"
    assert release.manifest_sha256 == hashlib.sha256(manifest.read_bytes()).hexdigest()
    assert release.size == sum(path.stat().st_size for path in release.home.rglob("*") if path.is_file())
    rows = (release.home / "feverous" / "train.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    assert len(rows) == release.counts["released"] == counted["released"]
    assert release.counts["labels"] == counted["labels"] and release.counts["excluded"] == counted["excluded"]
    page = at.get("/p/harbour/releases/").content.decode()
    assert release.manifest_sha256 in page and f"/releases/{release.pk}/download/" in page


def test_the_parts_of_a_shared_task_are_downloaded_apart(project, work, at, writer):
    answer = at.post("/p/harbour/releases/", {**PLAIN, "shared_task": "on", "build": "1"})
    assert answer.status_code == 400 and list(answer.context["form"].errors) == ["shared_task"]  # no test split
    release = built(at, train=0, test=100, shared_task="on")
    page = at.get("/p/harbour/releases/").content.decode()
    where = f"/p/harbour/releases/{release.pk}/download/"
    assert [part for part in ("", "public/", "sealed/") if f'href="{where}{part}"' in page] == ["public/", "sealed/"]
    held = {}
    for part in ("public", "sealed"):
        answer = at.get(f"{where}{part}/")
        names = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))).namelist()
        held[part] = {name.split("/", 1)[1] for name in names}
    assert "feverous/test.jsonl" in held["sealed"] - held["public"]
    assert "feverous/test_blind.jsonl" in held["public"]
    assert [at.get(f"{where}{part}").status_code for part in ("", "other/", "../")] == [404] * 3
    other = built(at)
    assert at.get(f"/p/harbour/releases/{other.pk}/download/sealed/").status_code == 404
    client = Client()
    client.force_login(writer)
    assert client.get(f"{where}sealed/").status_code == 404


def test_a_release_tells_what_changed_since_the_one_before(project, work, at):
    page = at.get("/p/harbour/releases/")
    assert select(page.content.decode(), "[name=previous]") == [] and page.context["version"] == ""
    old = built(at)
    assert (old.home / "CHANGELOG.md").exists() is False
    DataStatement.objects.create(project=project, answers={"version": "2.0.0"})
    page = at.get("/p/harbour/releases/")
    assert page.context["form"]["previous"].initial == old
    new = built(at, previous=old.pk)
    assert "## Version 2.0.0" in (new.home / "CHANGELOG.md").read_text(encoding="utf-8")
    assert new.counts["version"] == "2.0.0" and "previous" not in new.settings
    assert "Version 2.0.0" in text(at.get("/p/harbour/releases/"))
    assert at.post("/p/harbour/releases/", {**PLAIN, "previous": 10**6, "build": "1"}).status_code == 400


def test_two_releases_are_compared_in_the_background(project, work, at):
    assert "release-differences" not in at.get("/p/harbour/releases/").content.decode()
    old = built(at)
    Claim.objects.filter(project=project).update(text=Concat("text", Value(" Or so.")))
    new = built(at)
    page = at.get("/p/harbour/releases/")
    assert (page.context["comparison"]["before"].initial, page.context["comparison"]["after"].initial) == (old, new)
    assert at.post("/p/harbour/releases/differences/", {"before": new.pk, "after": new.pk}).status_code == 302
    assert not Job.objects.filter(kind="compare_releases").exists()
    answer = at.post("/p/harbour/releases/differences/", {"before": old.pk, "after": new.pk})
    assert 'role="status"' in at.get(answer.url).content.decode()
    job = run_next()
    assert job.state == JobState.DONE, job.error
    page = at.get(answer.url)
    counts = job.result["counts"]
    assert counts["claim"] + counts["unchanged"] == new.counts["released"] and counts["claim"] > 0
    assert page.context["kind"] == "claim" and len(page.context["rows"]) == counts["claim"]
    assert all(row["now"] == f"{row['was']} Or so." for row in page.context["rows"])
    listed = at.get(f"{answer.url}list/")
    assert json.loads(b"".join(listed.streaming_content))["counts"] == counts
    closed(listed)


def test_settings_that_make_no_sense_are_refused_in_words(work, at):
    answer = at.post("/p/harbour/releases/", {**PLAIN, "train": 80, "build": "1"})
    assert answer.status_code == 400 and list(answer.context["form"].errors) == ["train"]
    assert at.post("/p/harbour/releases/", {**PLAIN, "formats": [], "build": "1"}).status_code == 400
    assert not Job.objects.exists()


def test_pressing_twice_makes_one_release(work, at):
    for _press in range(2):
        at.post("/p/harbour/releases/", {**PLAIN, "build": "1"})
    assert Job.objects.filter(kind="make_release").count() == 1


def test_a_release_that_is_stopped_leaves_nothing(project, work, at, monkeypatch):
    at.post("/p/harbour/releases/", {**PLAIN, "build": "1"})
    job = take_up()
    write = making._written

    def stopped(*arguments):
        counts = write(*arguments)
        assert list(releases_of(project.pk).iterdir())  # all of it is written
        at.post(f"/p/harbour/releases/jobs/{job.pk}/stop/")
        return counts

    monkeypatch.setattr(making, "_written", stopped)
    with pytest.raises(LeaseLost):
        making.make(JobContext(job))
    assert not Release.objects.exists() and not list(releases_of(project.pk).iterdir())
    assert not select(at.get("/p/harbour/releases/").text, "#building progress")


def test_a_worker_that_is_killed_leaves_one_release(project, work, at, monkeypatch):
    at.post("/p/harbour/releases/", {**PLAIN, "build": "1"})
    job = take_up()
    left = releases_of(project.pk) / f"{job.created_at:%Y-%m-%d}-{job.pk}.partial"
    left.mkdir(parents=True)
    (left / "half").write_text("half")
    Job.objects.update(leased_until="2020-01-01T00:00:00Z")
    done = run_next()
    assert done is not None and (done.state, done.attempt) == (JobState.DONE, 2)
    assert [path.name for path in releases_of(project.pk).iterdir()] == [Release.objects.get().folder]


def test_what_a_release_cannot_be_made_for_is_said_on_the_page(work, at, monkeypatch):
    def refuse(*_all, **_named):
        raise ReleaseError("Claims 4 and 7 have no evidence.")

    monkeypatch.setattr("annotation.release.write.write_release", refuse)
    at.post("/p/harbour/releases/", {**PLAIN, "build": "1"})
    run_next()
    assert "Claims 4 and 7 have no evidence." in text(at.get("/p/harbour/releases/"))


# --- Taking it away, reading it, deleting it -------------------------------------------------------------------------


def test_a_program_downloads_the_zip_with_a_token(work, at, manager, verifier, outsider):
    release = built(at)
    where = f"/p/harbour/releases/{release.pk}/download/"

    def got(token: str, address: str = where):
        return Client(enforce_csrf_checks=True).get(address, headers={"Authorization": f"Bearer {token}"})

    tokens = {person: create_token(user=person, name="a script")[1] for person in (manager, verifier, outsider)}
    answer = got(tokens[manager])
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert b"".join(answer.streaming_content) == b"".join(at.get(where).streaming_content)
    for token, address, status, code in (
        (tokens[verifier], where, 404, "not_found"),
        (tokens[outsider], where, 404, "not_found"),
        (tokens[manager], where.replace(str(release.pk), "999"), 404, "not_found"),
        ("attest_wrong", where, 401, "not_authenticated"),
    ):
        refused = got(token, address)
        assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
    assert Client().get(where).status_code == 302  # to the log-in page


def test_the_download_is_a_zip_of_all_files_with_the_same_bytes_every_time(work, at):
    release = built(at)
    answer = at.get(f"/p/harbour/releases/{release.pk}/download/")
    assert answer.streaming and answer["Content-Disposition"].endswith('.zip"')
    data = b"".join(answer.streaming_content)
    assert data == b"".join(at.get(f"/p/harbour/releases/{release.pk}/download/").streaming_content)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = {name.split("/", 1)[1]: name for name in archive.namelist()}
        there = {path.relative_to(release.home).as_posix() for path in release.home.rglob("*") if path.is_file()}
        assert set(names) == there
        assert archive.read(names["manifest.json"]) == (release.home / "manifest.json").read_bytes()


def test_no_piece_of_a_zip_is_larger_than_what_is_read_at_once(tmp_path):
    (tmp_path / "large").write_bytes(bytes(range(256)) * 40_000)
    pieces = list(zipped(tmp_path, "x"))
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as archive:
        assert archive.read("x/large") == (tmp_path / "large").read_bytes()


def test_observers_look_and_take_nothing(project, work, at):
    release = built(at)
    client = Client()
    client.force_login(member(project, "otto", Role.OBSERVER))
    page = client.get("/p/harbour/releases/")
    assert page.status_code == 200 and release.manifest_sha256 in page.content.decode()
    assert not select(page.text, "[name=build]") and "download/" not in page.content.decode()
    assert client.get(f"/p/harbour/releases/{release.pk}/download/").status_code == 404
    assert client.post("/p/harbour/releases/", {**PLAIN, "build": "1"}).status_code == 404


def test_the_report_is_served_where_nothing_in_it_can_run(work, at):
    release = built(at)
    (release.home / "report").mkdir(exist_ok=True)
    (release.home / "report" / "report.html").write_text("<script>alert(1)</script>", encoding="utf-8")
    answer = at.get(f"/p/harbour/releases/{release.pk}/report/")
    assert b"".join(answer.streaming_content) == b"<script>alert(1)</script>"
    closed(answer)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy and policy.endswith("sandbox") and "script-src" not in policy


def test_deleting_asks_first_and_removes_the_files(work, at):
    release = built(at)
    address = f"/p/harbour/releases/{release.pk}/delete/"
    assert select(at.get(address).text, "form .danger") and release.home.is_dir()
    assert at.post(address).status_code == 302
    assert not Release.objects.exists() and not release.home.exists()
    assert at.get(f"/p/harbour/releases/{release.pk}/download/").status_code == 404


# --- Evidence in a newer corpus --------------------------------------------------------------------------------------


def looked(at) -> Job:
    answer = at.post("/p/harbour/releases/drift/", {"against": "later"})
    assert answer.status_code == 302
    job = run_next()
    assert job is not None and job.state == JobState.DONE, job and job.error
    return job


def test_verdicts_whose_evidence_changed_are_listed_by_kind_and_opened_as_a_project(project, work, at):
    later = snapshot("later", PAGES | {"Anna Berg": "'''Anna Berg''' was a ship."})
    job = looked(at)
    rests = Verification.objects.filter(submission__evidence_sets__evidence__element_id=OTHER_PAGE).count()
    assert job.result["changed"] == rests == job.result["verdicts_by_kind"]["changed"]
    page = at.get(f"/p/harbour/releases/drift/{job.pk}/?kind=changed")
    assert "Anna Berg was a ship." in text(page) and "Anna Berg was a shipowner." in text(page)
    answer = at.get(f"/p/harbour/releases/drift/{job.pk}/list/")
    listed = b"".join(answer.streaming_content).splitlines()
    closed(answer)
    assert len(listed) == rests
    answer = at.post(f"/p/harbour/releases/drift/{job.pk}/", {"slug": "again", "kinds": ["changed"]})
    assert answer.status_code == 302
    again = Project.objects.get(slug="again")
    claims = {json.loads(line)["claim"] for line in listed}
    assert again.corpus == later and set(again.claims.values_list("release_id", flat=True)) == claims
    assert set(again.tasks.values_list("assigned_count", flat=True)) == {0}
    assert not Assignment.objects.filter(project=again).exists()
    assert not Verification.objects.filter(claim__project=again).exists()
    assert set(again.memberships.values_list("user", "role")) == set(project.memberships.values_list("user", "role"))


def test_of_a_verdict_with_much_that_changed_all_is_there_and_three_are_open(project, verifier, claims, at):
    ids = [SENTENCE, SECOND_SENTENCE, CELL, CAPTION, ITEM]
    said(project, verifier, "SUPPORTS", ids)
    Job.objects.all().delete()  # what verifying has asked for
    snapshot("later", {name: words for name, words in PAGES.items() if name != "Harbour League"})
    html = at.get(f"/p/harbour/releases/drift/{looked(at).pk}/").content.decode()
    opened, folded = html.split("<details><summary", 1)
    assert "2 more</summary>" in folded
    in_them = [[one for one in ids if f"<code>{one}</code>" in part] for part in (opened, folded)]
    assert [len(part) for part in in_them] == [3, 2] and sorted(sum(in_them, [])) == sorted(ids)


def test_a_short_name_that_is_taken_is_said_beside_it(work, at):
    snapshot("later", {})
    job = looked(at)
    answer = at.post(f"/p/harbour/releases/drift/{job.pk}/", {"slug": "harbour", "kinds": ["page gone"]})
    assert answer.status_code == 400 and "There is a project harbour already." in text(answer)


def test_whoever_wrote_a_claim_is_not_offered_it_again(project, work, writer, at):
    snapshot("later", {})
    job = looked(at)
    at.post(f"/p/harbour/releases/drift/{job.pk}/", {"slug": "again", "kinds": ["page gone"]})
    written = dict(Claim.objects.filter(project=project).values_list("pk", "author"))
    for claim in Claim.objects.filter(project__slug="again"):
        assert claim.author_id == written[claim.release_id]


def test_nothing_is_opened_for_want_of_verdicts(project, work, at):
    from annotation.quality.evidence_drift.comparison import Status
    from annotation.quality.evidence_drift.job import open_project

    snapshot("later", PAGES)
    with pytest.raises(AnnotationError):
        open_project(job=looked(at), project=project, kinds=frozenset({Status.CHANGED}), slug="again")
    assert not Project.objects.filter(slug="again").exists()


def test_the_command_opens_the_same_project(project, work):
    snapshot("later", PAGES | {"Anna Berg": "'''Anna Berg''' was a ship."})
    with pytest.raises(CommandError):
        call_command(
            "check_evidence",
            "--project",
            "harbour",
            "--against",
            "later",
            "--only",
            "changed",
            "--open-project",
            "again",
        )
    rests = Verification.objects.filter(submission__evidence_sets__evidence__element_id=OTHER_PAGE)
    wanted = set(rests.values_list("claim", flat=True))
    assert set(Claim.objects.filter(project__slug="again").values_list("release_id", flat=True)) == wanted
