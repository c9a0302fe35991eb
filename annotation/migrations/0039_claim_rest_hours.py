"""Written claims rest before they can be verified. Projects that exist keep offering them at once."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import migrations, models

LONGEST = [MaxValueValidator(24 * 365)]


class Migration(migrations.Migration):
    dependencies = (("annotation", "0038_question_task"),)
    operations = (
        migrations.AddField(
            model_name="project",
            name="claim_rest_hours",
            field=models.PositiveIntegerField(default=0, validators=LONGEST),
        ),
        migrations.AlterField(
            model_name="project",
            name="claim_rest_hours",
            field=models.PositiveIntegerField(default=24, validators=LONGEST),
        ),
    )
