"""The database itself refuses to change a recorded operation.

Deleting stays possible, so that a whole project can be removed. On SQLite a later migration that alters
`annotation_operation` rebuilds the table and loses its triggers: such a migration must run `forbid_updates` again
(tests/annotation/test_operations.py notices).
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FORBID = {
    "sqlite": [
        """
        CREATE TRIGGER annotation_operation_append_only BEFORE UPDATE ON annotation_operation
        BEGIN SELECT RAISE(ABORT, 'annotation_operation is append-only'); END
        """
    ],
    "postgresql": [
        """
        CREATE FUNCTION annotation_operation_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'annotation_operation is append-only' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER annotation_operation_append_only BEFORE UPDATE ON annotation_operation
        FOR EACH ROW EXECUTE FUNCTION annotation_operation_refuse()
        """,
    ],
}
ALLOW = {
    "sqlite": ["DROP TRIGGER annotation_operation_append_only"],
    "postgresql": [
        "DROP TRIGGER annotation_operation_append_only ON annotation_operation",
        "DROP FUNCTION annotation_operation_refuse()",
    ],
}


def forbid_updates(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in FORBID[editor.connection.vendor]:
        editor.execute(statement)


def allow_updates(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in ALLOW[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0001_initial")]

    operations = [migrations.RunPython(forbid_updates, allow_updates)]
