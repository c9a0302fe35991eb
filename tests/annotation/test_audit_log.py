"""The audit log: written with the act or not at all, never changed, and found out where somebody changes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from importlib import import_module
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from annotation.actions.person_removal import remove_person
from annotation.audit_log.acts import Act
from annotation.audit_log.record import HIDDEN, record, values_of
from annotation.audit_log.verification import CheckedEntries, broken_entries
from annotation.models import AuditEntry, AuditHead, Project

pytestmark = pytest.mark.both_databases
append_only = import_module("annotation.migrations.0003_append_only")
ENTRIES = 6


@pytest.fixture
def log(project, manager, verifier) -> list[AuditEntry]:
    """Entries of all kinds of values."""
    for number in range(1, ENTRIES + 1):
        values = {
            "n": number,
            "share": Decimal("0.10"),
            "words": "„ü“ \0",
            "at": timezone.now(),
            "of": [1.5, None, True],
        }
        record(Act.SETTINGS_CHANGED, by=manager, project=project, person=verifier, about=project, after=values)
    return list(AuditEntry.objects.order_by("number"))


@contextmanager
def unguarded() -> Iterator[SimpleNamespace]:
    """As for somebody who can write to the database, and takes the triggers away."""
    with connection.cursor() as cursor:
        editor = SimpleNamespace(connection=connection, execute=cursor.execute)
        append_only.unprotect(editor, "annotation_auditentry")
        yield editor
        append_only.protect(editor, "annotation_auditentry")


def tamper(*statements: str) -> None:
    with unguarded() as editor:
        for statement in statements:
            editor.execute(statement)


def found() -> list[tuple[int, str]]:
    checked = CheckedEntries()
    return [(one.number, one.code) for one in broken_entries(checked)]


def test_it_is_whole_as_it_was_recorded(log):
    checked = CheckedEntries()
    assert list(broken_entries(checked)) == [] and checked.entries == ENTRIES
    assert [one.number for one in log] == [*range(1, ENTRIES + 1)]
    head = AuditHead.objects.get()
    assert (head.number, head.chain) == (ENTRIES, log[-1].chain)
    assert log[0].after["of"] == ["1.5", None, True] and log[0].after["share"] == "0.10"


@pytest.mark.parametrize(
    "statement", ["UPDATE annotation_auditentry SET act = 'x'", "DELETE FROM annotation_auditentry"]
)
def test_the_database_refuses_to_change_or_delete(log, statement):
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert found() == []


@pytest.mark.parametrize(
    "change",
    [
        "act = 'roles_changed'",
        "by_id = NULL",
        "project_id = NULL",
        "person_id = 0",
        "object_id = '0'",
        "object_type = 'user'",
        "after = '{\"n\": 4}'",
        "before = '{}'",
        "request_id = 'another'",
        "at = '2026-01-01 10:00:00+00:00'",
    ],
)
def test_a_changed_entry_is_found(log, change):
    tamper(f"UPDATE annotation_auditentry SET {change} WHERE number = 3")
    assert found() == [(3, "altered")]


def test_a_removed_entry_is_found(log):
    tamper("DELETE FROM annotation_auditentry WHERE number IN (2, 3)")
    assert found() == [(4, "missing")]


def test_swapped_entries_are_found(log):
    move = "UPDATE annotation_auditentry SET number = {} WHERE number = {}"
    tamper(move.format(90, 2), move.format(2, 4), move.format(4, 90))
    assert [number for number, code in found()] == [2, 3, 4, 5]


def test_a_tail_that_was_cut_off_is_found(log):
    tamper(f"DELETE FROM annotation_auditentry WHERE number >= {ENTRIES - 1}")
    assert found() == [(ENTRIES - 2, "cut_off")]
    said = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_log", stdout=said)
    assert caught.value.returncode == 1 and f"entry {ENTRIES - 2}:" in said.getvalue()


def test_an_act_that_fails_leaves_no_entry(project, manager):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        record(Act.SETTINGS_CHANGED, by=manager, project=project)
        raise ZeroDivisionError
    assert not AuditEntry.objects.exists() and found() == []


def test_only_what_differs_is_stored_and_no_secret(project, manager):
    before = values_of(project)
    assert record(Act.SETTINGS_CHANGED, by=manager, project=project, before=before, after=before) is None
    project.lease_minutes = 77
    entry = record(Act.SETTINGS_CHANGED, by=manager, project=project, before=before, after=values_of(project))
    assert (entry.before, entry.after) == ({"lease_minutes": before["lease_minutes"]}, {"lease_minutes": 77})
    hidden = {"password": "abc", "nested": {"api_key": "abc", "Webhook_Secret": ["abc"]}, "token": ""}
    entry = record(Act.SETTINGS_CHANGED, by=manager, after=hidden)
    assert "abc" not in json.dumps(entry.after) and entry.after["password"] == HIDDEN


def test_it_outlives_what_it_names(log, project, verifier):
    """A removed person keeps their number in it; a project that is gone leaves its entries."""
    remove_person(verifier)
    entry = AuditEntry.objects.first()
    assert (entry.act, entry.person_id, entry.by_id) == (Act.PERSON_REMOVED, verifier.pk, None)
    name = AuditEntry.objects.select_related("person").get(number=1).person.username
    assert name == f"removed-{verifier.pk}" and found() == []
    stored = json.dumps(list(AuditEntry.objects.values("before", "after", "object_id")))
    assert "vincent" not in stored
    other = Project.objects.create(slug="other", name="Other", corpus=project.corpus)
    record(Act.PROJECT_CREATED, by=None, project=other)
    other.delete()
    assert found() == [] and AuditEntry.objects.count() == ENTRIES + 2
