"""Whoever changes a log behind the program's back is found out, to the row."""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from importlib import import_module
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from annotation.models import Assignment, Operation
from annotation.work.append_only import removal_allowed
from annotation.work.operations import finish, record

pytestmark = pytest.mark.both_databases

append_only = import_module("annotation.migrations.0003_append_only")


@pytest.fixture
def log(assignment):
    """start, five operations by two browsers, finish."""
    for number, browser in enumerate(["desk", "desk", "train", "desk", "train"], start=1):
        record(
            assignment=assignment,
            browser=browser,
            operations=[
                {
                    "sequence": number,
                    "name": "Highlighting",
                    "value": f"Åsa Lind_sentence_{number}",
                    "seconds": number * 1.0625,
                    "active_seconds": number,
                    "detail": {"set": 0, "at": number, "words": ["„ü“", None, True]},
                }
            ],
        )
    finish(assignment)
    return assignment


@contextmanager
def unguarded():
    """As for somebody who can write to the database, and takes the trigger away."""
    with connection.cursor() as cursor:
        editor = SimpleNamespace(connection=connection, execute=cursor.execute)
        append_only.unprotect(editor, "annotation_operation")
        yield editor
        append_only.protect(editor, "annotation_operation")


def tamper(sql, *values):
    with unguarded() as editor:
        editor.execute(sql, values)


def remove(**which):
    """As for somebody who can write to the database, and knows the way."""
    with removal_allowed():
        Operation.objects.filter(**which).delete()


def verified(**options):
    """Exit code and lines of the command."""
    said = StringIO()
    try:
        call_command("verify_log", stdout=said, **options)
    except CommandError as error:
        return error.returncode, said.getvalue()
    return 0, said.getvalue()


def rows_named(said, assignment):
    return [int(line.split("row ")[1].split(":")[0]) for line in said.splitlines() if str(assignment.public_id) in line]


def test_a_log_as_it_was_recorded_is_found_whole(log):
    said = "7 operations in 1 logs were checked.\n0 entries of the audit log were checked.\n"
    assert verified() == (0, said)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("value", "Åsa Lind_sentence_8"),
        ("name", "Highlighting deleted"),
        ("seconds", "3.189"),
        ("active_seconds", None),
        ("detail", '{"set": 1, "at": 3, "words": ["„ü“", null, true]}'),
        ("browser", "desk"),
        ("browser_sequence", 9),
        ("sitting", 2),
        ("received_at", "2026-01-01 10:00:00+00:00"),
    ],
)
def test_a_changed_byte_is_found_at_its_row(log, column, value):
    tamper(f"UPDATE annotation_operation SET {column} = %s WHERE assignment_id = %s AND sequence = 3", value, log.pk)
    code, said = verified()
    assert code == 1
    assert rows_named(said, log) == [3]


def test_a_changed_hash_is_found(log):
    tamper("UPDATE annotation_operation SET chain = %s WHERE assignment_id = %s AND sequence = 3", "0" * 64, log.pk)
    assert rows_named(verified()[1], log) == [3, 4]


def test_a_removed_row_is_found(log):
    remove(assignment=log, sequence=2)
    code, said = verified()
    assert code == 1
    assert rows_named(said, log) == [3]
    assert "row 2 is missing" in said


def test_swapped_rows_are_found(log):
    for sequence, other in ((2, 90), (4, 2), (90, 4)):
        tamper(
            "UPDATE annotation_operation SET sequence = %s WHERE assignment_id = %s AND sequence = %s",
            other,
            log.pk,
            sequence,
        )
    assert rows_named(verified()[1], log) == [2, 3, 4, 5]


def test_a_tail_that_was_cut_off_is_found(log):
    remove(assignment=log, sequence__gte=5)
    code, said = verified()
    assert code == 1
    assert rows_named(said, log) == [4]
    assert "what followed is missing" in said


def test_a_log_that_was_emptied_is_found(log):
    remove(assignment=log)
    assert verified(project="harbour")[0] == 1


def test_rows_of_another_log_are_found(log, project, other_verifier):
    from annotation.work.assignment import assign_next

    other = assign_next(person=other_verifier, project=project, kind="claim_verification")
    remove(assignment=other)
    tamper("UPDATE annotation_operation SET assignment_id = %s WHERE assignment_id = %s", other.pk, log.pk)
    Assignment.objects.filter(pk=other.pk).update(log_head=log.log_head)
    code, said = verified(assignment=str(other.public_id))
    assert code == 1
    assert rows_named(said, other) == [0, 1, 2, 3, 4, 5, 6]


def test_one_log_or_one_project_can_be_asked_for(log):
    assert verified(project="harbour")[0] == verified(assignment=str(log.public_id))[0] == 0
    assert verified(project="nowhere") == (2, "")
    assert verified(assignment="00000000-0000-0000-0000-000000000000") == (2, "")


def test_anybody_can_compute_the_chain_from_its_description(log):
    before = ""
    for row in Operation.objects.filter(assignment=log):
        content = [
            str(log.public_id),
            *(row.sequence, row.browser, row.browser_sequence, row.sitting, row.name, row.value),
            f"{row.seconds:.3f}",
            None if row.active_seconds is None else f"{row.active_seconds:.3f}",
            row.detail,
            row.received_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        ]
        text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        before = hashlib.sha256((before + text).encode()).hexdigest()
        assert row.chain == before
    log.refresh_from_db()
    assert log.log_head == before
