"""Releases, their files and the jobs that make them, for managers' programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.accounts.models import User
from annotation.api.file_ranges import part_of
from annotation.api.release_serializers import (
    CursorQuery,
    JobOut,
    JobsOut,
    JobsQuery,
    OneReleaseOut,
    ReleaseRequest,
    ReleasesOut,
)
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import AttestView
from annotation.errors import AnnotationError, Invalid
from annotation.projects.access import job_of, project_to_manage
from annotation.projects.models import Project
from annotation.quality.evidence_drift.job import KIND as DRIFT
from annotation.release import job as making
from annotation.release.access import release_of, release_or_none
from annotation.release.differences_job import KIND as COMPARISON
from annotation.release.listed_files import listed_files
from annotation.release.models import Release
from annotation.release.options import validated as valid_options
from annotation.release.privacy.scan_job import KIND as SCAN
from annotation.release.privacy.withheld import with_choice
from annotation.release.summary import ReleaseError, ReleaseOptions
from jobs.models import Job

# What managers can stop on pages too.
STOPPABLE = (making.KIND, making.PREVIEW, DRIFT, COMPARISON, SCAN)


class AnyAccept(DefaultContentNegotiation):
    """Files are sent as they are, whatever types a client says it accepts."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class ReleasesOfProject(AttestView):
    @described("Releases, newest first", query=CursorQuery, answer=ReleasesOut, operation="projects_releases_list")
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(CursorQuery(data=request.query_params))
        rows, following = page_before(project.releases.order_by("-pk"), asked)
        return Response({"releases": [release_json(one) for one in rows], "next": following})

    @described(
        "Make a release, in the background; of two at a time the first is answered",
        body=ReleaseRequest,
        answer=JobOut,
        status=202,
    )
    def post(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(ReleaseRequest(data=request.data))
        previous = _previous(project, asked.pop("previous", None))
        settings = _options(project, asked)
        made = making.enqueue_release(
            making.KIND, project=project, settings=settings, asked_by=self.person(), previous=previous
        )
        return Response(job_json(made), status=202)


class OneRelease(AttestView):
    @described("A release with its files", answer=OneReleaseOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        release = release_of(project_to_manage(self.person(), slug), pk)
        files = [{"path": path, **vars_of} for path, vars_of in listed_files(release).items()]
        return Response(release_json(release) | {"files": files})


class FileOfRelease(AttestView):
    content_negotiation_class = AnyAccept

    @described(
        "A file of a release. ETag: its SHA-256. If-None-Match is answered with 304, Range with a part",
        answer=OpenApiTypes.BINARY,
    )
    def get(self, request: Request, slug: str, pk: int, path: str) -> HttpResponseBase:
        release = release_of(project_to_manage(self.person(), slug), pk)
        listed = listed_files(release).get(path)
        if listed is None:
            raise Http404
        return _file(request, release.home / path, f'"{listed["sha256"]}"')


class JobsOfProject(AttestView):
    @described("Jobs of the project, newest first", query=JobsQuery, answer=JobsOut, operation="projects_jobs_list")
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(JobsQuery(data=request.query_params))
        wanted = {name: asked[name] for name in ("kind", "state") if asked[name]}
        rows, following = page_before(Job.objects.filter(project=project, **wanted).order_by("-pk"), asked)
        return Response({"jobs": [job_json(one) for one in rows], "next": following})


class OneJob(AttestView):
    @described("State and progress of a job", answer=JobOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        project = project_to_manage(self.person(), slug)
        return Response(job_json(job_of(project, pk)))


class CancelJob(AttestView):
    @described("Cancel a job that makes, counts or compares releases; nothing of it is kept", answer=JobOut)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        project = project_to_manage(self.person(), slug)
        job = job_of(project, pk)
        if job.kind not in STOPPABLE:
            raise AnnotationError("not_cancellable", _("Jobs of this kind cannot be cancelled."), 409)
        if not making.stop(job, self.person()):
            raise AnnotationError("job_finished", _("This job has ended already."), 409)
        job.refresh_from_db()
        return Response(job_json(job))


def page_before(rows: QuerySet[Any], asked: dict[str, Any]) -> tuple[list[Any], int | None]:
    """The next rows by falling key, and the cursor of those that follow, None at the end."""
    if asked["cursor"]:
        rows = rows.filter(pk__lt=asked["cursor"])
    found = list(rows[: asked["limit"] + 1])
    shown = found[: asked["limit"]]
    return shown, shown[-1].pk if len(found) > len(shown) else None


def release_json(release: Release) -> dict[str, Any]:
    counts = release.counts
    return {
        "id": release.pk,
        "name": release.folder,
        "version": counts.get("version") or "",
        "created_at": release.created_at,
        "claims": counts["claims"],
        "released": counts["released"],
        "rows": counts["rows"],
        "bytes": release.size,
        "manifest_sha256": release.manifest_sha256,
        "is_shared_task": release.is_shared_task,
        "settings": release.settings,
    }


def job_json(job: Job) -> dict[str, Any]:
    names = ("kind", "state", "done", "total", "message", "error", "created_at", "started_at", "finished_at")
    made = (job.result or {}).get("release") if job.kind == making.KIND else None
    return {"id": job.pk, **{name: getattr(job, name) for name in names}, "release": made}


def _previous(project: Project, pk: int | None) -> Release | None:
    """The release of this id. Raises Invalid."""
    found = release_or_none(project, pk)
    if pk is not None and found is None:
        message = _("The project has no release %(number)d.") % {"number": pk}
        raise Invalid(message, {"previous": [message]})
    return found


def _options(project: Project, asked: dict[str, Any]) -> ReleaseOptions:
    """The options that are asked for; of the others what the page has. Raises Invalid."""
    given = dict(asked)
    for name in ("formats", "left_out"):
        if name in given:
            given[name] = frozenset(given[name])
    if "splits" in given:
        given["splits"] = tuple(given["splits"])
    if "without_people" in given:
        given["without_people"] = _people(project, given["without_people"])
    if "without_periods" in given:
        given["without_periods"] = tuple((one[0].isoformat(), one[1].isoformat()) for one in given["without_periods"])
    settings = replace(with_choice(project, ReleaseOptions()), **given)
    try:
        return valid_options(settings)
    except ReleaseError as error:
        raise Invalid(str(error), {"body": [str(error)]}) from error


def _people(project: Project, names: Sequence[str]) -> tuple[int, ...]:
    """The ids of people who have worked in the project, by their user names. Raises Invalid."""
    known = User.objects.filter(username__in=names, assignments__project=project).distinct()
    found = dict(known.values_list("username", "pk"))
    if unknown := sorted(set(names) - found.keys()):
        words = _("Nobody called %(names)s has worked in this project.") % {"names": ", ".join(unknown)}
        raise Invalid(words, {"without_people": [words]})
    return tuple(sorted(found.values()))


def _file(request: Request, path: Path, etag: str) -> HttpResponseBase:
    """The file, or a part of it, or that it is as the client has it. Raises Http404 where it is gone."""
    known: HttpResponse | None = get_conditional_response(request._request, etag=etag)
    answer = _content(request, path, etag) if known is None else known
    answer["ETag"] = etag
    return answer


def _content(request: Request, path: Path, etag: str) -> HttpResponseBase:
    try:
        file = path.open("rb")
    except OSError:
        raise Http404 from None
    whole = FileResponse(file, content_type="application/octet-stream", filename=path.name, as_attachment=True)
    whole["ETag"], whole["Accept-Ranges"], whole["X-Content-Type-Options"] = etag, "bytes", "nosniff"
    return part_of(request, file, path.stat().st_size, whole)
