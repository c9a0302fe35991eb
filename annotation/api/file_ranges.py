"""Answer a request for a part of a file (RFC 9110, section 14): one range of bytes; of several the whole is sent."""

from __future__ import annotations

import re
from typing import BinaryIO

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

ONE_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


def part_of(request: Request, file: BinaryIO, size: int, whole: FileResponse) -> HttpResponseBase:
    """The part that is asked for, with the headers of the whole; the whole where none is, or where `If-Range` names
    another version."""
    found = ONE_RANGE.fullmatch(request.headers.get("Range", "").replace(" ", ""))
    if found is None or found.groups() == ("", "") or request.headers.get("If-Range", whole["ETag"]) != whole["ETag"]:
        return whole
    first, last = found.groups()
    start = int(first) if first else max(0, size - int(last))
    end = min(int(last), size - 1) if first and last else size - 1
    if start > end:
        file.close()
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}", "ETag": whole["ETag"]})
    kept = {name: whole[name] for name in ("ETag", "Accept-Ranges", "Content-Disposition", "X-Content-Type-Options")}
    headers = kept | {"Content-Range": f"bytes {start}-{end}/{size}", "Content-Length": str(end - start + 1)}
    file.seek(start)
    part = FileResponse(_Part(file, end - start + 1), status=206, content_type=whole["Content-Type"], headers=headers)
    part["Content-Disposition"] = whole["Content-Disposition"]
    return part


class _Part:
    """The next `length` bytes of a file, which is closed with the answer."""

    def __init__(self, file: BinaryIO, length: int) -> None:
        self._file, self._left = file, length

    def read(self, size: int) -> bytes:
        chunk = self._file.read(min(size, self._left))
        self._left -= len(chunk)
        return chunk

    def close(self) -> None:
        self._file.close()
