"""How far the server's clock has jumped while a task was open."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0066_refuse_removal")]

    operations = [
        migrations.AddField(
            model_name="assignment",
            name="clock_jumped",
            field=models.DecimalField(max_digits=12, decimal_places=3, default=0, db_default=0, editable=False),
        ),
    ]
