"""A version of the scripts and styles, as part of their addresses: browsers keep them without asking again.

ES modules import each other by plain relative names, which hashed file names would break. Under one folder whose name
is the hash of all files these names stay right, and an upgrade, another folder, never meets yesterday's script.
"""

from __future__ import annotations

import hashlib
from pathlib import Path


def static_version(folder: Path) -> str:
    """Hash of the paths and bytes of all scripts, styles and pictures of a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if "static" in path.relative_to(folder).parts and path.is_file():
            digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
