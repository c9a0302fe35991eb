"""Move what a task is about into tables of the workflows, one-to-one with the task. Loses nothing, both ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Max, Q

BATCH = 10_000
# Kind of task -> the column that it leaves, and the table that it moves to.
MOVED = {
    "claim_verification": ("claim", "verificationitem"),
    "claim_generation": ("highlight", "generationitem"),
}


class WouldBeLost(RuntimeError):
    """Rows that the next version has no place for."""


def forwards(apps: Any, schema_editor: Any) -> None:
    """Raise WouldBeLost with the number of tasks of other workflows that point at a claim or highlight."""
    tasks = apps.get_model("annotation", "Task").objects.using(schema_editor.connection.alias)
    kept = Q(claim=None, highlight=None)
    for kind, (column, _table) in MOVED.items():
        kept |= Q(kind=kind, **{f"{column}__isnull": False})
    others = tasks.exclude(kept).count()
    if others:
        raise WouldBeLost(
            f"{others} tasks of other workflows point at a claim or highlight. Give their workflow a table of its own "
            "for that, copy it there and empty the columns, or stay with this version."
        )
    for kind, (column, table) in MOVED.items():
        for first, last in _ranges(tasks):
            schema_editor.execute(
                f"INSERT INTO annotation_{table} (task_id, {column}_id) SELECT id, {column}_id FROM annotation_task"
                f" WHERE kind = %s AND {column}_id IS NOT NULL AND id BETWEEN %s AND %s ORDER BY id",
                [kind, first, last],
            )
    _check_now(schema_editor)


def backwards(apps: Any, schema_editor: Any) -> None:
    tasks = apps.get_model("annotation", "Task").objects.using(schema_editor.connection.alias)
    for column, table in MOVED.values():
        for first, last in _ranges(tasks):
            schema_editor.execute(
                f"UPDATE annotation_task SET {column}_id ="
                f" (SELECT {column}_id FROM annotation_{table} WHERE task_id = annotation_task.id)"
                " WHERE id BETWEEN %s AND %s",
                [first, last],
            )
    _check_now(schema_editor)


def _ranges(tasks: Any) -> Iterator[tuple[int, int]]:
    newest = tasks.aggregate(newest=Max("pk"))["newest"] or 0
    return ((first, first + BATCH - 1) for first in range(1, newest + 1, BATCH))


def _check_now(schema_editor: Any) -> None:
    """Otherwise the checks of foreign keys are pending, and PostgreSQL refuses to change the tables further."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


def _item(name: str, column: str, subject: str, related_name: str) -> migrations.CreateModel:
    return migrations.CreateModel(
        name=name,
        fields=[
            (
                "task",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.CASCADE,
                    primary_key=True,
                    related_name=related_name,
                    serialize=False,
                    to="annotation.task",
                ),
            ),
            (
                column,
                models.OneToOneField(
                    on_delete=django.db.models.deletion.RESTRICT, related_name=related_name, to=f"annotation.{subject}"
                ),
            ),
        ],
        options={"base_manager_name": "objects"},
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0027_evidence_kinds")]

    operations: ClassVar = [
        _item("VerificationItem", "claim", "claim", "verification_item"),
        _item("GenerationItem", "highlight", "highlight", "generation_item"),
        migrations.RunPython(forwards, backwards),
        migrations.RemoveConstraint("task", "task_one_subject"),
        migrations.RemoveConstraint("task", "task_once_per_claim"),
        migrations.RemoveConstraint("task", "task_once_per_highlight"),
        migrations.RemoveField("task", "claim"),
        migrations.RemoveField("task", "highlight"),
    ]
