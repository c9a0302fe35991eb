"""Drawing as a job: asked for on the manager's page, done by a worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.highlight_settings import BadSettings
from annotation.projects.models import Project
from annotation.work.sampling.models import StoredSample
from annotation.work.sampling.sampler import Sampled
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job


class DrawnMeanwhile(Exception):
    """There is a later draw than the one the person saw, or one is being made: perhaps they pressed twice."""


@transaction.atomic
def ask(
    kind: str,
    model: type[StoredSample],
    settings: Callable[[Project], object],
    *,
    project: Project,
    size: int,
    seed: int,
    titles: Sequence[str] | None,
    excluded: Sequence[str] = (),
    asked_by: User,
    after: int | None,
) -> Job:
    """Ask for a draw; `after` is the latest one that the person knows of. Raises DrawnMeanwhile and BadSettings."""
    locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if model.latest(project) != after or unfinished(kind, project=project) is not None:
        raise DrawnMeanwhile
    settings(locked)
    arguments = {"size": size, "seed": seed, "titles": None if titles is None else list(titles)}
    arguments["excluded"] = list(excluded)
    return enqueue(kind, project=project, arguments=arguments, asked_by=asked_by)


def draw_as_asked(
    context: JobContext, model: type[StoredSample], sample: Callable[..., Sampled[Any, Any]]
) -> dict[str, Any]:
    """Draw as the job says. `sample` of the result is the draw's number, null where nothing could be drawn; `unknown`
    and `used` are titles that the corpus lacks, and that were drawn from before."""
    project, arguments = context.job.project, context.arguments
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    done = model._default_manager.filter(job=context.job).first()
    if done is not None:  # a worker was killed after it had drawn, and before it could say so
        return {"sample": done.pk, "drawn": done.report["drawn"], "unknown": [], "used": []}
    try:
        sampled = sample(
            project=project,
            size=arguments["size"],
            seed=arguments["seed"],
            titles=arguments["titles"],
            excluded=arguments.get("excluded", ()),  # jobs asked for before have none
            drawn_by=context.job.created_by,
            progress=context.progress,
            job=context,
        )
    except BadSettings as error:
        message = _("The project’s settings cannot be used. %(error)s") % {"error": error}
        raise AnnotationError("bad_settings", message) from error
    return {
        "sample": None if sampled.sample is None else sampled.sample.pk,
        "drawn": sampled.report.drawn,
        "unknown": list(sampled.unknown),
        "used": list(sampled.used),
    }
