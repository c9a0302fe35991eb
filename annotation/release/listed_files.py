"""Files of a stored release with size and hash, as its manifests list them."""

from __future__ import annotations

import json
from typing import TypedDict

from annotation.release.formats.files import sha256_of
from annotation.release.models import Release
from annotation.release.output_directory import MANIFEST
from annotation.release.shared_task import PUBLIC, SEALED


class ListedFile(TypedDict):
    """`sha256` in hex."""

    bytes: int
    sha256: str


def listed_files(release: Release) -> dict[str, ListedFile]:
    """Path below `release.home` -> size and hash; of a shared task below public/ and sealed/. Empty where the folder is
    gone."""
    parts = (f"{PUBLIC}/", f"{SEALED}/") if release.is_shared_task else ("",)
    manifests = {*(f"{part}{MANIFEST}" for part in parts), MANIFEST}
    found: dict[str, ListedFile] = {}
    for name in manifests:
        path = release.home / name
        if path.is_file():
            found[name] = {"bytes": path.stat().st_size, "sha256": sha256_of(path)}
    for part in parts:
        path = release.home / f"{part}{MANIFEST}"
        if path.is_file():
            files = json.loads(path.read_text(encoding="utf-8"))["files"]
            found |= {f"{part}{name}": one for name, one in files.items()}
    return dict(sorted(found.items()))
