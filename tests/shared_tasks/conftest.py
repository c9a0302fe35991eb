from __future__ import annotations

import pytest

from annotation.shared_tasks.models import SharedTask, TaskSplit
from tests.shared_tasks.hosting import make_split, make_task


@pytest.fixture
def task(project, manager, settings, tmp_path) -> SharedTask:
    settings.ATTEST_DATA_DIR = tmp_path
    return make_task(project, manager)


@pytest.fixture
def split(task, manager) -> TaskSplit:
    """A blind split that is open."""
    return make_split(task, manager)
