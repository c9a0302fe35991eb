"""The database refuses to change or to delete operations, entries of discussions and entries of the audit log.

`annotation.work.append_only.removal_allowed` is the one way around it for the first two, for the length of a
transaction: a setting of the transaction on PostgreSQL (`attest.removal`), and on SQLite, which has none, a row of a
table that no other connection sees because it is gone before the transaction ends. Emptying a whole table is refused
as well.

On SQLite a later migration that alters one of these tables rebuilds it without its triggers: such a migration must run
`protect` again for it (tests/annotation/test_append_only.py and test_audit_log.py notice).
"""

from __future__ import annotations

from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REMOVABLE = ("annotation_operation", "annotation_discussionentry")
TABLES = (*REMOVABLE, "annotation_auditentry")
SWITCH = {
    "sqlite": "CREATE TABLE annotation_removal (id integer NOT NULL PRIMARY KEY CHECK (id = 1))",
    "postgresql": """
        CREATE FUNCTION annotation_refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF current_setting('attest.removal', true) IS DISTINCT FROM 'allowed' THEN
                RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
            ELSIF TG_OP = 'TRUNCATE' THEN
                RETURN NULL;
            END IF;
            RETURN OLD;
        END $$
        """,
}
NO_SWITCH = {"sqlite": "DROP TABLE annotation_removal", "postgresql": "DROP FUNCTION annotation_refuse_removal()"}


def on_sqlite(name: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END"
    unless_allowed = "WHEN NOT EXISTS (SELECT 1 FROM annotation_removal)" if name in REMOVABLE else ""
    return [
        f"CREATE TRIGGER {name}_append_only BEFORE UPDATE ON {name} {refuse}",
        f"CREATE TRIGGER {name}_refuse_removal BEFORE DELETE ON {name} {unless_allowed} {refuse}",
    ]


def on_postgresql(name: str) -> list[str]:
    removal = "annotation_refuse_removal" if name in REMOVABLE else f"{name}_refuse"
    return [
        f"""
        CREATE FUNCTION {name}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{name} is append-only' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        f"CREATE TRIGGER {name}_append_only BEFORE UPDATE ON {name} FOR EACH ROW EXECUTE FUNCTION {name}_refuse()",
        f"CREATE TRIGGER {name}_refuse_removal BEFORE DELETE ON {name} FOR EACH ROW EXECUTE FUNCTION {removal}()",
        f"""
        CREATE TRIGGER {name}_refuse_emptying BEFORE TRUNCATE ON {name}
        FOR EACH STATEMENT EXECUTE FUNCTION {removal}()
        """,
    ]


def protect(editor: BaseDatabaseSchemaEditor, name: str) -> None:
    """Give the table its triggers."""
    for statement in on_sqlite(name) if editor.connection.vendor == "sqlite" else on_postgresql(name):
        editor.execute(statement, params=None)


def unprotect(editor: BaseDatabaseSchemaEditor, name: str) -> None:
    """Take the triggers of the table away."""
    is_sqlite = editor.connection.vendor == "sqlite"
    for trigger in ("append_only", "refuse_removal", *(() if is_sqlite else ("refuse_emptying",))):
        editor.execute(f"DROP TRIGGER {name}_{trigger}" + ("" if is_sqlite else f" ON {name}"), params=None)
    if not is_sqlite:
        editor.execute(f"DROP FUNCTION {name}_refuse()", params=None)


def forward(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    editor.execute(SWITCH[editor.connection.vendor], params=None)
    for name in TABLES:
        protect(editor, name)


def backward(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for name in TABLES:
        unprotect(editor, name)
    editor.execute(NO_SWITCH[editor.connection.vendor], params=None)


class Migration(migrations.Migration):
    replaces: ClassVar = [("annotation", "0066_refuse_removal")]
    dependencies: ClassVar = [("annotation", "0002_jobs")]
    operations: ClassVar = [migrations.RunPython(forward, backward)]
