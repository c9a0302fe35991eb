"""Indexes with which a list and a count of a large project take a fraction of the time, and whose a second decision is.

Most assignments are not set aside: the index has only those that are (see `Assignment.Meta`).
"""

from __future__ import annotations

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def fill_in_projects(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model('annotation', 'SecondAdjudication').objects.using(editor.connection.alias)
    claims = apps.get_model('annotation', 'Claim').objects.filter(pk=OuterRef('claim'))
    rows.update(project=Subquery(claims.values('project')[:1]))


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0065_without_axes'),
    ]

    operations = [
        migrations.AddField(
            model_name='secondadjudication',
            name='project',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='second_adjudications', to='annotation.project'),
        ),
        migrations.RunPython(fill_in_projects, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='assignment',
            name='set_aside',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='set_aside', to='annotation.action'),
        ),
        migrations.AlterField(
            model_name='verification',
            name='claim',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verifications', to='annotation.claim'),
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(condition=models.Q(('set_aside__isnull', False)), fields=['set_aside'], name='assignment_set_aside'),
        ),
        migrations.AddIndex(
            model_name='verification',
            index=models.Index(fields=['claim', 'submission'], name='verification_of_claim'),
        ),
    ]
