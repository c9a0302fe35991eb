"""Oracle tasks: one for each claim that was drawn, while the project has this workflow on."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.workflows.oracle_annotation.models import OracleItem

SLUG = "oracle_annotation"
BATCH = 500


def open_oracle_tasks(project: Project, tasks: Sequence[int] | None = None) -> list[Task]:
    """Create the oracle tasks of the claims of these verification tasks; None: of all that were drawn and have none.

    Does nothing while the project has the workflow off.
    """
    if SLUG not in project.workflows or (tasks is not None and not tasks):
        return []
    claims = Claim.objects.filter(
        project=project, verification_item__task__hidden_item__kind="oracle", oracle_item__isnull=True
    )
    if tasks is not None:
        claims = claims.filter(verification_item__task__gte=min(tasks), verification_item__task__lte=max(tasks))
    rows = list(claims.order_by("pk").values_list("pk", "verification_item__task__position"))
    made = Task.objects.bulk_create(
        (Task(project=project, kind=SLUG, position=position) for _claim, position in rows), batch_size=BATCH
    )
    pairs = zip(made, rows, strict=True)
    OracleItem.objects.bulk_create((OracleItem(task=task, claim_id=row[0]) for task, row in pairs), batch_size=BATCH)
    return made


def open_all(project: Project) -> None:
    """Create the oracle tasks that are missing, when a project switches the workflow on."""
    open_oracle_tasks(project)
