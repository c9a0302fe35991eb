"""Releases by program: made, listed and downloaded with a manager's token; jobs, claims, annotations, agreement."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from annotation.accounts.tokens import create_token
from annotation.dashboard.agreement import agreement
from annotation.models import Claim, ClaimRevision, DataStatement, Release, Verification
from annotation.projects.models import Role
from annotation.quality.agreement.output import report_json
from annotation.quality.agreement.queries import ALL_GROUPINGS
from annotation.release.row_ids import pseudonym
from jobs.models import Job, JobState
from jobs.runner import run_next
from tests.annotation.conftest import error_of
from tests.annotation.disagreeing import said
from tests.cast import OTHER_PAGE, SENTENCE, member

API = "/api/v1/projects/harbour/"
CLIENT = Path(__file__).resolve().parents[2] / "docs" / "release_client.py"
FEVEROUS = {"formats": ["feverous"], "splits": [1, 0, 0]}


class Program:
    """Somebody's program, with a token and no session."""

    def __init__(self, person) -> None:
        self.client = Client()
        self.token = create_token(user=person, name="a script")[1]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, headers: dict[str, str] | None = None, **query):
        return self.client.get(API + path, query, headers=self.headers | (headers or {}))

    def post(self, path: str, body: object = None):
        return self.client.post(API + path, body or {}, content_type="application/json", headers=self.headers)


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    settings.ATTEST_DATA_DIR.mkdir()


@pytest.fixture
def work(project, verifier, other_verifier, claims) -> list[Verification]:
    made = [said(project, verifier, "SUPPORTS", [SENTENCE]), said(project, other_verifier, "SUPPORTS", [SENTENCE])]
    made.append(said(project, verifier, "REFUTES", [OTHER_PAGE]))
    Job.objects.all().delete()
    return made


@pytest.fixture
def program(manager) -> Program:
    return Program(manager)


def made(program: Program, **body: object) -> dict:
    """A release as the API describes it."""
    answer = program.post("releases/", FEVEROUS | body)
    assert answer.status_code == 202, answer.content
    job = run_next()
    assert job is not None and job.pk == answer.json()["id"] and job.state == JobState.DONE, job and job.error
    return program.get(f"releases/{program.get(f'jobs/{job.pk}/').json()['release']}/").json()


def body_of(answer) -> bytes:
    """Of a file too, which is closed then; closing the whole answer would close the test's database as well."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for close in answer._resource_closers:
        close()
    return content


def test_a_release_is_made_listed_and_downloaded(work, program, tmp_path):
    release = made(program)
    assert program.get("releases/").json()["releases"] == [{k: v for k, v in release.items() if k != "files"}]
    assert (release["released"], release["rows"]["train"]) == (2, 2)
    stored = Release.objects.get()
    assert release["manifest_sha256"] == stored.manifest_sha256
    paths = {path.relative_to(stored.home).as_posix() for path in stored.home.rglob("*") if path.is_file()}
    assert {one["path"] for one in release["files"]} == paths
    for one in release["files"]:
        answer = program.get(f"releases/{release['id']}/files/{one['path']}")
        content = body_of(answer)
        assert hashlib.sha256(content).hexdigest() == one["sha256"] and len(content) == one["bytes"]
        assert answer["ETag"] == f'"{one["sha256"]}"'


def test_a_release_tells_of_the_one_before(project, work, program):
    DataStatement.objects.create(project=project, answers={"version": "1.1.0"})
    first = made(program)
    second = made(program, previous=first["id"])
    paths = [{one["path"] for one in release["files"]} for release in (first, second)]
    assert paths[1] - paths[0] == {"CHANGELOG.md"} and second["version"] == "1.1.0"


def test_of_a_shared_task_both_parts_are_listed(work, program):
    release = made(program, splits=[0.5, 0, 0.5], shared_task=True)
    stored = Release.objects.get()
    paths = {path.relative_to(stored.home).as_posix() for path in stored.home.rglob("*") if path.is_file()}
    assert {one["path"] for one in release["files"]} == paths
    assert {"manifest.json", "public/manifest.json", "sealed/manifest.json"} < paths


def test_what_a_client_has_is_not_sent_again(work, program):
    release = made(program)
    path, etag = f"releases/{release['id']}/files/manifest.json", f'"{release["manifest_sha256"]}"'
    for known in (etag, f'"other", {etag}', "*", f"W/{etag}"):
        answer = program.get(path, {"If-None-Match": known})
        assert (answer.status_code, answer["ETag"], answer.content) == (304, etag, b"")
    for changed in ({"If-None-Match": '"other"'}, {"Accept": "text/csv"}):
        answer = program.get(path, changed)
        assert answer.status_code == 200 and hashlib.sha256(body_of(answer)).hexdigest() == release["manifest_sha256"]


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        ("bytes=0-9", 206, slice(0, 10)),
        ("bytes=5-", 206, slice(5, None)),
        ("bytes=-7", 206, slice(-7, None)),
        ("bytes=3-99999999", 206, slice(3, None)),
        ("bytes=99999999-", 416, None),
        ("bytes=0-1,4-5", 200, slice(None)),
        ("bytes=-", 200, slice(None)),
        ("letters=0-1", 200, slice(None)),
    ],
)
def test_a_part_of_a_file_is_sent(work, program, asked, status, part):
    release = made(program)
    whole = (Release.objects.get().home / "manifest.json").read_bytes()
    answer = program.get(f"releases/{release['id']}/files/manifest.json", {"Range": asked})
    assert answer.status_code == status
    content = body_of(answer)
    assert part is None or content == whole[part]
    assert status != 206 or int(answer["Content-Length"]) == len(content)
    assert answer["ETag"] == f'"{release["manifest_sha256"]}"'
    old = program.get(f"releases/{release['id']}/files/manifest.json", {"Range": asked, "If-Range": '"old"'})
    assert old.status_code == 200 and body_of(old) == whole


@pytest.mark.parametrize("path", ["../x", "..%2f..%2fattest.sqlite3", "nothing.json", "/etc/passwd", "feverous", ""])
def test_no_other_file_is_sent(work, program, path):
    release = made(program)
    error_of(program.get(f"releases/{release['id']}/files/{path}"), 404)


def test_a_folder_that_is_gone_is_not_found(work, program):
    release = made(program)
    (Release.objects.get().home / "sources.jsonl").unlink()
    error_of(program.get(f"releases/{release['id']}/files/sources.jsonl"), 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"splits": [0.5, 0.1, 0.1]}, "body"),
        ({"splits": [1, 0]}, "splits"),
        ({"formats": ["nothing"]}, "body"),
        ({"left_out": ["claims"]}, "body"),
        ({"smallest_group": 0}, "smallest_group"),
        ({"seed": "1"}, "seed"),
        ({"without_people": ["nobody"]}, "without_people"),
        ({"without_periods": [["2026-03-08", "2026-03-02"]]}, "body"),
        ({"previous": 10**9}, "previous"),
        ({"shared_task": True, "splits": [1, 0, 0]}, "body"),
    ],
)
def test_options_that_make_no_sense_are_refused(project, program, body, field):
    error = error_of(program.post("releases/", body), 400)
    assert error["code"] == "invalid" and list(error["fields"]) == [field]
    assert not Job.objects.exists()


def test_people_and_periods_are_left_out_by_name_and_day(work, program, verifier):
    asked = {
        "without_people": [verifier.username],
        "without_periods": [["2020-01-01", "2020-01-31"]],
        "first_counts": True,
    }
    release = made(program, **asked)
    assert release["settings"]["without_people"] == [verifier.pk] and release["settings"]["first_counts"] is True
    assert (release["claims"], release["released"]) == (3, 1)


def test_jobs_are_listed_watched_and_cancelled(project, program):
    job = program.post("releases/", FEVEROUS).json()
    assert (job["kind"], job["state"], job["release"]) == ("make_release", "waiting", None)
    assert program.post("releases/", FEVEROUS).json()["id"] == job["id"]  # one at a time
    assert [one["id"] for one in program.get("jobs/", kind="make_release", state="waiting").json()["jobs"]] == [
        job["id"]
    ]
    assert program.get("jobs/", state="done").json() == {"jobs": [], "next": None}
    assert program.post(f"jobs/{job['id']}/cancel/").json()["state"] == "stopped"
    assert error_of(program.post(f"jobs/{job['id']}/cancel/"), 409)["code"] == "job_finished"
    other = Job.objects.create(kind="quality_numbers", project=project)
    assert error_of(program.post(f"jobs/{other.pk}/cancel/"), 409)["code"] == "not_cancellable"
    elsewhere = Job.objects.create(kind="make_release")
    error_of(program.get(f"jobs/{elsewhere.pk}/"), 404)


def test_releases_and_jobs_are_paged(project, program):
    kept = [
        Release.objects.create(project=project, folder=f"r{n}", settings={}, counts=COUNTS, size=1) for n in range(5)
    ]
    seen: list[int] = []
    cursor: int | None = 0
    while cursor is not None:
        answer = program.get("releases/", limit=2, cursor=cursor).json()
        seen += [one["id"] for one in answer["releases"]]
        cursor = answer["next"]
    assert seen == [one.pk for one in reversed(kept)]


COUNTS = {"claims": 0, "released": 0, "rows": {}}


def paged(program: Program, what: str, **query) -> list[dict]:
    """Everything, two rows at a time."""
    rows: list[dict] = []
    cursor: int | None = 0
    while cursor is not None:
        answer = program.get(f"{what}/", limit=2, cursor=cursor, **query).json()
        rows += answer[what]
        cursor = answer["next"]
    return rows


def test_claims_are_read_by_cursor_and_since(project, writer, claims, work, program):
    rows = paged(program, "claims")
    assert [(row["id"], row["claim"]) for row in rows] == [(one.pk, one.text) for one in claims]
    assert [row["annotations"] for row in rows] == [2, 1, 0]
    assert {row["writer"] for row in rows} == {pseudonym(project.pk, writer.pk)}
    Claim.objects.filter(pk=claims[2].pk).update(phase=1)
    assert len(paged(program, "claims")) == 2
    Claim.objects.update(created_at=timezone.now() - timedelta(days=2))
    yesterday = (timezone.now() - timedelta(days=1)).isoformat().replace("+00:00", "Z")
    assert paged(program, "claims", since=yesterday) == []
    for number in (1, 2):
        ClaimRevision.objects.create(claim=claims[1], number=number, text=f"Text {number}.", author=writer)
    assert [(row["id"], row["revision"]) for row in paged(program, "claims", since=yesterday)] == [(claims[1].pk, 2)]


def test_annotations_are_read_by_cursor_and_since(project, work, program):
    rows = paged(program, "annotations")
    assert [row["annotation"] for row in rows] == [one.pk for one in work]
    assert [row["verdict"] for row in rows] == ["SUPPORTS", "SUPPORTS", "REFUTES"]
    assert [[piece["element"] for piece in each] for each in rows[0]["evidence"]] == [[SENTENCE]]
    assert rows[0]["annotator"] == pseudonym(project.pk, work[0].assignment.person_id) == rows[2]["annotator"]
    last = work[2].created_at.isoformat().replace("+00:00", "Z")
    assert [row["annotation"] for row in paged(program, "annotations", since=last)] == [work[2].pk]


def test_agreement_is_that_of_the_page_and_the_command(project, work, program):
    found = program.get("agreement/").json()
    page = agreement(project, by=ALL_GROUPINGS, with_annotators=True, with_competence=True).report
    expected = json.loads(json.dumps(report_json(page, 20)))
    assert {name: found[name] for name in expected} == expected
    assert (found["project"], found["items"], found["is_stale"]) == ("harbour", 1, False)


@pytest.mark.parametrize("query", [{"since": "yesterday"}, {"limit": 0}, {"limit": 501}, {"cursor": "x"}])
def test_a_query_that_makes_no_sense_is_refused(project, program, query):
    error = error_of(program.get("annotations/", **query), 400)
    assert list(error["fields"]) == list(query)


READ = [
    "releases/",
    "releases/1/",
    "releases/1/files/manifest.json",
    "jobs/",
    "jobs/1/",
    "claims/",
    "annotations/",
    "agreement/",
]


@pytest.mark.parametrize("role", [*(role for role in Role if role != Role.MANAGER), None])
def test_it_is_for_managers_alone(project, role):
    person = member(project, "nobody", *([role] if role else []))
    program = Program(person)
    for path in READ:
        assert error_of(program.get(path), 403 if role else 404)["code"] == ("not_allowed" if role else "not_found")
    for path in ("releases/", "jobs/1/cancel/"):
        error_of(program.post(path), 403 if role else 404)
    assert not Job.objects.exists()


def test_without_a_token_there_is_an_error_and_no_page(project):
    for path in READ:
        error_of(Client().get(API + path), 401)


@pytest.mark.parametrize("shared", [False, True])
def test_the_client_of_the_guide_keeps_a_folder_up_to_date(work, program, live_server, tmp_path, shared):
    made(program, shared_task=shared, splits=[0.5, 0, 0.5])

    def fetched() -> list[str]:
        done = subprocess.run(
            [sys.executable, str(CLIENT), live_server.url, "harbour", str(tmp_path / "copy")],
            env={**os.environ, "ATTEST_TOKEN": program.token},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return done.stdout.split()

    home, copy = Release.objects.get().home, tmp_path / "copy"
    there = sorted(path.relative_to(home) for path in home.rglob("*") if path.is_file())
    assert len(fetched()) == len(there)
    assert all((copy / path).read_bytes() == (home / path).read_bytes() for path in there)
    (copy / there[0]).write_bytes(b"changed")
    assert fetched() == [str(copy / there[0])]
    code = [line for line in CLIENT.read_text().splitlines() if line and not line.startswith(("import", "from", '"""'))]
    assert len(code) <= 20
