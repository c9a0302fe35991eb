"""Store the rank and score of a suggestion after every stage."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0045_guided_examples")]

    operations: ClassVar = [
        migrations.AddField("suggestion", "stages", models.JSONField(default=list)),
    ]
