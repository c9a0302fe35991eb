"""Download a release as a streamed archive, and view its report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.http import FileResponse, Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from annotation.projects.models import Project
from annotation.release.access import release_of
from annotation.release.job import files_of
from annotation.release.shared_task import PUBLIC, SEALED
from frontend.views.access import PersonRequest, manager_view
from frontend.views.by_token import also_by_token
from frontend.views.quality.access import QualityAccess, quality_view

CHUNK = 1 << 18
PARTS = (PUBLIC, SEALED)
REPORT = Path("report") / "report.html"
# The report was made from people's words: nothing of it may run, be fetched, or act in the name of who reads it.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox"
)


@also_by_token
@manager_view("GET")
def download_release(request: PersonRequest, project: Project, pk: int, part: str = "") -> HttpResponseBase:
    """All files of a release as a zip, whose bytes are the same every time; of a shared task those of one part."""
    release = release_of(project, pk)
    folder = release.home / part
    if part not in (PARTS if release.is_shared_task else ("",)) or not folder.is_dir():
        raise Http404
    name = "-".join(filter(None, [project.slug, release.folder, part]))
    answer = StreamingHttpResponse(zipped(folder, name), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer


@quality_view("GET")
def release_report(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponseBase:
    """The report of a release, as it was written, where nothing in it can run."""
    release = release_of(access.project, pk)
    path = release.home / (SEALED if release.is_shared_task else "") / REPORT
    if not path.is_file():
        raise Http404
    answer: HttpResponse | FileResponse = FileResponse(path.open("rb"), content_type="text/html; charset=utf-8")
    answer["Content-Security-Policy"] = REPORT_POLICY
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def zipped(folder: Path, name: str) -> Iterator[bytes]:
    """The bytes of a zip of a folder's files, below `name`, a piece at a time."""
    sink = _Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        for path in files_of(folder):
            info = ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}")  # its date is 1980: no clock
            info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
            with archive.open(info, "w", force_zip64=True) as entry, path.open("rb") as file:
                while chunk := file.read(CHUNK):
                    entry.write(chunk)
                    yield from sink.taken()
    yield from sink.taken()


class _Sink:
    """What a zip is written to: keeps the bytes until they are taken. It cannot seek, and the zip does without."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """There is nothing behind it."""

    def close(self) -> None:
        """Whoever takes the bytes closes what they go to."""

    def taken(self) -> Iterator[bytes]:
        """What was written since, as one piece."""
        if self._parts:
            yield b"".join(self._parts)
            self._parts.clear()
