"""The database refuses to delete operations and entries of discussions, as it refuses to change them.

`annotation.work.append_only.removal_allowed` is the one way around it, for the length of a transaction: a setting of the
transaction on PostgreSQL (`attest.removal`), and on SQLite, which has none, a row of a table that no other connection sees
because it is gone before the transaction ends. Emptying a whole table is refused as well.

On SQLite a later migration that alters one of TABLES rebuilds it without its triggers: such a migration must run
`refuse_removal` again for it (tests/annotation/test_append_only.py notices).
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = ('annotation_operation', 'annotation_discussionentry')
SWITCH = {
    'sqlite': ['CREATE TABLE annotation_removal (id integer NOT NULL PRIMARY KEY CHECK (id = 1))'],
    'postgresql': [
        """
        CREATE FUNCTION annotation_refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF current_setting('attest.removal', true) IS DISTINCT FROM 'allowed' THEN
                RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
            ELSIF TG_OP = 'TRUNCATE' THEN
                RETURN NULL;
            END IF;
            RETURN OLD;
        END $$
        """
    ],
}
NO_SWITCH = {
    'sqlite': ['DROP TABLE annotation_removal'],
    'postgresql': ['DROP FUNCTION annotation_refuse_removal()'],
}
REFUSE = {
    'sqlite': [
        """
        CREATE TRIGGER {name}_refuse_removal BEFORE DELETE ON {name}
        WHEN NOT EXISTS (SELECT 1 FROM annotation_removal)
        BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END
        """
    ],
    'postgresql': [
        """
        CREATE TRIGGER {name}_refuse_removal BEFORE DELETE ON {name}
        FOR EACH ROW EXECUTE FUNCTION annotation_refuse_removal()
        """,
        """
        CREATE TRIGGER {name}_refuse_emptying BEFORE TRUNCATE ON {name}
        FOR EACH STATEMENT EXECUTE FUNCTION annotation_refuse_removal()
        """,
    ],
}
ALLOW = {
    'sqlite': ['DROP TRIGGER {name}_refuse_removal'],
    'postgresql': ['DROP TRIGGER {name}_refuse_removal ON {name}', 'DROP TRIGGER {name}_refuse_emptying ON {name}'],
}


def refuse_removal(editor: BaseDatabaseSchemaEditor, name: str) -> None:
    for statement in REFUSE[editor.connection.vendor]:
        editor.execute(statement.format(name=name), params=None)


def forward(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in SWITCH[editor.connection.vendor]:
        editor.execute(statement, params=None)
    for name in TABLES:
        refuse_removal(editor, name)


def backward(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    vendor = editor.connection.vendor
    for statement in [one.format(name=name) for name in TABLES for one in ALLOW[vendor]] + NO_SWITCH[vendor]:
        editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0065_audit_log'),
    ]

    operations = [migrations.RunPython(forward, backward)]
