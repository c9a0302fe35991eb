"""A project with the toy workflow beside the two that come with Attest."""

from __future__ import annotations

import pytest

from annotation.models import Project, Task
from tests.workflows.toy.models import ToyItem

TEXTS = ["Harbour", "League", "Rovers", "Pilots"]


@pytest.fixture
def registered(settings) -> None:
    """The registry line."""
    settings.ATTEST_WORKFLOWS = [*settings.ATTEST_WORKFLOWS, "tests.workflows.toy.workflow.WORKFLOW"]


@pytest.fixture
def toy(registered: None, project: Project) -> Project:
    """The project with the toy workflow on and four texts."""
    project.workflows = [*project.workflows, "toy"]
    project.save()
    for position, text in enumerate(TEXTS):
        ToyItem.objects.create(task=Task.objects.create(project=project, kind="toy", position=position), text=text)
    return project
