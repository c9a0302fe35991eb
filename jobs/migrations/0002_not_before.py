"""Add the time before which a job that is to be tried again is not started."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ('jobs', '0001_initial'),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name='job',
            name='not_before',
            field=models.DateTimeField(null=True),
        ),
    ]
