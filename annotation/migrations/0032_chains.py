"""Let tasks know the submission that opened them and the first task of their chain; claims that people wrote do at once."""

from __future__ import annotations

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery

RESTRICT = django.db.models.deletion.RESTRICT


def forwards(apps: Any, schema_editor: Any) -> None:
    """Join the verification of every claim that somebody wrote to the task that it was written in."""
    database = schema_editor.connection.alias
    items = apps.get_model("annotation", "VerificationItem").objects.using(database)
    tasks = apps.get_model("annotation", "Task").objects.using(database)
    written = items.filter(task=OuterRef("pk"), claim__claim_set__isnull=False)
    tasks.filter(verification_item__claim__claim_set__isnull=False).update(
        opened_by=Subquery(written.values("claim__claim_set__submission")[:1]),
        chain=Subquery(written.values("claim__claim_set__submission__assignment__task")[:1]),
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0031_open_choices")]

    operations: ClassVar = [
        migrations.AddField(
            "task",
            "chain",
            models.ForeignKey("annotation.task", RESTRICT, null=True, related_name="later_tasks"),
        ),
        migrations.AddField(
            "task",
            "opened_by",
            models.ForeignKey("annotation.submission", RESTRICT, null=True, related_name="opened_tasks"),
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop),
    ]
