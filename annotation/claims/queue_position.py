"""The place of a claim's task in the queue."""

from __future__ import annotations

import hashlib

from annotation.projects.models import Project


def queue_position(project: Project, text: str) -> int:
    """Pseudo-random position in the queue, a hash of project and text: claims of several imports mix evenly."""
    digest = hashlib.sha256(f"{project.slug}\n{text}".encode()).digest()
    return int.from_bytes(digest[:7], "big")
