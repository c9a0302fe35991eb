"""Attempts to log in that have not ended yet."""

from __future__ import annotations

from typing import ClassVar

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0071_hidden_items")]
    operations: ClassVar = [
        migrations.AddField("attempts", "running", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("attempts", "running_since", models.DateTimeField(default=django.utils.timezone.now)),
    ]
