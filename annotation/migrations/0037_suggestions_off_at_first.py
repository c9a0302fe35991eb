"""New projects show no suggestions until a manager switches them on; those that exist keep what they have."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("annotation", "0036_one_text_of_challenges"),)
    operations = (
        migrations.AlterField(
            model_name="project", name="suggestions_on", field=models.BooleanField(default=False)
        ),
    )
