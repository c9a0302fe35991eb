"""The JSON log: a line for every request and job with its id, and nothing that people wrote."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from django.db import IntegrityError
from django.test import Client

from annotation.accounts.tokens import create_token
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from jobs import registry
from jobs.enqueue import enqueue
from jobs.models import Job
from jobs.runner import run
from observation.json_logs import JsonFormatter
from search.indexing.build import build_index
from tests.cast import PASSWORD, SENTENCE

WORD = "zebrafink"  # in everything that is written below
PROXY_ID = "5f3c0d1e-proxy.id_7"


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonFormatter())
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))

    def of(self, logger: str) -> list[dict]:
        return [line for line in map(json.loads, self.texts) if line["logger"] == logger]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What would be logged with ATTEST_LOG_FORMAT=json, and more: all of Django's warnings."""
    handler, loggers = Lines(), [logging.getLogger(name) for name in ("attest.request", "jobs")]
    root, levels = logging.getLogger(), [logger.level for logger in loggers]
    root.addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def test_no_words_of_people_are_in_it(lines, project, manager, verifier, claims):
    build_index(project.corpus)
    browser = Client(raise_request_exception=False)
    browser.post("/login/", {"username": f"{WORD}-name", "password": WORD})
    browser.force_login(verifier)
    held = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None
    api = f"/api/v1/assignments/{held.public_id}/"
    draft: dict = {"base_version": 0, "body": {"verdict": "SUPPORTS", "note": WORD}}
    assert browser.put(f"{api}draft/", draft, content_type="application/json").status_code == 200
    draft["body"]["note"] += " again"
    assert browser.put(f"{api}draft/", draft, content_type="application/json").status_code == 409
    done = {"sequence": 1, "name": "search", "value": WORD, "seconds": 1}
    browser.post(f"{api}operations/", {"browser": "b", "operations": [done]}, content_type="application/json")
    browser.get("/p/harbour/find/", {"q": WORD})
    browser.get("/api/v1/projects/harbour/search/", {"q": WORD})
    browser.get(f"/p/harbour/{WORD}/", {"q": WORD})
    browser.get(f"/invitation/abc/{WORD}/")
    browser.force_login(manager)
    assert browser.post("/p/harbour/manage/claims/", {"claims": f"A claim of the {WORD}."}).status_code == 302
    browser.post("/p/harbour/manage/people/", {"names": WORD, "roles": ["verifier"]})
    _token, text = create_token(user=manager, name=WORD)
    Client().get("/api/v1/projects/harbour/plan/", headers={"Authorization": f"Bearer {text}"})
    Client().get("/api/v1/projects/harbour/plan/", headers={"Authorization": f"Bearer attest_{WORD}"})
    everything = "\n".join(lines.texts)
    for secret in (WORD, text, PASSWORD, "vincent", "maya", SENTENCE, "?q="):
        assert secret not in everything
    requests = lines.of("attest.request")
    assert len(requests) == len({line["request_id"] for line in requests}) == 12
    seen = [(line["view"], line["status"], line["person"]) for line in requests]
    assert ("api-draft", 200, verifier.pk) in seen and ("api-draft", 409, verifier.pk) in seen
    assert ("manage-claims", 302, manager.pk) in seen and ("api-plan", 200, manager.pk) in seen
    assert ("none", 404, verifier.pk) in seen or ("none", 404, None) in seen
    assert all(line["duration_ms"] >= 0 and line["method"] for line in requests)


@pytest.mark.parametrize(
    ("given", "is_kept"),
    [(PROXY_ID, True), ("short", False), ("x" * 65, False), ("with space", False), ('"}\n{"level":"forged"', False)],
)
def test_a_well_formed_id_of_the_proxy_is_kept(client, given, is_kept):
    answer = client.get("/healthz", headers={"X-Request-ID": given.replace("\n", "")})
    assert (answer["X-Request-ID"] == given) is is_kept
    assert answer["X-Request-ID"].replace("-", "").replace(".", "").replace("_", "").isalnum()


def test_a_job_carries_its_number_and_the_request_that_asked_for_it(lines, project, manager, monkeypatch):
    def fail(_context: object) -> dict[str, object]:
        enqueue("build_index", arguments={"corpus": 0})
        raise IntegrityError(f"Key (text)=({WORD}) already exists.")

    monkeypatch.setitem(registry.FUNCTIONS, "preview_release", fail)
    browser = Client(headers={"X-Request-ID": PROXY_ID})
    browser.force_login(manager)
    browser.post("/p/harbour/manage/set-up/corpus/", {"action": "index"})
    asked = Job.objects.create(kind="preview_release", project=project, request_id=PROXY_ID)
    assert Job.objects.filter(kind="build_index").get().request_id == PROXY_ID
    run(asked.pk)
    found = lines.of("jobs.runner")
    assert {(line["job"], line["request_id"]) for line in found} == {(asked.pk, PROXY_ID)}
    failed, ended = found
    assert failed["error"] == "IntegrityError" and any("test_request_log.py" in frame for frame in failed["frames"])
    assert (ended["kind"], ended["state"], ended["attempt"]) == ("preview_release", "failed", 1)
    assert WORD not in "\n".join(lines.texts)
    assert Job.objects.order_by("-pk")[0].request_id == PROXY_ID  # asked for by the job


def test_the_error_page_names_the_request_and_the_log_the_error(lines, project, manager, monkeypatch):
    monkeypatch.setattr("frontend.views.tokens.NewTokenForm", lambda *_given: 1 / 0)
    browser = Client(raise_request_exception=False, headers={"X-Request-ID": PROXY_ID})
    browser.force_login(manager)
    answer = browser.get("/tokens/")
    assert answer.status_code == 500 and answer["X-Request-ID"] == PROXY_ID and PROXY_ID in answer.text
    line = next(line for line in lines.of("attest.request") if line["status"] == 500)
    assert (line["level"], line["view"], line["request_id"]) == ("ERROR", "tokens", PROXY_ID)
    (of_django,) = lines.of("django.request")
    assert of_django["error"] == "ZeroDivisionError" and of_django["request_id"] == PROXY_ID
