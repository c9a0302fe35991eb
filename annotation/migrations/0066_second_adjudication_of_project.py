"""Every second adjudication names its project: apart from the rows that were filled in before, as a statement of its own."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0063_query_indexes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='secondadjudication',
            name='project',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='second_adjudications', to='annotation.project'),
        ),
    ]
