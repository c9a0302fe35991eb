"""ELASTICSEARCH_URL chooses the engine; what is wrong with it is said before anybody searches, and by doctor."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from annotation.models import Project, User
from corpus.models import Corpus
from corpus.store import PageRecord, save_pages
from search.api import index_state, search
from search.backend import EngineUnavailable, IndexMissing
from search.checks import engine_is_known
from search.elastic.engine import ElasticIndex
from search.elastic.health import examine_server
from search.elastic.server import Server, read_server
from search.engines import get_backend
from search.indexing.build import build_index
from search.titles.suggest import suggest
from tests.search.conftest import MakeCorpus
from tests.search.elastic.server import Loopback, closed_port
from tests.search.pages import PAGES, REDIRECTS, make_page


@pytest.fixture
def small(make_corpus: MakeCorpus, newest: Loopback, settings: Settings) -> Corpus:
    """The small wiki in the database, to be searched with Elasticsearch; nothing is indexed yet."""
    made = make_corpus(PAGES, REDIRECTS)
    settings.ELASTICSEARCH_URL = newest.url
    return made


# --- From the database to hits ---------------------------------------------------------------------------------------


def test_a_corpus_is_built_searched_and_brought_up_to_date(small: Corpus, newest: Loopback) -> None:
    assert isinstance(get_backend(small), ElasticIndex)
    build_index(small)
    assert index_state(small).sentence.endswith("UTC with Elasticsearch.")
    assert [hit.title for hit in search(small, "nuggets").hits] == ["Gold"]
    save_pages(small, [PageRecord(make_page("Tin", "Tin is a metal."))])
    assert index_state(small).status == "stale"
    assert build_index(small).changed == 1
    assert [hit.title for hit in search(small, "tin metal").hits] == ["Tin"]
    assert index_state(small).status == "fresh"
    assert any("_clone" in asked for asked in newest.asked)


def test_titles_are_suggested_while_elasticsearch_is_away(small: Corpus, newest: Loopback) -> None:
    build_index(small)
    newest.trouble("", times=99, drops=True)
    with pytest.raises(EngineUnavailable):
        search(small, "gold")
    assert [one.title for one in suggest(small, "reykja")][:1] != []


def test_a_person_is_told_and_can_still_open_pages(
    project: Project, verifier: User, newest: Loopback, settings: Settings, tmp_path: Path
) -> None:
    settings.ATTEST_DATA_DIR = tmp_path
    settings.ELASTICSEARCH_URL = newest.url
    build_index(project.corpus)
    browser = Client()
    browser.force_login(verifier)
    settings.ELASTICSEARCH_URL = f"http://127.0.0.1:{closed_port()}"
    answer = browser.get(f"/api/v1/projects/{project.slug}/search/", {"q": "shipowner"})
    assert answer.status_code == 503
    assert "python manage.py doctor" in answer.json()["error"]["message"]
    shown = browser.get(reverse("find", args=[project.slug]), {"q": "shipowner"})
    assert "python manage.py doctor" in shown.content.decode()
    page = browser.get(reverse("read", args=[project.slug]), {"title": "Anna Berg"})
    assert "was a shipowner" in page.content.decode()


def test_a_build_without_a_server_fails_with_a_sentence(small: Corpus, settings: Settings) -> None:
    settings.ELASTICSEARCH_URL = f"http://127.0.0.1:{closed_port()}"
    said = StringIO()
    with pytest.raises(CommandError, match="Not built: small"):
        call_command("build_index", stderr=said)
    assert "cannot be reached. Start it, correct ELASTICSEARCH_URL, or unset it." in said.getvalue()


def test_the_state_of_an_index_on_a_server_that_is_away_sends_to_doctor(small: Corpus, settings: Settings) -> None:
    build_index(small)
    settings.ELASTICSEARCH_URL = f"http://127.0.0.1:{closed_port()}"
    report = index_state(small)
    assert report.status == "unreachable"
    assert report.sentence.endswith("Run: python manage.py doctor")


def test_a_corpus_that_moves_to_elasticsearch_is_built_there(
    make_corpus: MakeCorpus, newest: Loopback, settings: Settings
) -> None:
    corpus = make_corpus(PAGES, REDIRECTS)
    build_index(corpus)
    settings.ELASTICSEARCH_URL = newest.url
    with pytest.raises(IndexMissing, match="build_index --corpus small"):
        search(corpus, "gold")
    build_index(corpus)
    assert [hit.title for hit in search(corpus, "nuggets").hits] == ["Gold"]


# --- Addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "clean", "user", "password"),
    [
        ("http://127.0.0.1:9200", "http://127.0.0.1:9200", "", ""),
        ("https://me:p%40ss%3Aword@es.example.org:9243/es/", "https://es.example.org:9243/es", "me", "p@ss:word"),
        ("http://[::1]:9200", "http://[::1]:9200", "", ""),
    ],
)  # fmt: skip
def test_an_address_is_read_without_its_password(url: str, clean: str, user: str, password: str) -> None:
    server = read_server(url, prefix="attest")
    assert (server.url, server.user, server.password) == (clean, user, password)
    assert not password or password not in repr(server)


@pytest.mark.parametrize(
    ("url", "options", "said"),
    [
        ("127.0.0.1:9200", {}, "needs http or https"),
        ("http://search.example.org", {}, "a port"),
        ("http://host:port", {}, "is no address"),
        ("ftp://host:21", {}, "needs http or https"),
        ("http://elastic@host:9200", {}, "both a name and a password"),
        ("http://elastic:s3cret@host:9200", {"api_key": "a2V5"}, "not both"),
        ("http://host:9200", {"ca_file": "/ca.pem"}, "need an address with https"),
        ("https://host:9200", {"fingerprint": "ab:cd"}, "64 hexadecimal digits"),
        ("https://host:9200", {"fingerprint": "a" * 64, "ca_file": "/ca.pem"}, "not both"),
        ("http://host:9200", {"prefix": "Attest"}, "ELASTICSEARCH_INDEX_PREFIX"),
        ("http://host:9200", {"prefix": "a.b"}, "ELASTICSEARCH_INDEX_PREFIX"),
    ],
)
def test_a_wrong_setting_is_named_and_no_password_is_shown(url: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=said) as caught:
        read_server(url, **{"prefix": "attest", **options})
    assert "s3cret" not in str(caught.value)


def test_a_fingerprint_may_be_written_with_colons() -> None:
    assert read_server("https://h:1", prefix="a", fingerprint=":".join(["AB"] * 32)).fingerprint == "ab" * 32


def test_a_wrong_setting_is_told_before_anybody_searches(settings: Settings, tmp_path: Path) -> None:
    settings.ELASTICSEARCH_URL = "https://host:9200"
    assert engine_is_known(None) == []
    settings.ELASTICSEARCH_CA_FILE = str(tmp_path / "none.pem")
    (error,) = engine_is_known(None)
    assert (error.id, "none.pem is no file" in error.msg) == ("search.E001", True)


def test_a_client_belongs_to_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    from search.elastic import client

    server = Server("http://127.0.0.1:9")
    first = client.client_for(server)
    assert client.client_for(server) is first
    monkeypatch.setattr(client.os, "getpid", lambda: -1)  # as after a fork
    assert client.client_for(server) is not first


# --- Doctor ----------------------------------------------------------------------------------------------------------


def test_doctor_tells_version_aliases_and_leftovers(small: Corpus, newest: Loopback) -> None:
    build_index(small)
    (generation,) = [int(name.rpartition(".")[2]) for name in newest.node.cluster.indexes]
    newest.node.cluster.create("attest.small.5", {"mappings": {"dynamic": "strict", "properties": {}}})
    seen = [one.text for one in examine_server()]
    assert f"{newest.url} answers, version 9.2.0" in seen
    assert f"attest.small -> attest.small.{generation}" in seen
    assert any("attest.small.5 was searched before" in text for text in seen)
    assert not any(one.remedy for one in examine_server())


def test_doctor_tells_what_is_wrong_with_the_server(settings: Settings) -> None:
    settings.ELASTICSEARCH_URL = f"http://attest:s3cret@127.0.0.1:{closed_port()}"
    (seen,) = examine_server()
    assert seen.text.endswith("cannot be reached.") and "s3cret" not in seen.text
    assert seen.remedy == "Start it, correct ELASTICSEARCH_URL, or unset it."


def test_doctor_reports_the_index_of_each_corpus_and_the_server(small: Corpus, newest: Loopback) -> None:
    build_index(small)
    save_pages(small, [PageRecord(make_page("Tin", "Tin is a metal."))])
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=said)
    assert "PROBLEM  corpus small: The corpus has changed since the search index was built." in said.getvalue()
    assert "-> python manage.py build_index --corpus small" in said.getvalue()
    assert f"ok       Elasticsearch: {newest.url} answers, version 9.2.0" in said.getvalue()
