"""How many statements one person's task costs: each is a round trip to a PostgreSQL on another machine."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import CELL, ITEM, SENTENCE, submission

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]  # COMMIT counts, too
# On PostgreSQL a slot and the assignment that takes it are one statement, and the rows of person and log are locked.
EXPECTED = {
    "postgresql": {"take": 10, "operations": 8, "draft": 8, "more operations": 9, "more draft": 7, "submission": 18},
    "sqlite": {"take": 11, "operations": 7, "draft": 8, "more operations": 8, "more draft": 7, "submission": 18},
}
# What `benchmarks.assignment` measures: the next task, and a submission that brings its whole log.
TOGETHER = {"postgresql": 26, "sqlite": 27}


def operations(*numbers):
    return [{"sequence": n, "name": "search", "value": "rovers", "seconds": n * 4.25} for n in numbers]


@pytest.fixture
def count(client, verifier):
    """Sends a body and returns the answer with the number of statements."""
    client.force_login(verifier)

    def send(method, path, body):
        with CaptureQueriesContext(connection) as asked:
            answer = getattr(client, method)(f"/api/v1{path}", json.dumps(body), content_type="application/json")
        assert answer.status_code == 200, answer.content
        return answer.json(), len(asked)

    return send


@pytest.fixture
def take(count, project):
    return lambda: count("post", f"/projects/{project.slug}/assignments/", {"kind": "claim_verification"})


def submitted(**more):
    return submission(evidence_sets=[[SENTENCE, CELL], [ITEM]], browser="desk", **more)


def test_a_task_costs_so_many_statements(count, take, claims):
    first = take()[0]["assignment"]
    count("post", f"/assignments/{first['id']}/submission/", submitted())  # now its page is cached
    found = {}
    taken, found["take"] = take()
    path, body = f"/assignments/{taken['assignment']['id']}", taken["assignment"]["draft"]["body"]
    for name, numbers, version in (("", (1, 2, 3), 0), ("more ", (4, 5), 1)):
        log = {"browser": "desk", "operations": operations(*numbers)}
        found[f"{name}operations"] = count("post", f"{path}/operations/", log)[1]
        draft = {"base_version": version, "body": body | {"unsure": bool(version)}}
        found[f"{name}draft"] = count("put", f"{path}/draft/", draft)[1]
    found["submission"] = count("post", f"{path}/submission/", submitted(operations=operations(6)))[1]
    assert found == EXPECTED[connection.vendor]
    taken, alone = take()
    path = f"/assignments/{taken['assignment']['id']}/submission/"
    whole = count("post", path, submitted(operations=operations(*range(1, 16))))[1]
    assert alone + whole == TOGETHER[connection.vendor]
