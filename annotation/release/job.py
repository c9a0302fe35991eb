"""Background jobs that make a release and preview one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.release.cards.statement import statement_of
from annotation.release.formats.files import sha256_of
from annotation.release.manifest import counted
from annotation.release.models import Release, releases_of
from annotation.release.summary import FORMATS, ReleaseError, ReleaseOptions, RowsSummary
from annotation.release.webhook.delivery_job import announce_release
from jobs.context import JobContext
from jobs.enqueue import cancel, enqueue, unfinished
from jobs.models import Job
from jobs.registry import job

PREVIOUS = "previous"  # argument of a job: the key of the release before
KIND, PREVIEW = "make_release", "preview_release"
MANIFEST = "manifest.json"


def decode_settings(stored: Mapping[str, Any]) -> ReleaseOptions:
    """Return the options of `ReleaseOptions.to_json`."""
    stored = {name: value for name, value in stored.items() if name != PREVIOUS}
    formats, left_out = frozenset(stored["formats"]) & FORMATS, frozenset(stored.get("left_out", ()))
    lists = {"without_people": tuple(stored.get("without_people", ()))}
    lists["without_periods"] = tuple((first, last) for first, last in stored.get("without_periods", ()))
    return ReleaseOptions(
        **{**stored, **lists, "splits": tuple(stored["splits"]), "formats": formats, "left_out": left_out}
    )


def counts_json(found: RowsSummary) -> dict[str, Any]:
    """Counts of released claims by split and verdict, and of the others by reason."""
    counts = counted(found.counts)
    names = (
        *("claims", "released", "sources", "excluded", "verifications_left_out"),
        *("evidence_sets_left_out", "operations_left_out"),
    )
    return {name: counts[name] for name in names} | {
        "first_counts": bool(found.settings.first_counts),
        "rows": found.rows,
        "labels": found.labels,
    }


@transaction.atomic
def enqueue_release(
    kind: str, *, project: Project, settings: ReleaseOptions, asked_by: User, previous: Release | None = None
) -> Job:
    """Ask for a release, or for what one would hold. While another release of the project is being made, that is given
    instead; of previews the one with the same settings. `previous`: the one since which changes are told."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # pressing twice must not make two
    arguments = settings.to_json() | ({PREVIOUS: previous.pk} if previous is not None and kind == KIND else {})
    there = unfinished(kind, project=project, arguments=arguments if kind == PREVIEW else None)
    if there is not None:
        return there
    made = enqueue(kind, project=project, arguments=arguments, asked_by=asked_by)
    if kind == KIND:
        record(Act.RELEASE_ASKED, by=asked_by, project=project, about=made, after=arguments)
    return made


@transaction.atomic
def stop(job: Job, by: User) -> bool:
    """Cancel a job that makes, counts or compares releases; False if it is over."""
    if not cancel(job):
        return False
    record(Act.RELEASE_STOPPED, by=by, project=job.project, about=job, after={"kind": job.kind})
    return True


@job(PREVIEW)
def preview(context: JobContext) -> dict[str, Any]:
    """Count what a release with these settings would hold, and write nothing: `counts_json`."""
    from annotation.release.write import preview as look

    project = _project(context)
    found = _said_in_words(lambda: look(project, decode_settings(context.arguments)))
    return counts_json(found)


@job(KIND)
def make(context: JobContext) -> dict[str, Any]:
    """Write the release and keep it. The result names the row of `Release`."""
    project = _project(context)
    done = Release.objects.filter(job=context.job).first()
    if done is not None:  # a worker was killed after it had written it, and before it could say so
        return {"release": done.pk}
    folder = _folder(context.job, context.job.attempt)
    out = releases_of(project.pk) / folder
    for attempt in range(1, context.job.attempt):  # what workers that were killed have left behind
        clear(releases_of(project.pk) / _folder(context.job, attempt))
    try:
        counts = _written(context, project, out)
        with transaction.atomic():
            context.renew_lease()
            release = Release.objects.create(
                project=project,
                job=context.job,
                folder=folder,
                settings={name: value for name, value in context.arguments.items() if name != PREVIOUS},
                counts=counts,
                size=sum(path.stat().st_size for path in files_of(out)),
                manifest_sha256=sha256_of(out / MANIFEST),
                created_by=context.job.created_by,
            )
            announce_release(release)
            after = {"name": folder, "version": release.counts.get("version"), "sha256": release.manifest_sha256}
            record(Act.RELEASE_MADE, by=release.created_by, project=project, about=release, after=after)
    except BaseException:  # stopped, sent home, or it cannot be done: what is half there is of no use to anybody
        clear(out)
        raise
    return {"release": release.pk}


def _folder(job: Job, attempt: int) -> str:
    """One for every attempt: a worker that lost its lease without knowing must not write into another's."""
    name = f"{job.created_at:%Y-%m-%d}-{job.pk}"
    return name if attempt == 1 else f"{name}-{attempt}"


def files_of(folder: Path) -> list[Path]:
    """The files of a release, in the order of their names."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def delete(release: Release, by: User) -> None:
    """Remove a release for good: its row, then its files."""
    home, before = release.home, {"name": release.folder, "sha256": release.manifest_sha256}
    with transaction.atomic():
        gone = Release.objects.get(pk=release.pk)
        release.delete()
        record(Act.RELEASE_DELETED, by=by, project=gone.project, about=gone, before=before)
    clear(home)


def clear(out: Path) -> None:
    """Remove a folder, and what is left of writing it."""
    for folder in (out, *out.parent.glob(f"{out.name}.*")):
        shutil.rmtree(folder, ignore_errors=True)


def _written(context: JobContext, project: Project, out: Path) -> dict[str, Any]:
    from annotation.release.write import write_release

    def progress(step: str, done: int, total: int) -> None:
        context.progress(done, total, step)

    def write() -> RowsSummary:
        out.parent.mkdir(parents=True, exist_ok=True)
        settings, before = decode_settings(context.arguments), _previous(context, project)
        return write_release(project, out, settings, progress=progress, force=True, previous=before)

    facts = _said_in_words(write)
    return counts_json(facts) | {"version": statement_of(project).get("version")}


def _previous(context: JobContext, project: Project) -> Path | None:
    """Folder of the release before; None where there is none, or where it was deleted meanwhile."""
    if PREVIOUS not in context.arguments:
        return None
    before = Release.objects.filter(project=project, pk=context.arguments[PREVIOUS]).first()
    return before.home if before is not None else None


def _said_in_words(do: Callable[[], Any]) -> Any:
    """Call `do`; raise AnnotationError with the reason if the release cannot be made."""
    try:
        return do()
    except ReleaseError as error:
        raise AnnotationError("release_not_made", str(error)) from error
    except OSError as error:
        words = _("It could not be written: %(error)s. Whoever runs this site can make room for it.")
        raise AnnotationError("release_not_written", words % {"error": error.strerror or error}) from error


def _project(context: JobContext) -> Project:
    if context.job.project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    return context.job.project
