"""Django with a database and a data folder of the benchmark's own."""

from __future__ import annotations

import os
from pathlib import Path


def set_up(folder: Path) -> None:
    """Nothing of the person's installation is read or written."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["ATTEST_DATA_DIR"] = str(folder)
    os.environ["ATTEST_ENV_FILE"] = ""
    os.environ["DATABASE_URL"] = ""
    os.environ["ELASTICSEARCH_URL"] = ""
    import django

    django.setup()
