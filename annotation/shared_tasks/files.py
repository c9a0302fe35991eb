"""Files of a shared task in the data folder: sealed gold, the claims that teams download, submissions and their scores.

    shared_tasks/<task>/<split>/gold.jsonl                   labels and evidence
    shared_tasks/<task>/<split>/claims.jsonl                 what teams see, made of it by an allow-list
    shared_tasks/<task>/<split>/submissions/<key>.json       as it was uploaded
    shared_tasks/<task>/<split>/submissions/<key>.npy        each claim's part of the measure
    shared_tasks/<task>/<split>/submissions/<key>.partial    what an unfinished job has scored

Nothing here is served but by `file` of `frontend/views/shared_tasks/pages.py`, which asks `TaskSplit.has_gold` first.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from annotation.shared_tasks.models import TaskSplit, TeamSubmission

MB = 1 << 20
Row = dict[str, Any]


def folder_of(split: TaskSplit) -> Path:
    """Folder of a split."""
    return Path(settings.ATTEST_DATA_DIR) / "shared_tasks" / str(split.task_id) / str(split.pk)


def gold_path(split: TaskSplit) -> Path:
    """Labels and evidence."""
    return folder_of(split) / "gold.jsonl"


def claims_path(split: TaskSplit) -> Path:
    """The claims as teams see them."""
    return folder_of(split) / "claims.jsonl"


def predictions_path(submission: TeamSubmission) -> Path:
    """A submission as it was uploaded."""
    return folder_of(submission.split) / "submissions" / f"{submission.pk}.json"


def parts_path(submission: TeamSubmission) -> Path:
    """Numerator and denominator of each claim, (claims, 2), as numpy writes them."""
    return predictions_path(submission).with_suffix(".npy")


def kept_path(submission: TeamSubmission) -> Path:
    """What a job that is not done has scored."""
    return predictions_path(submission).with_suffix(".partial")


def most_bytes() -> int:
    """Largest submission, in bytes."""
    return int(settings.ATTEST_SUBMISSION_MB) * MB


@contextmanager
def received(split: TaskSplit, file: UploadedFile[Any]) -> Iterator[tuple[Path, str]]:
    """Write an upload to the disk, a piece at a time; its path and hash (SHA-256). What the body leaves is deleted."""
    folder = folder_of(split) / "submissions"
    folder.mkdir(parents=True, exist_ok=True)
    path, digest = folder / f"{uuid.uuid4().hex}.partial", sha256()
    try:
        with path.open("wb") as stored:
            for chunk in file.chunks(MB):
                digest.update(chunk)
                stored.write(chunk)
        yield path, digest.hexdigest()
    finally:
        path.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{uuid.uuid4().hex}.partial")
    part.write_bytes(data)
    os.replace(part, path)


def rows_in(path: Path) -> list[Row]:
    """The rows of one of our own files of JSON lines."""
    with path.open(encoding="utf-8") as file:
        return [cast(Row, json.loads(line)) for line in file]
