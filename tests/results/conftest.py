"""A large project and a worker."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.dashboard import status
from annotation.projects.models import Role
from jobs.models import JobWorker
from tests.cast import member
from tests.prepared import few_resamples, simulated_project


@pytest.fixture
def large(db, monkeypatch):
    monkeypatch.setattr(status, "LARGE", 20)
    monkeypatch.setattr(status, "SMALL", 20)
    few_resamples(monkeypatch)
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
