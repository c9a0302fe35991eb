from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
TASK = models.OneToOneField("annotation.task", models.CASCADE, primary_key=True, serialize=False)
SUBMISSION = models.OneToOneField("annotation.submission", models.PROTECT, related_name="%(class)s")
TEXT = models.TextField()


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0001_squashed_0072_attempts_at_once")]
    operations: ClassVar = [
        migrations.CreateModel("ToyItem", [("task", TASK), ("text", TEXT)]),
        migrations.CreateModel("ToyAnswer", [("id", ID), ("answer", TEXT), ("submission", SUBMISSION)]),
    ]
