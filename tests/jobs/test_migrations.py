"""Databases of the version before `jobs` was an app: the tables and their rows stay."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE = [("annotation", "0001_squashed_0016_kept_numbers")]
AFTER = [("jobs", "0003_periodic_jobs"), ("annotation", "0018_jobs_app")]


@pytest.mark.extended
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_jobs_and_what_points_at_them_survive_the_upgrade(project):
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrate(BEFORE)
        fields = {"kind": "draw_highlights", "project_id": project.pk, "words": "1"}
        job = old.get_model("annotation", "Job").objects.create(**fields)
        old.get_model("annotation", "HighlightSample").objects.create(
            project_id=project.pk, job=job, seed=1, size=1, settings={}, report={}
        )
        new = migrate(AFTER)
        moved = new.get_model("jobs", "Job").objects.get()
        assert (moved.pk, moved.message, moved.message_sent_at) == (job.pk, "1", None)
        assert new.get_model("annotation", "HighlightSample").objects.get().job == moved
        assert moved.highlight_sample.project.jobs.get() == moved
    finally:
        migrate(newest)


def migrate(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps
