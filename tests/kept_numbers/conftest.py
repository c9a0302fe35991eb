"""A project whose numbers are kept, and somebody who does jobs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.projects.models import Role
from annotation.quality.agreement import snapshot
from annotation.quality.audit import snapshot as audit_snapshot
from annotation.results import state, store
from jobs.models import JobWorker
from tests.cast import member
from tests.prepared import simulated_project


@pytest.fixture(autouse=True)
def _nothing_is_remembered():
    for memory in (snapshot._read, snapshot._parts, audit_snapshot._parts, store._held):
        memory.clear()


@pytest.fixture
def large(db, monkeypatch):
    monkeypatch.setattr(state, "LARGE", 20)
    project, _planted = simulated_project(annotators=9, claims=60, seed=2, qa=30)
    return project


@pytest.fixture
def worker(db):
    """Somebody who does jobs was seen just now, however long a test takes on a busy machine."""
    return JobWorker.objects.create(name="here", seen_at=timezone.now() + timedelta(hours=1))


@pytest.fixture
def managing(client, large):
    client.force_login(member(large, "maya", Role.MANAGER))
    return client
