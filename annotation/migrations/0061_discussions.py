"""Discussions of claims. The database refuses to change an entry; deleting one is refused from 0067 on.

On SQLite a later migration that alters `annotation_discussionentry` rebuilds it without its trigger: such a migration
must run `forbid_updates` again (tests/annotation/test_discussion.py notices).
"""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAME = 'annotation_discussionentry'
FORBID = {
    'sqlite': [
        f"""
        CREATE TRIGGER {NAME}_append_only BEFORE UPDATE ON {NAME}
        BEGIN SELECT RAISE(ABORT, '{NAME} is append-only'); END
        """
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
    ],
}
ALLOW = {
    'sqlite': [f'DROP TRIGGER {NAME}_append_only'],
    'postgresql': [f'DROP TRIGGER {NAME}_append_only ON {NAME}', f'DROP FUNCTION {NAME}_refuse()'],
}


def forbid_updates(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in FORBID[editor.connection.vendor]:
        editor.execute(statement)


def allow_updates(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in ALLOW[editor.connection.vendor]:
        editor.execute(statement)



class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0060_adjudication_assignment'),
    ]

    operations = [
        migrations.CreateModel(
            name='Discussion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_open', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('claim', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='discussion', to='annotation.claim')),
            ],
        ),
        migrations.CreateModel(
            name='DiscussionEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('speaker', models.CharField(choices=[('manager', 'Manager'), ('adjudicator', 'Adjudicator'), ('annotator', 'Annotator')], max_length=12)),
                ('kind', models.CharField(choices=[('message', 'message'), ('opened', 'opened to the annotators'), ('closed', 'closed to the annotators')], default='message', max_length=8)),
                ('text', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='discussion_entries', to=settings.AUTH_USER_MODEL)),
                ('discussion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='annotation.discussion')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'message'), models.Q(('text', ''), _negated=True)), models.Q(('kind__in', ['opened', 'closed']), ('text', '')), _connector='OR'), name='discussion_entry_message_has_text'), models.CheckConstraint(condition=models.Q(('speaker__in', ['manager', 'adjudicator', 'annotator'])), name='discussion_entry_known_speaker')],
            },
        ),
        migrations.CreateModel(
            name='DiscussionRead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_seen', models.PositiveBigIntegerField()),
                ('discussion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reads', to='annotation.discussion')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='discussion_reads', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('discussion', 'person'), name='discussion_read_once_a_person')],
            },
        ),
        migrations.RunPython(forbid_updates, allow_updates),
    ]
