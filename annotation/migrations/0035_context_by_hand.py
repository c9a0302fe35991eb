"""Keep the context that a verifier added by hand, and which sentences they joined."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0034_task_report")]

    operations: ClassVar = [
        migrations.AddField(model_name="evidence", name="added", field=models.JSONField(default=list)),
        migrations.AddField(model_name="evidence", name="joined", field=models.JSONField(default=list)),
    ]
