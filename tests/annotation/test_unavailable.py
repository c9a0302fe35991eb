"""A full or read-only disk and a database that is away: 503 with Retry-After, one line in the log, nothing lost."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, connections
from django.test import Client

from annotation.api.unavailable import RETRY_AFTER, UnavailableFilter, unavailable
from annotation.models import Draft
from tests.annotation.conftest import error_of
from tests.annotation.test_api_work import BODY, ONE
from tests.cast import PASSWORD, submission

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
WRITES = [
    ("put", "draft/", {"base_version": 0, "body": BODY}),
    ("post", "operations/", {"operations": [ONE]}),
    ("post", "submission/", submission()),
]


@contextmanager
def full_disk() -> Iterator[None]:
    """No page can be added to the file."""
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        cursor.execute("CREATE TABLE filled (a)") if cursor.execute("PRAGMA freelist_count").fetchone()[0] else None
        while cursor.execute("PRAGMA freelist_count").fetchone()[0]:
            cursor.execute("INSERT INTO filled VALUES (zeroblob(2000))")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
            cursor.execute("DROP TABLE IF EXISTS filled")


@contextmanager
def read_only() -> Iterator[None]:
    """The database refuses to write."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1" if sqlite else "SET default_transaction_read_only = on")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 0" if sqlite else "SET default_transaction_read_only = off")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """What the console shows."""
    shown: list[str] = []

    class Console(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            shown.append(self.format(record))

    handler = Console()
    handler.addFilter(UnavailableFilter())
    logging.getLogger("django.request").addHandler(handler)
    yield shown
    logging.getLogger("django.request").removeHandler(handler)


@pytest.mark.parametrize(("method", "path", "body"), WRITES, ids=[path for _, path, _ in WRITES])
def test_nothing_is_lost_where_the_database_is_read_only(browser, lines, method, path, body):
    with read_only():
        answer = getattr(browser, method)(path, body)
        assert error_of(answer, 503)["code"] == "unavailable"
        assert answer["Retry-After"] == str(RETRY_AFTER)
    assert len(lines) == 1 and "\n" not in lines[0] and "the database is read-only" in lines[0]
    assert getattr(browser, method)(path, body).status_code == 200  # what the browser's outbox does
    assert Draft.objects.filter(version=1).exists() == (path == "draft/")


@pytest.mark.sqlite
def test_nothing_is_lost_where_the_disk_is_full(browser, lines):
    draft = {"base_version": 0, "body": BODY | {"notes": "x" * 50_000}}
    with full_disk():
        assert error_of(browser.put("draft/", draft), 503)["code"] == "unavailable"
    assert len(lines) == 1 and "\n" not in lines[0] and "the disk is full" in lines[0]
    assert browser.put("draft/", draft).status_code == 200


def test_pages_say_so_in_words(verifier, lines):
    client = Client(raise_request_exception=False)
    with read_only():
        answer = client.post("/login/", {"username": verifier.username, "password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"]) == (503, str(RETRY_AFTER))
    assert b"<h1>" in answer.content and len(lines) == 1 and "\n" not in lines[0]


def test_a_database_that_is_away(verifier, lines, monkeypatch):
    client = Client(raise_request_exception=False)
    client.force_login(verifier)
    nowhere = {"HOST": "127.0.0.1", "PORT": 1} if connection.vendor == "postgresql" else {"NAME": "/nowhere/a.sqlite3"}
    connections["default"].close()
    with monkeypatch.context() as patch:
        for name, value in nowhere.items():
            patch.setitem(connections["default"].settings_dict, name, value)
        answers = [client.get("/my-work/"), client.get("/api/v1/assignments/AAAA/")]
        connections["default"].close()
    assert [answer.status_code for answer in answers] == [503, 503]
    assert error_of(answers[1], 503)["code"] == "unavailable"
    assert len(lines) == 2 and not any("\n" in line for line in lines)


def test_other_errors_stay_errors():
    assert unavailable(OSError(errno.ENOSPC, "full")) == "the disk is full"
    assert unavailable(OSError(errno.ENOENT, "missing")) == ""
    assert unavailable(ValueError("wrong")) == ""
    with pytest.raises(Exception) as caught, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    assert unavailable(caught.value) == ""
