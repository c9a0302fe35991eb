"""Every browser numbers its own operations, a clock that stops while the page is hidden, and a chain of hashes.

Existing operations were numbered by one browser: they keep their number as the server's, and get a chain computed now.
Altering a table on SQLite makes it anew without its triggers, and existing rows have to be filled in: the trigger of
migration 0002 is taken away first and put back last.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from typing import Any, ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from annotation.work.hash_chain import BEFORE_THE_FIRST, Link, chained

append_only = import_module("annotation.migrations.0002_operation_append_only")

LOGS_AT_ONCE = 500


def chain_existing(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for heads, rows in _logs(apps):
        with editor.connection.cursor() as cursor:
            cursor.executemany("UPDATE annotation_operation SET browser_sequence = %s, chain = %s WHERE id = %s", rows)
            cursor.executemany("UPDATE annotation_assignment SET log_head = %s WHERE id = %s", heads)


def _logs(apps: Apps) -> Iterator[tuple[list[tuple[str, int]], list[tuple[int, str, int]]]]:
    """(head, assignment) of some logs, and (browser_sequence, chain, id) of their operations."""
    assignments, operations = apps.get_model("annotation", "Assignment"), apps.get_model("annotation", "Operation")
    after = 0
    while True:
        some = assignments.objects.filter(pk__gt=after).order_by("pk").values_list("pk", "public_id")
        ids: dict[int, Any] = dict(some[:LOGS_AT_ONCE])
        if not ids:
            return
        heads: list[tuple[str, int]] = []
        rows: list[tuple[int, str, int]] = []
        found = operations.objects.filter(assignment__in=list(ids)).order_by("assignment", "sequence")
        for assignment, log in groupby(found, key=lambda row: row.assignment_id):
            head = BEFORE_THE_FIRST
            for row in log:
                head = chained(head, str(ids[assignment]), _link(row))
                rows.append((row.sequence, head, row.pk))
            heads.append((head, assignment))
        yield heads, rows
        after = max(ids)


def _link(row: Any) -> Link:
    return Link(row.sequence, "", row.sequence, 1, row.name, row.value, row.seconds, None, row.detail, row.received_at)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0006_assignment_states")]

    operations: ClassVar = [
        migrations.RunPython(append_only.allow_updates, append_only.forbid_updates),
        migrations.AddField(
            "assignment", "log_head", models.CharField(max_length=64, blank=True, default="", editable=False)
        ),
        migrations.AddField(
            "operation", "browser", models.CharField(max_length=40, blank=True, default=""), preserve_default=False
        ),
        migrations.AddField(
            "operation", "browser_sequence", models.PositiveIntegerField(default=0), preserve_default=False
        ),
        migrations.AddField("operation", "sitting", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField(
            "operation", "active_seconds", models.DecimalField(max_digits=12, decimal_places=3, null=True)
        ),
        migrations.AddField("operation", "detail", models.JSONField(default=dict)),
        migrations.AddField("operation", "chain", models.CharField(max_length=64, default=""), preserve_default=False),
        migrations.AlterField("operation", "received_at", models.DateTimeField()),
        migrations.RunPython(chain_existing, migrations.RunPython.noop),
        migrations.AddConstraint(
            "operation",
            models.UniqueConstraint(
                fields=["assignment", "browser", "browser_sequence"], name="operation_once_per_browser_sequence"
            ),
        ),
        migrations.RunPython(append_only.forbid_updates, append_only.allow_updates),
    ]
