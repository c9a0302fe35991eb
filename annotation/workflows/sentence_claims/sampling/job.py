"""Drawing sentences as a job: asked for on the manager's page, done by a worker."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.workflows.sentence_claims.models import SentenceSample
from annotation.workflows.sentence_claims.sampling.sample import sample_sentences
from annotation.workflows.sentence_claims.settings import BadSentenceSettings
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job
from jobs.registry import job

KIND = "draw_sentences"


@transaction.atomic
def ask(
    *,
    project: Project,
    size: int,
    seed: int,
    titles: list[str] | None,
    excluded: list[str],
    by: User,
    after: int | None,
) -> Job | None:
    """Ask for a draw; `after` is the latest one that the person knows of. None if there is a later one, or one is being
    made: perhaps they pressed twice."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    latest = SentenceSample.objects.filter(project=project).order_by("-pk").first()
    if (latest.pk if latest else None) != after or unfinished(KIND, project=project) is not None:
        return None
    arguments = {"size": size, "seed": seed, "titles": titles, "excluded": excluded}
    return enqueue(KIND, project=project, arguments=arguments, asked_by=by)


@job(KIND)
def draw(context: JobContext) -> dict[str, Any]:
    """Draw as asked. `sample` is the draw's number, null where nothing could be drawn; `unknown` and `used` are titles
    that the corpus lacks, and whose sentences were drawn before."""
    project, arguments = context.job.project, context.arguments
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    done = SentenceSample.objects.filter(job=context.job).first()
    if done is not None:  # a worker was killed after it had drawn, and before it could say so
        return {"sample": done.pk, "drawn": done.report["drawn"], "unknown": [], "used": []}
    try:
        sampled = sample_sentences(
            project=project, **arguments, drawn_by=context.job.created_by, progress=context.progress, job=context
        )
    except BadSentenceSettings as error:
        message = _("The project’s settings cannot be used. %(error)s") % {"error": error}
        raise AnnotationError("bad_settings", message) from error
    sample = None if sampled.sample is None else sampled.sample.pk
    found = {"unknown": list(sampled.unknown), "used": list(sampled.used)}
    return {"sample": sample, "drawn": sampled.report.drawn, **found}
