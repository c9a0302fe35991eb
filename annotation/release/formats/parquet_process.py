"""Running `parquet` beside the rest of a release."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.release.summary import ReleaseError

WITH_PARQUET = ("tables", "datasets")


def missing(formats: Collection[str]) -> str:
    """Why no Parquet can be written of these formats, and what to do; empty where it can."""
    if not set(formats) & set(WITH_PARQUET) or find_spec("pyarrow") is not None:
        return ""
    return _("No Parquet is written, and no folder data/, since pyarrow is not installed: `pip install pyarrow`.")


@contextmanager
def writing_parquet(folder: Path, formats: Collection[str]) -> Iterator[None]:
    """Writes while the body runs, and is waited for at its end. Raises ReleaseError; stopped where the body fails."""
    wanted = [name for name in WITH_PARQUET if name in formats]
    command = [sys.executable, "-m", "annotation.release.formats.parquet", str(folder.resolve()), *wanted]
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
