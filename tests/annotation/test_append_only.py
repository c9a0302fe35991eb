"""Rows that nobody deletes: the database refuses it, but inside of the one block that says so."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from annotation.discussion.models import Discussion, DiscussionEntry
from annotation.models import Operation
from annotation.work.append_only import removal_allowed
from annotation.work.operations import record

pytestmark = pytest.mark.both_databases
TABLES = {Operation: "annotation_operation", DiscussionEntry: "annotation_discussionentry"}


@pytest.fixture
def rows(assignment, claims, manager):
    """Two operations and an entry of a discussion."""
    record(assignment=assignment, operations=[{"sequence": 1, "name": "search", "value": "rovers", "seconds": 1}])
    discussion = Discussion.objects.create(claim=claims[0])
    DiscussionEntry.objects.create(discussion=discussion, author=manager, speaker="manager", text="See the table.")
    return discussion


def counts():
    return Operation.objects.count(), DiscussionEntry.objects.count()


def execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def refused(delete):
    before = counts()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        delete()
    assert counts() == before and all(before)


@pytest.mark.parametrize("model", list(TABLES))
def test_the_database_refuses_to_delete_them(rows, model):
    refused(lambda: model.objects.all().delete())
    refused(lambda: model.objects.first().delete())
    refused(lambda: execute(f"DELETE FROM {TABLES[model]}"))
    refused(lambda: execute(f"DELETE FROM {TABLES[model]} WHERE id = (SELECT max(id) FROM {TABLES[model]})"))
    if connection.vendor == "postgresql":
        refused(lambda: execute(f"SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE {TABLES[model]} CASCADE"))


def test_nothing_they_belong_to_takes_them_along(rows, assignment, project):
    refused(rows.delete)
    refused(assignment.delete)
    refused(project.delete)


@pytest.mark.sqlite
def test_an_insert_that_replaces_deletes_none(rows):
    columns = ", ".join(field.column for field in DiscussionEntry._meta.concrete_fields)
    table = TABLES[DiscussionEntry]
    refused(lambda: execute(f"INSERT OR REPLACE INTO {table} ({columns}) SELECT {columns} FROM {table}"))


def test_inside_of_the_block_a_project_is_deleted_with_them(rows, assignment, project):
    with removal_allowed():
        project.delete()
    assert counts() == (0, 0)


def test_the_block_ends_with_its_body(rows):
    with transaction.atomic():
        with removal_allowed():
            rows.delete()
        refused_after = Operation.objects.all()
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            refused_after.delete()
    assert counts()[1] == 0


def test_what_a_body_that_fails_has_deleted_is_there_again(rows):
    before = counts()
    with pytest.raises(ValueError, match="stop"), transaction.atomic(), removal_allowed():
        rows.delete()
        raise ValueError("stop")
    assert counts() == before
    refused(lambda: Operation.objects.all().delete())


def test_a_row_is_not_changed_there_either(rows):
    with pytest.raises(DatabaseError, match="append-only"), removal_allowed():
        Operation.objects.update(value="other")
