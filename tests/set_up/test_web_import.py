"""A manager imports web pages and articles in the browser, and reads what was left out and why."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.evidence.web.corpora import web_corpora
from annotation.models import Project, User
from annotation.set_up.sources import uploads_of
from annotation.workflows.question_answering.models import Article
from corpus.models import Corpus, WebPage
from jobs.models import Job, JobState
from jobs.runner import run_next
from tests.corpus.web.made import news, response
from tests.frontend.html import select

WEB = "/p/harbour/manage/set-up/web-evidence/"
ARTICLES = "/p/harbour/manage/articles/"


@pytest.fixture
def browser(client: Client, project: Project, manager: User) -> Client:
    project.workflows = [*project.workflows, "claim_normalisation"]
    project.save()
    client.force_login(manager)
    return client


def upload(browser: Client, name: str, content: bytes) -> Any:
    return browser.post(f"{WEB}import/", {"title": "News", "archive": SimpleUploadedFile(name, content)})


def test_an_archive_becomes_a_corpus_that_the_project_searches(browser: Client, project: Project) -> None:
    records = [*map(news, range(2)), response("https://example.com/a.pdf", b"%PDF", kind="application/pdf")]
    assert upload(browser, "a.warc.gz", b"".join(records)).status_code == 302
    assert select(browser.get(WEB).text, "[data-running='import_web_corpus']")
    assert upload(browser, "b.warc.gz", records[0]).status_code == 400  # one at a time
    job = run_next()
    assert job is not None and job.state == JobState.DONE and job.result["slug"] == "harbour-web"
    page = browser.get(WEB).text
    assert select(page, "[data-imported='2']") and "a.warc.gz, record 3 at byte " in page
    corpus = Corpus.objects.get(slug="harbour-web")
    assert web_corpora(project) == [corpus] and not uploads_of(corpus).exists()
    assert run_next().kind == "build_index"


def test_what_holds_no_web_page_leaves_no_corpus_behind(browser: Client, project: Project) -> None:
    before = Corpus.objects.count()
    for name, content in (("a.jsonl", b'{"title": "Ship", "text": "It sails."}'), ("b.warc.gz", news(1)[:90])):
        assert upload(browser, name, content).status_code == 302
        job = run_next()
        assert job is not None and job.state == JobState.FAILED and job.error
        assert Corpus.objects.count() == before and not web_corpora(project)
    assert upload(browser, "a.bin", b"\x89PNG").status_code == 400
    assert browser.post(f"{WEB}import/", {"title": "News"}).status_code == 400
    assert browser.post(f"{WEB}import/", {"title": "News", "path": "../etc"}).status_code == 400
    assert Corpus.objects.count() == before


def test_an_import_that_was_cancelled_goes_on(browser: Client, project: Project) -> None:
    upload(browser, "a.warc.gz", news(0) + news(1))
    browser.post(f"{WEB}import/step/", {"step": "cancel"})
    assert select(browser.get(WEB).text, "button[value='resume']")
    browser.post(f"{WEB}import/step/", {"step": "resume"})
    assert run_next().state == JobState.DONE and WebPage.objects.count() == 2


def test_articles_come_from_a_file_and_bad_rows_are_named(browser: Client, project: Project) -> None:
    rows = [
        '{"url": "https://factcheck.example/1", "date": "2020-02"}',
        '{"url": "https://factcheck.example/2", "date": "31-2-2020"}',
        '{"url": "javascript:alert(1)"}',
        '{"url": ',
        '{"url": "https://www.factcheck.example/1/?utm_source=x"}',
    ]

    def send(*lines: str, name: str = "a.jsonl") -> int:
        return browser.post(ARTICLES, {"file": SimpleUploadedFile(name, "\n".join(lines).encode())}).status_code

    assert send(*rows) == 302 and send(*rows) == 400  # one at a time
    assert select(browser.get(ARTICLES).text, "[data-running='import_tasks']")
    job = run_next()
    assert job is not None and job.result is not None
    assert {name: job.result[name] for name in ("created", "known", "bad")} == {"created": 1, "known": 1, "bad": 3}
    assert [one["row"] for one in job.result["problems"]] == [2, 3, 4]
    assert [one["problem"].partition(":")[0] for one in job.result["problems"][:2]] == ["date", "url"]
    page = browser.get(ARTICLES).text
    assert select(page, "[data-articles='1']") and select(page, "[data-bad='3']")
    assert send('{"title": "A ship", "text": "It sails."}') == 400 and send("\x89PNG", name="a.csv") == 400
    assert Article.objects.count() == 1 and Job.objects.count() == 1
