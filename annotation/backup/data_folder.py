"""The files of the data folder that a backup holds: releases, uploads, reports of jobs, manifests of imports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

# What a command makes again (the search index, vectors), and what belongs to running processes.
LEFT_OUT = {"index", "vectors", "lsa", "introductions", "introductions-ascii", "celerybeat-schedule", "secret_key"}


def root() -> Path:
    return Path(settings.ATTEST_DATA_DIR)


def files(without: Path) -> Iterator[Path]:
    """Paths relative to the data folder, by name; nothing below `without`, no database, links or backups."""
    home, backups = root(), {without.resolve()}
    if settings.ATTEST_BACKUP_DIR:
        backups.add(Path(settings.ATTEST_BACKUP_DIR).resolve())
    database = Path(str(settings.DATABASES["default"]["NAME"])).name
    for folder, names, entries in os.walk(home):
        here = Path(folder)
        is_top = here == home
        names[:] = sorted(
            name for name in names if not (is_top and name in LEFT_OUT) and (here / name).resolve() not in backups
        )
        if any(name == "manifest.json" for name in entries) and (here / "tables").is_dir() and is_backup(here):
            names.clear()
            continue
        for name in sorted(entries):
            path = here / name
            is_of_process = is_top and (name in LEFT_OUT or name.startswith((database, "celerybeat-schedule")))
            if not is_of_process and path.is_file() and not path.is_symlink() and not name.endswith(".partial"):
                yield path.relative_to(home)


def is_backup(folder: Path) -> bool:
    """Whether a folder is a backup: one that was made into the data folder is not backed up."""
    from annotation.backup.manifest import FORMAT

    with (folder / "manifest.json").open("rb") as file:
        return FORMAT.encode() in file.read(200)
