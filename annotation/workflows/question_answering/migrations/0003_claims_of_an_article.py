"""What was found of an article's claim becomes a list: a search may find several."""

from __future__ import annotations

from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def to_list(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    model = apps.get_model("question_answering", "Article")
    for pk, found in model.objects.values_list("pk", "found").iterator(chunk_size=2_000):
        model.objects.filter(pk=pk).update(found=[found] if found else [])


def to_one(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    model = apps.get_model("question_answering", "Article")
    for pk, found in model.objects.values_list("pk", "found").iterator(chunk_size=2_000):
        model.objects.filter(pk=pk).update(found=next(iter(found), {}))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("question_answering", "0002_imported_claims_without_words")]
    operations: ClassVar = [
        migrations.AlterField("article", "found", models.JSONField(default=list)),
        migrations.RunPython(to_list, to_one),
    ]
