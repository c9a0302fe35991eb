"""The folder in which the processes of a web server keep their metrics. Imports nothing of prometheus_client, which
looks for the variable when it is imported."""

from __future__ import annotations

import os
import shutil
import tempfile

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def make_folder() -> None:
    """Make it, and name it in the environment, which the processes to come inherit."""
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="attest-metrics-")


def remove_folder() -> None:
    """Remove it when the server ends."""
    shutil.rmtree(os.environ.pop(VARIABLE, ""), ignore_errors=True)
