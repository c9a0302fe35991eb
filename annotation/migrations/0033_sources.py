"""Let evidence cite a source outside the corpus, instead of an element."""

from __future__ import annotations

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class WouldBeLost(RuntimeError):
    """Rows that the version before has no place for."""


def refuse_if_used(apps: Any, schema_editor: Any) -> None:
    """Raise WouldBeLost with the number of citations of sources."""
    evidence = apps.get_model("annotation", "Evidence").objects.using(schema_editor.connection.alias)
    cited = evidence.filter(source__isnull=False).count()
    if cited:
        raise WouldBeLost(
            f"The version before has no place for {cited} citations of sources outside the corpus. "
            "Delete the submissions that cite them, or stay with this version."
        )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0032_chains")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Source",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(max_length=2000)),
                ("archive_url", models.CharField(blank=True, max_length=2000)),
                ("title", models.CharField(blank=True, max_length=500)),
                ("text", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("retrieved_at", models.DateTimeField()),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sources",
                        to="annotation.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["project", "digest"], name="source_once_per_project"),
                    models.CheckConstraint(condition=~Q(url="") & ~Q(text=""), name="source_has_url_and_text"),
                ]
            },
        ),
        migrations.RemoveConstraint("evidence", "evidence_once_per_set"),
        migrations.AlterField("evidence", "content_hash", models.CharField(blank=True, max_length=64)),
        migrations.AlterField("evidence", "context", models.JSONField(default=list)),
        migrations.AlterField("evidence", "element_id", models.CharField(blank=True, max_length=600)),
        migrations.AlterField("evidence", "page_title", models.CharField(blank=True, max_length=512)),
        migrations.AddField(
            "evidence",
            "source",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="evidence",
                to="annotation.source",
            ),
        ),
        migrations.AddConstraint(
            "evidence",
            models.UniqueConstraint(
                fields=["evidence_set", "element_id"], condition=Q(source=None), name="evidence_once_per_set"
            ),
        ),
        migrations.AddConstraint(
            "evidence",
            models.UniqueConstraint(fields=["evidence_set", "source"], name="evidence_source_once_per_set"),
        ),
        migrations.AddConstraint(
            "evidence",
            models.CheckConstraint(
                condition=Q(source=None) & ~Q(element_id="") | Q(source__isnull=False, element_id=""),
                name="evidence_of_element_or_source",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, refuse_if_used),  # last, so that going back begins here
    ]
