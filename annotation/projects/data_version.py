"""The data version of a project: a number that grows in every transaction that changes what statistics count."""

from __future__ import annotations

from typing import ClassVar

from django.db import connection, models
from django.db.models import Sum

ADJUDICATIONS = -1  # the writer of decisions on claims, which change no verification


class DataVersion(models.Model):
    """One term of a project's data version, which is the sum of its rows.

    `writer` is the id of the annotator whose work changed, ADJUDICATIONS, or 0 for other changes. One row for all would
    make each submission wait for the commit of the one before; those of one annotator come one after the other anyway.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="+")
    writer = models.BigIntegerField(default=0)
    number = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "writer"], name="data_version_of_writer")]

    def __str__(self) -> str:
        return f"{self.number} by {self.writer} in project {self.project_id}"


def bump(project: int, writer: int = 0) -> None:
    """Increase the data version of a project, by ids. Call it in the transaction that changes the data.

    Without a writer, call it last: the row is locked until the transaction ends.
    """
    if not _increase(project, writer):
        DataVersion.objects.get_or_create(project_id=project, writer=writer)
        _increase(project, writer)


def _increase(project: int, writer: int) -> bool:
    """Increase one term; returns whether it exists. In SQL, since every submission waits for it (ADR 0005)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE annotation_dataversion SET number = number + 1 WHERE project_id = %s AND writer = %s",
            [project, writer],
        )
        return bool(cursor.rowcount)


def data_version(project: int, *, without: tuple[int, ...] = ()) -> int:
    """The data version of a project, by its id, without the changes of some writers; 0 while nothing was changed."""
    rows = DataVersion.objects.filter(project=project).exclude(writer__in=without)
    return rows.aggregate(number=Sum("number"))["number"] or 0
