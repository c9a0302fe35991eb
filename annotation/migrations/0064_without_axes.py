"""Guesses are counted in `annotation_attempts`, sessions are in `annotation_session`: what the earlier tables hold goes.

Both have addresses of people. Everybody logs in once after the upgrade.
"""

from __future__ import annotations

from django.db import migrations

AXES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accesslog", "axes_accessfailurelog")


class Migration(migrations.Migration):
    dependencies = [("annotation", "0063_accounts"), ("sessions", "0001_initial")]

    operations = [
        *(migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", migrations.RunSQL.noop) for table in AXES),
        migrations.RunSQL("DELETE FROM django_session", migrations.RunSQL.noop),
    ]
