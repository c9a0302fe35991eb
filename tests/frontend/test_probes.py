"""/healthz, /readyz and /metrics: who is answered, what fails by name, and the numbers of the database."""

from __future__ import annotations

import json
from ipaddress import ip_network

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from annotation.accounts.tokens import create_token
from annotation.errors import AnnotationError
from annotation.models import Assignment
from annotation.work.draft import save
from frontend.site import readiness
from jobs.enqueue import enqueue
from jobs.models import Job
from search.indexing.build import build_index
from tests.servers.process import free_port


def failing(client: Client) -> list[str]:
    answer = client.get("/readyz")
    assert answer["Cache-Control"] == "no-store" and answer.status_code in {200, 503}
    found: list[str] = json.loads(answer.content).get("failing", [])
    assert (answer.status_code == 503) == bool(found)
    return found


def test_the_process_answers_without_database_host_name_and_session(client, django_db_blocker):
    with django_db_blocker.block():
        answer = client.get("/healthz", headers={"Host": "10.0.0.7:8000"})
    assert (answer.status_code, json.loads(answer.content)) == (200, {"status": "alive"})
    assert answer["Cache-Control"] == "no-store" and not answer.cookies
    assert client.post("/healthz").status_code == 405


def test_a_site_that_works_is_ready_in_few_queries(client, project, django_assert_max_num_queries):
    build_index(project.corpus)
    assert failing(client) == []
    with django_assert_max_num_queries(3):
        assert failing(client) == []


def test_what_fails_is_named(client, project, settings, tmp_path, monkeypatch):
    build_index(project.corpus)
    settings.REDIS_URL = f"redis://:hidden-word@127.0.0.1:{free_port()}/0"
    assert failing(client) == ["redis"]
    settings.ATTEST_DATA_DIR = tmp_path / "gone"
    assert failing(client) == ["search-index", "data-folder", "redis"]
    assert b"hidden" not in client.get("/readyz").content
    monkeypatch.setattr(readiness, "_migrated", False)
    monkeypatch.setattr(readiness, "is_current", lambda _connection: False)  # as after a new version, before `migrate`
    assert "migrations" in failing(client)


def test_a_database_that_is_away_is_named_and_nothing_of_it_is_asked(client, django_db_blocker):
    with django_db_blocker.block():  # it refuses every connection, as a server that is away does
        assert failing(client) == ["database"]


def samples(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    found = {}
    for family in text_string_to_metric_families(text):
        for one in family.samples:
            found[one.name, tuple(sorted(one.labels.values()))] = one.value
    return found


def test_metrics_are_for_operators_and_named_networks(client, manager, settings, django_user_model):
    def status(token: str = "", **headers: str) -> int:
        given = headers | ({"Authorization": f"Bearer {token}"} if token else {})
        return client.get("/metrics", headers=given).status_code

    _token, of_manager = create_token(user=manager, name="script")
    _token, of_operator = create_token(user=django_user_model.objects.create_superuser("root"), name="prometheus")
    assert [status(), status(of_manager), status("attest_wrong"), status(of_operator)] == [404, 404, 404, 200]
    settings.ATTEST_METRICS_NETWORKS = [ip_network("127.0.0.0/8")]
    assert [status(), status(**{"X-Forwarded-For": "127.0.0.1"})] == [200, 404]


def test_numbers_of_the_database_and_of_conflicts(client, settings, claims, assignment: Assignment):
    settings.ATTEST_METRICS_NETWORKS = [ip_network("127.0.0.1")]
    before = samples(client.get("/metrics").text)
    enqueue("build_index", arguments={"corpus": 0})
    Job.objects.update(created_at="2026-01-01T00:00Z")
    save(assignment=assignment, base_version=0, body={"verdict": "SUPPORTS"})
    with pytest.raises(AnnotationError):
        save(assignment=assignment, base_version=0, body={"verdict": "REFUTES"})
    assert client.get("/nowhere/").status_code == 404
    after = samples(client.get("/metrics").text)
    assert after["attest_leases", ("claim_verification", "held")] == 1
    assert after["attest_queue_tasks", ("claim_verification",)] == 2
    assert after["attest_jobs", ("waiting",)] == 1 and after["attest_job_oldest_waiting_seconds", ()] > 86_400

    def grown(name: str, *labels: str) -> float:
        which = name, tuple(sorted(labels))
        return after[which] - before.get(which, 0)

    assert grown("attest_draft_conflicts_total") == 1
    assert grown("attest_http_requests_total", "none", "GET", "404") == 1
    assert grown("attest_http_request_duration_seconds_count", "none") == 1
