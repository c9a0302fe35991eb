"""Keep which task a question is about."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

TASK = models.ForeignKey(
    null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="questions", to="annotation.task"
)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0037_suggestions_off_at_first")]

    operations: ClassVar = [migrations.AddField(model_name="question", name="task", field=TASK)]
