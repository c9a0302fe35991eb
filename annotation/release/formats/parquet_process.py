"""Run `annotation.release.formats.parquet` in a process of its own while the rest of a release is written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.release.summary import ReleaseError

WITH_PARQUET = ("tables", "datasets")


@contextmanager
def writing_parquet(folder: Path, formats: Collection[str], labels: Sequence[str]) -> Iterator[None]:
    """Write Parquet of those of WITH_PARQUET that are among `formats` while the body runs; wait for it at the end.

    `labels`: the names of the classes of the column `label`, in order.

    Raises ReleaseError. Ends the process where the body fails.
    """
    wanted = [name for name in WITH_PARQUET if name in formats]
    if not wanted:
        yield
        return
    command = [
        sys.executable,
        "-m",
        "annotation.release.formats.parquet",
        str(folder.resolve()),
        *wanted,
        *(f"--label={label}" for label in labels),
    ]
    path = os.pathsep.join([str(settings.BASE_DIR), *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE, text=True)
    try:
        yield
        _output, problem = process.communicate()
    except BaseException:
        process.kill()
        process.communicate()
        raise
    if process.returncode:
        said = problem.strip().splitlines()
        words = _("Parquet cannot be written: %(problem)s.")
        raise ReleaseError(words % {"problem": said[-1].rstrip(".") if said else process.returncode})
