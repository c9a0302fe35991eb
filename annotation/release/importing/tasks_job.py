"""Background job that makes tasks from the rows of an uploaded file: articles, for claims of the real world."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import Invalid
from annotation.projects.models import Project
from annotation.release.importing.parsed import Problem
from annotation.release.importing.task_lines import task_lines
from annotation.release.importing.task_rows import import_tasks, importers, workflow_of_file
from annotation.release.importing.uploads import stored_whole
from annotation.work.workflow import AnyWorkflow
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.errors import JobError
from jobs.registry import job

KIND = "import_tasks"
MOST_BYTES = 50 << 20
MOST_TOLD = 100  # rows that were left out that are kept with the job


@job(KIND)
def import_rows(context: JobContext) -> dict[str, Any]:
    """Make a task from each row that has none yet. Begun again, it goes on: rows are stored one by one."""
    project = Project.objects.get(pk=context.job.project_id or 0)
    workflow, path = importers()[context.arguments["workflow"]], _folder(project) / context.arguments["file"]
    if not path.is_file():
        raise JobError(_("The file is no longer there. Upload it again."))
    total = sum(1 for _line in task_lines(path))
    told: list[Problem] = []
    done = import_tasks(project, workflow, path, told.append, lambda rows: context.progress(rows, total))
    # The file stays until another is uploaded: a job that is killed here runs again, and finds all rows known.
    problems = [{"row": one.place.line, "problem": one.remedy} for one in told[:MOST_TOLD]]
    return {"created": done.created, "known": done.known, "bad": done.bad, "problems": problems}


def enqueue_rows(project: Project, workflow: AnyWorkflow, file: UploadedFile[Any], by: User) -> None:
    """Keep an uploaded file and enqueue the import of its rows.

    Raises Invalid for one that is too large, or whose first row is not of the workflow, and while another is imported.
    """
    if unfinished(KIND, project=project) is not None:
        raise _invalid(_("A file is being imported. Wait for it to end."))
    if (file.size or 0) > MOST_BYTES:
        words = _("The file is larger than %(most)d MB. Have an administrator import it: %(command)s")
        command = f"python manage.py import_dataset FILE --project {project.slug}"
        raise _invalid(words % {"most": MOST_BYTES >> 20, "command": command})
    path = _stored(project, file)
    if workflow_of_file(path) != workflow:
        problem = next((line.problem for line in task_lines(path)), "") or _("its first row is of another kind")
        shutil.rmtree(_folder(project), ignore_errors=True)
        words = _("No row of this file can be imported: %(problem)s. Compare it with the columns below.")
        raise _invalid(words % {"problem": problem})
    with transaction.atomic():
        enqueue(KIND, project=project, arguments={"workflow": workflow.slug, "file": path.name}, asked_by=by)
        after = {"workflow": workflow.slug, "file": path.name}
        record(Act.TASKS_IMPORTED, by=by, project=project, after=after)


def _stored(project: Project, file: UploadedFile[Any]) -> Path:
    """The file under its own name, once all of it is there; what was left of an earlier one is removed."""
    folder = _folder(project)
    shutil.rmtree(folder, ignore_errors=True)
    return stored_whole(folder, file, "rows")


def _folder(project: Project) -> Path:
    return Path(settings.ATTEST_DATA_DIR) / "uploaded-rows" / project.slug


def _invalid(message: str) -> Invalid:
    return Invalid(message, {"file": [message]})
