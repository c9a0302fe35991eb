"""Most assignments are not set aside: the index has only those that are. See `Assignment.Meta`."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0062_second_adjudicator'),
    ]

    operations = [
        migrations.AlterField(
            model_name='assignment',
            name='set_aside',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='set_aside', to='annotation.action'),
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(condition=models.Q(('set_aside__isnull', False)), fields=['set_aside'], name='assignment_set_aside'),
        ),
    ]
