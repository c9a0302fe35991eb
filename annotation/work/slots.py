"""Reserve a slot of a task, alone or with the assignment that takes it.

Written in SQL, since Django takes several times as long to compile it as the database to run it (ADR 0005).
"""

from __future__ import annotations

from typing import Any

from django.db import connection, models

from annotation.work.models import Assignment, Operation

# Matches only while a slot is free: its row count decides who of several gets the last one.
_RESERVE = (
    "UPDATE annotation_task SET places_taken = places_taken + 1"
    " WHERE id = %s AND places_taken < wanted AND withdrawn_at IS NULL"
)


def reserve_slot(task_id: int) -> bool:
    """Reserve one slot of a task; returns whether one was free."""
    with connection.cursor() as cursor:
        cursor.execute(_RESERVE, [task_id])
        return bool(cursor.rowcount == 1)


def reserve_and_store(assignment: Assignment, first: Operation) -> bool:
    """Reserve a slot of the task and store the new assignment with the first operation of its log; False if none is
    free. Call it in a transaction. On PostgreSQL it is one statement.
    """
    if connection.vendor == "postgresql":
        return _at_once(assignment, first)
    if not reserve_slot(assignment.task_id):
        return False
    assignment.save(force_insert=True)
    first.assignment = assignment  # which has its key now
    first.save(force_insert=True)
    return True


def _at_once(assignment: Assignment, first: Operation) -> bool:
    own, of_log = _values(assignment), _values(first)
    del of_log["assignment_id"]
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH slot AS ({_RESERVE} RETURNING id),"  # nosec B608 # names of columns; values are parameters
            f" taken AS (INSERT INTO annotation_assignment ({', '.join(own)})"
            f" SELECT {_places(own)} FROM slot RETURNING id)"
            f" INSERT INTO annotation_operation (assignment_id, {', '.join(of_log)})"
            f" SELECT taken.id, {_places(of_log)} FROM taken RETURNING assignment_id, id",
            [assignment.task_id, *own.values(), *of_log.values()],
        )
        made = cursor.fetchone()
    if made is None:
        return False
    assignment.pk, first.pk = made
    first.assignment = assignment
    assignment._state.adding = first._state.adding = False
    return True


def _values(row: models.Model) -> dict[str, Any]:
    """Column -> value of a new row, without its key, as Django would insert them."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    return {str(field.column): field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields}


def _places(columns: dict[str, Any]) -> str:
    return ", ".join(["%s"] * len(columns))
