"""The file of a run that holds the infobox templates of its dumps: written before the first page is read.

A run that is resumed finds it, and one that lacks it makes the same again: it depends on the sources alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from corpus.importing.batches import Source
from corpus.models import ImportRun
from corpus.sources.template_pages import write_templates


def prepare(run: ImportRun, sources: Sequence[Source], threads: int) -> Path | None:
    """The file, made if it is not there; None for a run that reads no templates."""
    if run.settings.get("without_templates"):
        return None
    path = _file(run)
    if not path.exists():
        write_templates([source for source in sources if isinstance(source, Path)], path, threads)
    return path


def discard(run: ImportRun) -> None:
    """Delete the file of a run that has read all its pages."""
    _file(run).unlink(missing_ok=True)


def _file(run: ImportRun) -> Path:
    digest = hashlib.sha256("".join(source["sha256"] for source in run.sources).encode()).hexdigest()
    return Path(settings.ATTEST_DATA_DIR) / "imports" / f"{run.corpus.slug}-{digest[:16]}.templates"
