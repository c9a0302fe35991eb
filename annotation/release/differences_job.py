"""Job that compares two releases of a project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.release.differences import differences
from annotation.release.manifest import write_json
from annotation.release.models import Release
from annotation.release.summary import ReleaseError
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job
from jobs.registry import job

KIND = "compare_releases"


def ask(*, project: Project, before: Release, after: Release, asked_by: User) -> Job:
    """Enqueue a comparison, or return the unfinished one of the same releases."""
    arguments = {"before": before.pk, "after": after.pk}
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        there = unfinished(KIND, project=project, arguments=arguments)
        return there or enqueue(KIND, project=project, arguments=arguments, asked_by=asked_by)


def list_of(job: Job) -> Path:
    """Path of the whole comparison, as `diff_releases --json` writes it."""
    return Path(settings.ATTEST_DATA_DIR) / "differences" / f"{job.pk}.json"


@job(KIND)
def compare(context: JobContext) -> dict[str, Any]:
    """Compare. The result has everything but the lists of claims."""
    keys = [context.arguments["before"], context.arguments["after"]]
    releases = {one.pk: one for one in Release.objects.filter(project=context.job.project, pk__in=keys)}
    if set(keys) != set(releases):
        raise AnnotationError("no_release", _("One of these releases is no longer there."))
    try:
        before, after = (releases[key].home for key in keys)
        found = differences(before, after).to_json()
    except (ReleaseError, OSError) as error:
        raise AnnotationError("not_compared", str(error)) from error
    path = list_of(context.job)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, found)
    return {name: found[name] for name in ("before", "after", "counts", "agreement")}
