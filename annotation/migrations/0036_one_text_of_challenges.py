"""A challenge has one text for writers and verifiers: the description, or what only writers were told."""

from __future__ import annotations

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def merge_texts(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove `for_writers` from the challenges of label sets; it is the description where there is no other."""
    for project in apps.get_model("annotation", "Project").objects.exclude(label_set=None):
        challenges: list[dict[str, Any]] = project.label_set.get("challenges", [])
        if not any("for_writers" in one for one in challenges):
            continue
        for one in challenges:
            for_writers = one.pop("for_writers", "")
            if for_writers and not one.get("description"):
                one["description"] = for_writers
        project.save(update_fields=["label_set"])


class Migration(migrations.Migration):
    dependencies = (("annotation", "0035_context_by_hand"),)
    operations = (migrations.RunPython(merge_texts, migrations.RunPython.noop, elidable=True),)
