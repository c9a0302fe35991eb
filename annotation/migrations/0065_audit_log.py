"""The audit log. The database refuses to change or to delete an entry.

On SQLite a later migration that alters `annotation_auditentry` rebuilds it without its triggers: such a migration must
run `forbid` again (tests/annotation/test_audit_log.py notices).
"""

from __future__ import annotations

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAME = 'annotation_auditentry'
FORBID = {
    'sqlite': [
        f"""
        CREATE TRIGGER {NAME}_{name} BEFORE {what} ON {NAME}
        BEGIN SELECT RAISE(ABORT, '{NAME} is append-only'); END
        """
        for name, what in (('append_only', 'UPDATE'), ('refuse_removal', 'DELETE'))
    ],
    'postgresql': [
        f"""
        CREATE FUNCTION {NAME}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{NAME} is append-only' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        f"""
        CREATE TRIGGER {NAME}_append_only BEFORE UPDATE ON {NAME}
        FOR EACH ROW EXECUTE FUNCTION {NAME}_refuse()
        """,
        f"""
        CREATE TRIGGER {NAME}_refuse_removal BEFORE DELETE ON {NAME}
        FOR EACH ROW EXECUTE FUNCTION {NAME}_refuse()
        """,
        f"""
        CREATE TRIGGER {NAME}_refuse_emptying BEFORE TRUNCATE ON {NAME}
        FOR EACH STATEMENT EXECUTE FUNCTION {NAME}_refuse()
        """,
    ],
}
ALLOW = {
    'sqlite': [f'DROP TRIGGER {NAME}_append_only', f'DROP TRIGGER {NAME}_refuse_removal'],
    'postgresql': [
        *(f'DROP TRIGGER {NAME}_{name} ON {NAME}' for name in ('append_only', 'refuse_removal', 'refuse_emptying')),
        f'DROP FUNCTION {NAME}_refuse()',
    ],
}


def forbid(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in FORBID[editor.connection.vendor]:
        editor.execute(statement)


def allow(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in ALLOW[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0064_without_axes'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField()),
                ('chain', models.CharField(max_length=64)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='audit_head_is_one_row')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('number', models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('act', models.CharField(max_length=40)),
                ('object_type', models.CharField(blank=True, max_length=40)),
                ('object_id', models.CharField(blank=True, max_length=64)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
                ('request_id', models.CharField(blank=True, max_length=64)),
                ('chain', models.CharField(max_length=64)),
                ('by', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='annotation.project')),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'ordering': ['-number'],
                'indexes': [models.Index(fields=['project', '-number'], name='audit_entry_of_project')],
            },
        ),
        migrations.RunPython(forbid, allow),
    ]
