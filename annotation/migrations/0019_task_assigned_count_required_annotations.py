"""Rename two attributes of Task. The database columns keep their names, so nothing in the database changes."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("annotation", "0018_jobs_app")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("task", "task_open_queue"),
                migrations.RemoveConstraint("task", "task_overlap_never_exceeded"),
                migrations.RenameField("task", "places_taken", "assigned_count"),
                migrations.RenameField("task", "wanted", "required_annotations"),
                migrations.AlterField(
                    "task", "assigned_count", models.PositiveSmallIntegerField(default=0, db_column="places_taken")
                ),
                migrations.AlterField(
                    "task", "required_annotations", models.PositiveSmallIntegerField(default=1, db_column="wanted")
                ),
                migrations.AddConstraint(
                    "task",
                    models.CheckConstraint(
                        condition=Q(assigned_count__lte=F("required_annotations")), name="task_overlap_never_exceeded"
                    ),
                ),
                migrations.AddIndex(
                    "task",
                    models.Index(
                        fields=["project", "kind", "phase", "position", "id"],
                        name="task_open_queue",
                        condition=Q(assigned_count__lt=F("required_annotations"), withdrawn_at__isnull=True),
                    ),
                ),
            ]
        )
    ]
