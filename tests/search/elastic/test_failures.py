"""What people meet when Elasticsearch is not well: within two seconds, a sentence that says what to do."""

from __future__ import annotations

import hashlib
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from search.api import search_in
from search.backend import EngineUnavailable, IndexMissing
from search.elastic import deadline
from search.elastic.engine import ElasticIndex
from search.elastic.server import Server
from tests.search.backend_cases import titles
from tests.search.elastic.conftest import engine_on, filled
from tests.search.elastic.server import Loopback, closed_port, loopback

LIMIT = 25.0  # seconds: below the 30 of a server that is slow; on an idle machine everybody is answered within two


def refused(engine: ElasticIndex, query: str = "gold") -> str:
    """What a search says that cannot be answered, and that it says so in time."""
    started = time.monotonic()
    with pytest.raises(EngineUnavailable) as caught:
        search_in(engine, query)
    assert time.monotonic() - started < LIMIT
    assert caught.value.remedy == "python manage.py doctor"
    return str(caught.value)


# --- It does not answer ----------------------------------------------------------------------------------------------


def test_a_server_that_is_not_there() -> None:
    said = refused(ElasticIndex(Server(f"http://127.0.0.1:{closed_port()}"), "small"))
    assert "cannot be reached. Start it, correct ELASTICSEARCH_URL, or unset it." in said


def test_a_host_that_nobody_knows() -> None:
    assert "cannot be reached" in refused(ElasticIndex(Server("http://nowhere.invalid:9200"), "small"))


def test_a_slow_server(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.trouble("_search", delay=30)
    assert "did not answer in time. Look whether it is overloaded." in refused(elastic)


def test_a_server_that_answers_a_byte_at_a_time(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.trouble("_search", drips=True)
    assert "did not answer in time" in refused(elastic)


def test_a_server_that_is_slow_again_and_again(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.trouble("_search", times=9, delay=1.2)  # each answer in time, all of them together not
    assert "did not answer in time" in refused(elastic, "platypus wombat")


def test_a_few_hits_are_shown_when_there_is_no_time_left_for_help(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.trouble("_search", delay=0.5)
    newest.trouble("_search", times=9, delay=30)
    started = time.monotonic()
    assert titles(elastic, "nuggets") == ["Gold"]
    assert time.monotonic() - started < LIMIT


def test_a_connection_that_is_cut(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.trouble("_search", drops=True)
    assert "cannot be reached" in refused(elastic)
    assert titles(elastic, "nuggets") == ["Gold"]  # the next search is well again


def test_those_who_wait_take_no_more_threads_than_there_are_places(monkeypatch: pytest.MonkeyPatch) -> None:
    places = threading.BoundedSemaphore(1)
    monkeypatch.setattr(deadline, "_places", places)
    done = threading.Event()
    with pytest.raises(deadline.TooSlow):
        deadline.within(0.05, done.wait)  # without an end of its own: a busy machine may sleep long
    with pytest.raises(deadline.TooSlow):
        deadline.within(0.05, lambda: "never begun")
    done.set()
    assert deadline.within(5, lambda: "begun when the first has ended") == "begun when the first has ended"


# --- It refuses ------------------------------------------------------------------------------------------------------


def test_a_wrong_password_is_told_and_never_shown(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.let_in("attest", "right")
    wrong = replace(elastic, server=replace(elastic.server, user="attest", password="wr0ng-s3cret"))
    said = refused(wrong)
    assert "401" in said and "Correct the name and password in ELASTICSEARCH_URL" in said
    assert "wr0ng" not in said + repr(wrong) + repr(wrong.server)
    right = replace(elastic, server=replace(elastic.server, user="attest", password="right"))
    assert titles(right, "nuggets") == ["Gold"]


def test_an_api_key_lets_in(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.credentials = "ApiKey a2V5"
    assert titles(replace(elastic, server=replace(elastic.server, api_key="a2V5")), "nuggets") == ["Gold"]
    assert "ELASTICSEARCH_API_KEY" in refused(replace(elastic, server=replace(elastic.server, api_key="d3Jvbmc=")))


def test_a_user_without_privileges(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.refuse("_search", 403, "security_exception", "action is unauthorized")
    assert "needs the privileges `all` on indexes attest.*" in refused(elastic)


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server(elastic: ElasticIndex, newest: Loopback, status: int) -> None:
    newest.refuse("_search", status, "es_rejected_execution_exception")
    assert f"answered {status}" in refused(elastic)
    assert titles(elastic, "nuggets") == ["Gold"]


@pytest.mark.parametrize("trouble", ["lost_shards", "runs_out_of_time"])
def test_a_part_of_the_hits_is_not_passed_off_as_all(elastic: ElasticIndex, newest: Loopback, trouble: str) -> None:
    setattr(newest.node, trouble, True)
    assert "Look whether it is overloaded or a node of it is down." in refused(elastic)
    asked = [target for _method, target, _body in newest.requests if "_search" in target]
    assert asked and all("allow_partial_search_results=false" in target for target in asked)


def test_a_server_that_is_not_elasticsearch(newest: Loopback) -> None:
    newest.product = "OpenSearch"
    with pytest.raises(EngineUnavailable, match=r"is not Elasticsearch. Correct ELASTICSEARCH_URL"):
        filled(engine_on(newest))


@pytest.mark.parametrize("version", ["7.17.29", "10.0.0"])
def test_a_server_of_a_version_that_is_not_spoken(version: str) -> None:
    with loopback(version) as running:
        assert "Use Elasticsearch 8 or 9." in refused(engine_on(running))


def test_a_request_that_the_server_does_not_know_is_no_answer(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.refuse("_search", 400, "parsing_exception", "unknown query [trem]")
    assert "parsing_exception: unknown query [trem]" in refused(elastic)


# --- The index is not there, or not ours -----------------------------------------------------------------------------


def missing(engine: ElasticIndex) -> str:
    with pytest.raises(IndexMissing) as caught:
        search_in(engine, "gold")
    assert not isinstance(caught.value, EngineUnavailable)
    assert caught.value.remedy == "python manage.py build_index --corpus small"
    return str(caught.value)


def test_an_index_that_was_never_built(newest: Loopback) -> None:
    assert "has no search index of this corpus" in missing(engine_on(newest))


def test_an_index_that_somebody_has_deleted(elastic: ElasticIndex, newest: Loopback) -> None:
    assert titles(elastic, "nuggets") == ["Gold"]
    newest.node.cluster.indexes.clear()
    assert "has no search index of this corpus" in missing(elastic)


@pytest.mark.parametrize("key", ["schema_version", "mapping_version"])
def test_an_index_of_another_version(newest: Loopback, key: str) -> None:
    engine = filled(engine_on(newest))
    newest.node.cluster.indexes["attest.small.1"].mappings["_meta"][key] += 1
    assert "made by another version" in missing(engine)
    with pytest.raises(IndexMissing, match="another version"):
        engine.check()


def test_an_index_of_somebody_else_behind_our_name(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.node.cluster.indexes["attest.small.1"].mappings["_meta"] = {}
    with pytest.raises(IndexMissing, match="no search index of ours"):
        elastic.check()


# --- TLS -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 that is its own authority, and its key in the same file."""
    if not shutil.which("openssl"):
        pytest.skip("no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    made = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "own.pem"), "-days", "2", "-subj", "/CN=loopback"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made, *names]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "own.pem"


@pytest.fixture
def secured(certificate: Path) -> Iterator[Loopback]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    with loopback(tls=context) as running:
        yield running


def fingerprint(certificate: Path) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate.read_text())).hexdigest()


def test_a_certificate_of_ones_own_is_accepted_by_its_file(secured: Loopback, certificate: Path) -> None:
    assert titles(filled(engine_on(secured, ca_file=str(certificate))), "nuggets") == ["Gold"]


def test_a_certificate_of_ones_own_is_accepted_by_its_fingerprint(secured: Loopback, certificate: Path) -> None:
    assert titles(filled(engine_on(secured, fingerprint=fingerprint(certificate))), "nuggets") == ["Gold"]


@pytest.mark.parametrize("options", [{}, {"fingerprint": "0" * 64}])
def test_a_certificate_that_nobody_vouches_for(secured: Loopback, options: dict[str, str]) -> None:
    assert "Set ELASTICSEARCH_CA_FILE or ELASTICSEARCH_FINGERPRINT." in refused(engine_on(secured, **options))
