"""A manager imports a corpus in the browser: upload, check, import, index; with bad files, cancelling and resuming."""

from __future__ import annotations

import gzip

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Project
from annotation.set_up import corpus_jobs
from annotation.set_up.corpus_status import corpus_status
from annotation.set_up.rights import create_corpus
from annotation.set_up.sources import remove_uploads, server_path, uploads_of, wiki_address
from corpus.importing import batches
from corpus.models import Corpus, ImportRun, StoredPage
from corpus.snapshot import saving
from jobs.context import JobContext
from jobs.errors import LeaseLost
from jobs.models import Job, JobState
from jobs.runner import run_next
from tests.frontend.html import codes, select

PAGE = "/p/harbour/manage/set-up/corpus/"


def lines(number: int = 3) -> bytes:
    rows = (f'{{"title": "Ship {n}", "text": "Ship {n} sails. It has a mast."}}\n' for n in range(number))
    return "".join(rows).encode()


@pytest.fixture
def own(project: Project) -> Project:
    """The project is about an empty corpus of its own."""
    project.corpus = create_corpus("fleet", "Fleet")
    project.save()
    remove_uploads(project.corpus)  # what another test uploaded
    return project


@pytest.fixture
def browser(client: Client, own, manager) -> Client:
    client.force_login(manager)
    return client


def upload(browser: Client, content: bytes, name: str = "fleet.jsonl"):
    return browser.post(PAGE, {"action": "upload", "file": SimpleUploadedFile(name, content)})


def act(browser: Client, action: str, **more: object) -> int:
    return browser.post(PAGE, {"action": action} | more).status_code


def check_and_import(browser: Client, content: bytes) -> Job:
    assert upload(browser, content).status_code == 302
    assert run_next().state == JobState.DONE
    assert act(browser, "import") == 302
    job = run_next()
    assert job is not None
    return job


def test_a_corpus_is_uploaded_imported_and_indexed(browser, own):
    assert upload(browser, lines() + b'{"title": "Wreck"}\n').status_code == 302
    assert run_next().result | {"titles": 0} == {
        "kind": "records", "pages": 4, "bytes": 199, "unpacked": 199, "titles": 0
    }  # fmt: skip
    assert select(browser.get(PAGE).text, "[data-found='4']")
    assert not StoredPage.objects.filter(corpus=own.corpus).exists()
    act(browser, "import")
    assert run_next().kind == corpus_jobs.IMPORT
    assert run_next().kind == "build_index"
    imported = Job.objects.get(kind=corpus_jobs.IMPORT)
    assert (imported.result["pages"], imported.result["failed"]) == (3, 1)
    status = corpus_status(Project.objects.get(pk=own.pk))
    assert (status.is_ready, status.pages) == (True, 3)
    assert not uploads_of(own.corpus).exists()
    answer = browser.get(PAGE + "failures.csv").content.decode().splitlines()
    assert answer[1].startswith("Wreck,line 4,")
    assert select(browser.get(PAGE).text, "[data-index='current']")
    assert not select(browser.get(PAGE).text, "[data-upload]")  # a complete corpus is not imported into


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.xml", b"", "empty"),
        ("picture.png", b"\x89PNG\r\n\x1a\n", None),
        ("none.zip", b"PK\x05\x06" + bytes(18), None),
    ],
)
def test_a_file_of_a_wrong_kind_is_refused_at_once(browser, own, name, content, code):
    answer = upload(browser, content, name)
    assert answer.status_code == 400
    assert codes(answer.context["forms"]["upload"]) == {"file": [code]}
    assert not Job.objects.exists() and not uploads_of(own.corpus).exists()


def test_too_large_a_file_is_refused_with_the_limit_and_the_command(browser, settings):
    settings.ATTEST_IMPORT_UPLOAD_MB = 1
    answer = upload(browser, b" " * (1 << 20) + lines())
    ((message,),) = answer.context["forms"]["upload"].errors.values()
    assert answer.status_code == 400 and "1 MB" in message and "import_corpus FILE --corpus fleet" in message


def test_an_upload_that_was_cut_off_leaves_nothing_and_can_be_repeated(browser, own):
    assert upload(browser, gzip.compress(lines())[:-5], "fleet.jsonl.gz").status_code == 302
    checked = run_next()
    assert checked.state == JobState.FAILED and "fleet.jsonl.gz" in checked.error
    assert str(uploads_of(own.corpus)) not in checked.error  # no path of this server
    assert act(browser, "import") == 302
    assert not ImportRun.objects.exists() and not uploads_of(own.corpus).exists()
    assert check_and_import(browser, gzip.compress(lines())).result["pages"] == 3


def test_a_request_that_breaks_off_leaves_nothing(browser, own):
    """The body ends before the boundary, as when a network fails behind a proxy."""
    body = b'--x\r\nContent-Disposition: form-data; name="action"\r\n\r\nupload\r\n'
    body += b'--x\r\nContent-Disposition: form-data; name="file"; filename="fleet.jsonl"\r\n\r\n' + lines()
    answer = browser.generic("POST", PAGE, body, "multipart/form-data; boundary=x")
    assert answer.status_code in {302, 400}
    run_next()
    assert not ImportRun.objects.exists() and not StoredPage.objects.filter(corpus=own.corpus).exists()
    assert upload(browser, lines()).status_code == 302 or act(browser, "forget") == 302


def test_a_cancelled_import_keeps_what_was_read_and_is_resumed(browser, own, monkeypatch):
    monkeypatch.setattr(saving, "MOST_OUTCOMES", 4)
    monkeypatch.setattr(batches, "MOST_RECORDS", 4)
    progress = JobContext.progress

    def cancel_at_eight(self: JobContext, done: int, *rest: object) -> None:
        if self.job.kind == corpus_jobs.IMPORT and done >= 8 and self.job.arguments["taken"] == 0:
            Job.objects.filter(pk=self.job.pk).update(
                state=JobState.STOPPED, leased_until=None, finished_at=self.job.created_at
            )
            raise LeaseLost
        progress(self, done, *rest)

    monkeypatch.setattr(JobContext, "progress", cancel_at_eight)
    check_and_import(browser, lines(20))
    status = corpus_status(own)
    assert (status.import_state, status.counts["taken"] >= 8) == ("begun", True)
    assert select(browser.get(PAGE).text, "button[value='resume']")
    assert act(browser, "resume") == 302
    resumed = run_next()
    assert resumed.result["pages"] == 20 and resumed.arguments["taken"] >= 8
    assert StoredPage.objects.filter(corpus=own.corpus).count() == 20


def test_a_corpus_that_nobody_has_worked_with_is_cleared_and_imported_again(browser, own, claims):
    assert act(browser, "clear") == 302
    assert not Job.objects.exists()  # the project has claims
    own.tasks.all().delete()
    own.claims.all().delete()
    check_and_import(browser, lines())
    run_next()
    assert act(browser, "clear") == 302
    assert run_next().state == JobState.DONE
    assert corpus_status(Project.objects.get(pk=own.pk)).import_state == "empty"
    assert check_and_import(browser, lines(2)).result["pages"] == 2


def test_a_shared_corpus_is_neither_imported_into_nor_cleared(client, project, manager):
    Project.objects.create(slug="other", name="Other", corpus=project.corpus)
    client.force_login(manager)
    upload(client, lines())
    act(client, "clear")
    assert not Job.objects.exists() and StoredPage.objects.filter(corpus=project.corpus).count() == 3


def test_another_corpus_is_chosen_until_there_is_work(client, project, manager):
    client.force_login(manager)
    harbour = project.corpus
    assert act(client, "choose", corpus="") == 302
    project.refresh_from_db()
    new = project.corpus
    assert new.pk != harbour.pk and not new.pages.exists()
    act(client, "choose", corpus=harbour.pk)
    project.refresh_from_db()
    assert project.corpus == harbour and not Corpus.objects.filter(pk=new.pk).exists()
    project.claims.create(text="Anna Berg was a shipowner.")
    act(client, "choose", corpus="")
    project.refresh_from_db()
    assert project.corpus == harbour


def test_only_files_below_the_named_folder_can_be_chosen(browser, own, settings, tmp_path):
    assert not select(browser.get(PAGE).text, "[name='path']")
    folder = tmp_path / "dumps"
    (folder / "wiki").mkdir(parents=True)
    (folder / "fleet.jsonl").write_bytes(lines())
    secret = tmp_path / "secret.jsonl"
    secret.write_bytes(lines())
    (folder / "link.jsonl").symlink_to(secret)
    settings.ATTEST_IMPORT_DIR = str(folder)
    for path in ("../secret.jsonl", str(secret), "link.jsonl", "nothing.jsonl", ".", "a\0b"):
        assert browser.post(PAGE, {"action": "server", "path": path}).status_code == 400, path
        with pytest.raises(Exception) as refused:
            server_path(path)
        assert refused.value.code == "invalid"
    browser.post(PAGE, {"action": "server", "path": "fleet.jsonl"})
    assert run_next().result["pages"] == 3
    act(browser, "import")
    assert run_next().result["pages"] == 3
    assert (folder / "fleet.jsonl").exists()


def test_a_wiki_that_does_not_answer_fails_with_a_sentence(browser, monkeypatch):
    from corpus.sources import live_wiki
    from corpus.sources.mediawiki_api import WikiSilent

    def silent(*_: object) -> None:
        raise WikiSilent("no route to host")

    monkeypatch.setattr(live_wiki, "find_wiki", silent)
    assert act(browser, "wiki", wiki="en.wikipedia.org", titles="Anna Berg\nOle Lund", category="") == 302
    job = run_next()
    assert job.state == JobState.FAILED and "no route to host" in job.error


@pytest.mark.parametrize("address", ["http://127.0.0.1/", "http://wikipedia.org.evil.net", "file:///etc/passwd", ""])
def test_other_addresses_are_never_asked(browser, address):
    answer = browser.post(PAGE, {"action": "wiki", "wiki": address, "titles": "A", "category": ""})
    assert answer.status_code == 400 and not Job.objects.exists()
    assert wiki_address("http://de.wikipedia.org/wiki/Berg") == "https://de.wikipedia.org"


def test_a_new_project_gets_a_corpus_of_its_own(browser):
    form = {
        "name": "Fleet",
        "corpus": "",
        "verifications_per_claim": 1,
        "max_evidence_sets": 3,
        "workflows": ["claim_verification"],
    }
    assert browser.post("/projects/new/", form).headers["Location"] == "/p/fleet/manage/set-up/"
    made = Project.objects.get(slug="fleet").corpus
    assert (made.slug, made.pages.count()) == ("fleet-2", 0)
    assert made.pk not in [one.pk for one in browser.get("/projects/new/").context["form"]["corpus"].field.queryset]
