"""The HTTP API is what its OpenAPI schema says, for requests made from the schema (schemathesis), by every role."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
import requests
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, Response
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from annotation.models import User
from annotation.projects.models import Role
from annotation.release.models import Release
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from jobs.models import Job
from search.indexing.build import build_index
from tests.cast import member

pytestmark = [pytest.mark.extended, pytest.mark.one_database]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
METHODS = {"get", "post", "put", "patch", "delete"}
# Random tokens are wrong guesses, which are delayed after a few (429): they have tests of their own.
LEFT_OUT = {"accept-encoding", "authorization", "content-length", "content-type", "cookie"}
EXAMPLES = 3  # of an operation, each sent by every role


@dataclass(frozen=True)
class Site:
    clients: dict[str, Client]
    there: dict[str, Any]  # path parameter -> the value of something that is there


@pytest.fixture
def site(project, verifier, writer, manager, outsider, claims) -> Site:
    """A project with an index, an assignment that is held, a job and a release; people of every role and of none."""
    build_index(project.corpus)
    held = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None
    job = Job.objects.create(project=project, kind="release", arguments={})
    Release.objects.create(
        project=project,
        folder="one",
        counts={"claims": 3, "released": 0, "rows": {}},
        size=0,
        settings={},
        manifest_sha256="0" * 64,
    )
    people = {"outsider": outsider, "operator": User.objects.create_superuser("root-of-all", password="x")}
    people |= {Role.VERIFIER: verifier, Role.CLAIM_WRITER: writer, Role.MANAGER: manager}
    people |= {role: member(project, f"a-{role}", role) for role in Role if role not in people}
    clients = {str(name): Client(raise_request_exception=False) for name in ["nobody", *people]}
    for role, person in people.items():
        clients[str(role)].force_login(person)
    return Site(clients, {"slug": "harbour", "public_id": str(held.public_id), "id": job.pk, "path": "manifest.json"})


@pytest.fixture
def operations(site) -> list[Any]:
    """The operations of the schema."""
    written = site.clients["manager"].get("/api/v1/schema/", {"format": "json"}).json()
    return [one.ok() for one in schemathesis.openapi.from_dict(written).get_all_operations()]


def answer(client: Client, case: Case) -> Response:
    """Ask Django without a server, as `requests` would ask one; the answer as the checks want it."""
    made = case.as_transport_kwargs(base_url="http://127.0.0.1")
    of_requests = ("method", "url", "headers", "params", "data", "json", "files")
    asked = requests.Request(**{name: made[name] for name in of_requests if made.get(name) is not None}).prepare()
    body = asked.body.encode() if isinstance(asked.body, str) else asked.body or b""
    kept = {name: value for name, value in asked.headers.items() if name.lower() not in LEFT_OUT}
    kind = asked.headers.get("Content-Type", "application/octet-stream")
    given = client.generic(asked.method, asked.path_url, body, content_type=kind, headers=kept)
    content = b"".join(given.streaming_content) if given.streaming else given.content
    headers = {name: [value] for name, value in given.headers.items()}
    return Response(given.status_code, headers, content, asked, elapsed=0, verify=True)


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_answers_are_those_of_the_schema(site, operations, mode):
    """No 5xx, and status, type and body as described. Of three requests two are for something that is there."""
    wrong: dict[str, str] = {}
    answered: Counter[int] = Counter()

    def check(case: Case, role: str) -> None:
        found = answer(site.clients[role], case)
        answered[found.status_code] += 1
        try:
            case.validate_response(found, checks=CHECKS)
        except (FailureGroup, Failure) as error:
            wrong.setdefault(f"{case.method} {case.operation.path} {found.status_code} of {role}", str(error)[:700])

    for operation in operations:

        @settings(
            max_examples=EXAMPLES,
            database=None,
            derandomize=True,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode)), number=st.integers(0, 2))
        def ask(case: Case, number: int) -> None:
            if number:
                case.path_parameters = {name: site.there[name] for name in case.path_parameters}
            for role in site.clients:
                check(case, role)

        ask()
    assert not wrong, "\n\n".join(f"{where}: {what}" for where, what in wrong.items())
    assert {200, 400, 401, 403, 404} <= set(answered) and answered.total() > len(operations) * EXAMPLES


def test_methods_that_the_schema_lacks_are_refused(site, operations):
    known: dict[str, set[str]] = {}
    for operation in operations:
        known.setdefault(operation.path, set()).add(operation.method.lower())
    answers = {
        (path, method): site.clients["manager"].generic(method.upper(), path.format(**site.there)).status_code
        for path, methods in known.items()
        for method in METHODS - methods
    }
    assert {where: status for where, status in answers.items() if status != 405} == {}
