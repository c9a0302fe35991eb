"""The database refuses to change or to delete decisions on citations, as annotation 0003 does for operations."""

from __future__ import annotations

from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAME = "citations_citationdecision"
FORWARD = {
    "sqlite": [
        f"CREATE TRIGGER {NAME}_append_only BEFORE UPDATE ON {NAME} "
        f"BEGIN SELECT RAISE(ABORT, '{NAME} is append-only'); END",
        f"CREATE TRIGGER {NAME}_refuse_removal BEFORE DELETE ON {NAME} "  # nosec B608 # the table named above
        f"WHEN NOT EXISTS (SELECT 1 FROM annotation_removal) BEGIN SELECT RAISE(ABORT, '{NAME} is append-only'); END",
    ],
    "postgresql": [
        f"CREATE FUNCTION {NAME}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
        "'% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE TRIGGER {NAME}_append_only BEFORE UPDATE ON {NAME} FOR EACH ROW EXECUTE FUNCTION {NAME}_refuse()",
        f"CREATE TRIGGER {NAME}_refuse_removal BEFORE DELETE ON {NAME} "
        "FOR EACH ROW EXECUTE FUNCTION annotation_refuse_removal()",
        f"CREATE TRIGGER {NAME}_refuse_emptying BEFORE TRUNCATE ON {NAME} "
        "FOR EACH STATEMENT EXECUTE FUNCTION annotation_refuse_removal()",
    ],
}
BACKWARD = {
    "sqlite": [f"DROP TRIGGER {NAME}_append_only", f"DROP TRIGGER {NAME}_refuse_removal"],
    "postgresql": [
        *(f"DROP TRIGGER {NAME}_{name} ON {NAME}" for name in ("append_only", "refuse_removal", "refuse_emptying")),
        f"DROP FUNCTION {NAME}_refuse()",
    ],
}


def forward(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in FORWARD[editor.connection.vendor]:
        editor.execute(statement, params=None)


def backward(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in BACKWARD[editor.connection.vendor]:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("citations", "0001_initial"), ("annotation", "0003_append_only")]
    operations: ClassVar = [migrations.RunPython(forward, backward)]
