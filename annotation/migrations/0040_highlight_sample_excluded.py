"""Keep which pages a sample of highlights left out."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0039_claim_rest_hours")]

    operations: ClassVar = [
        migrations.AddField(model_name="highlightsample", name="excluded", field=models.JSONField(default=list))
    ]
