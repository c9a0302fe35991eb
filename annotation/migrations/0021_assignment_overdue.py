"""Index overdue leases by `ended_at`: with bound parameters SQLite never used the condition on `state`."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0020_qa_counter_revision_request")]

    operations: ClassVar = [
        migrations.RemoveIndex("assignment", "assignment_overdue"),
        migrations.AddIndex(
            "assignment",
            models.Index(
                fields=["project", "kind", "leased_until"],
                name="assignment_overdue",
                condition=models.Q(ended_at__isnull=True),
            ),
        ),
    ]
