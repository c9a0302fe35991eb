from __future__ import annotations

import pytest

from annotation.projects.models import Project


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose manager has switched suggestions on."""
    project.suggestions_on = True
    project.save()
    return project
