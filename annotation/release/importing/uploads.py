"""Files that people upload to be imported."""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.text import get_valid_filename

CHUNK = 1 << 20  # bytes
LONGEST_NAME = 150


def stored_whole(folder: Path, file: UploadedFile[Any], otherwise: str) -> Path:
    """Write an upload into a new folder; it gets its name only once all of it is there. `otherwise`: for no name."""
    folder.mkdir(parents=True)
    name = get_valid_filename(Path(file.name or "").name)[-LONGEST_NAME:].lstrip(".") or otherwise
    part, whole = folder / f".{uuid.uuid4().hex}.part", folder / name
    with part.open("wb") as stored:
        for chunk in file.chunks(CHUNK):
            stored.write(chunk)
    os.replace(part, whole)
    return whole
