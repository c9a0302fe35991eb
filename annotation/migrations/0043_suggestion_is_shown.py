"""Store what of the suggestions annotators are shown, and the pages that were retrieved."""

from __future__ import annotations

from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

MOST_CELLS_SHOWN = 10  # so many were shown before there was a threshold


def hide_what_was_not_shown(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Of older runs the first ten cells were shown, whatever their score."""
    suggestions = apps.get_model("annotation", "Suggestion").objects
    suggestions.filter(stage="cells", rank__gt=MOST_CELLS_SHOWN).update(is_shown=False)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("annotation", "0042_user_preferences")]

    operations: ClassVar = [
        migrations.AddField("suggestion", "is_shown", models.BooleanField(default=True)),
        migrations.AddField("suggestionrun", "pages", models.JSONField(default=list)),
        migrations.RunPython(hide_what_was_not_shown, migrations.RunPython.noop),
    ]
