"""A setting: whether evidence is suggested in calibration."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0051_alert_review")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="project",
            name="calibration_suggestions",
            field=models.BooleanField(default=False),
        ),
    ]
