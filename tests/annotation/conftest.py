"""The API as a browser meets it: logged in, JSON in and out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from annotation.models import Assignment, Project, User


class Browser:
    """A person's browser: `browser.post("heartbeat/", {})` speaks to their assignment."""

    def __init__(self, person: User | None, base: str) -> None:
        self.client = Client()
        self.base = base
        if person is not None:
            self.client.force_login(person)

    def get(self, path: str = "", **query: Any) -> HttpResponse:
        return self.client.get(self.base + path, query)

    def post(self, path: str, body: object = None) -> HttpResponse:
        return self.client.post(self.base + path, body or {}, content_type="application/json")

    def put(self, path: str, body: object) -> HttpResponse:
        return self.client.put(self.base + path, body, content_type="application/json")

    def send(self, method: str, path: str) -> HttpResponse:
        return self.client.generic(method, self.base + path)

    def raw(self, path: str, text: str | bytes) -> HttpResponse:
        return self.client.generic("POST", self.base + path, text, content_type="application/json")


@pytest.fixture
def browser(assignment: Assignment, verifier: User) -> Browser:
    """The verifier's, at their assignment."""
    return Browser(verifier, f"/api/v1/assignments/{assignment.public_id}/")


@pytest.fixture
def at_project(project: Project) -> Callable[[User | None], Browser]:
    """Anyone's, at the project."""
    return lambda person: Browser(person, f"/api/v1/projects/{project.slug}/")


def error_of(answer: HttpResponse, status: int) -> dict[str, Any]:
    """The error, of the one shape and this status."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].endswith("json")
    body = json.loads(answer.content)
    assert list(body) == ["error"]
    assert sorted(body["error"]) == ["code", "fields", "message"]
    assert body["error"]["message"].endswith((".", "!")), body
    return body["error"]
