"""The adjudication queue for a page."""

from __future__ import annotations

from annotation.projects.data_version import ADJUDICATIONS, data_version
from annotation.projects.models import Project
from annotation.quality.adjudication.queue import Entry, Wanted, measure, queue
from annotation.results.store import Result, derived_result


def adjudication_queue(project: Project, wanted: Wanted) -> list[Entry]:
    """The value of `queue`, which measures claims again only if verifications have changed: decisions do not."""
    if wanted is Wanted.DONE:
        return queue(project, wanted)
    version = Result(None, data_version(project.pk, without=(ADJUDICATIONS,)), project.created_at)
    return queue(project, wanted, derived_result(project, version, wanted, lambda: measure(project, wanted)).value)
