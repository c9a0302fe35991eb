"""Nightly backups with rotation: a periodic job, on while ATTEST_BACKUP_DIR is set.

From cron instead: `manage.py backup "$DIR/attest-$(date -u +%F)"`.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from django.conf import settings

from annotation.backup.check import verify_objects
from annotation.backup.errors import BackupError
from annotation.backup.keys import configured_key
from annotation.backup.manifest import MANIFEST, read_manifest
from annotation.backup.recording import record_backup
from annotation.backup.write import write_backup
from jobs.context import JobContext
from jobs.errors import JobError
from jobs.periodic import daily
from jobs.registry import job

KIND = "nightly_backup"
AT = time(2)  # in TIME_ZONE
PREFIX = "attest-"


@job(KIND)
def back_up(context: JobContext) -> dict[str, Any]:
    """Write a backup into a folder of its own in ATTEST_BACKUP_DIR, verify it, and delete the oldest ones.

    The folder is named after the moment when the job was asked for: after a kill it goes on.
    """
    home = Path(settings.ATTEST_BACKUP_DIR)
    if not home.is_dir():  # a disk that is not mounted: the one below must not be filled instead
        raise JobError(f"{home} is no folder. Mount the disk of ATTEST_BACKUP_DIR, or make the folder.")
    folder = home / f"{PREFIX}{context.job.created_at.astimezone(UTC):%Y-%m-%dT%H%M%SZ}"

    def progress(what: str, done: int, total: int) -> None:
        context.progress(done, total, what)

    try:
        if not (folder / MANIFEST).exists():  # a worker may have been killed behind it
            record_backup(write_backup(folder, configured_key(), progress), folder)
        manifest = read_manifest(folder)
        verify_objects(folder, manifest, progress)
    except BackupError as error:
        raise JobError(f"{error.message} {error.remedy}") from error
    deleted = rotate(home, settings.ATTEST_BACKUP_KEEP)
    return {"folder": folder.name, "rows": manifest.rows, "files": len(manifest.files), "deleted": deleted}


def rotate(home: Path, keep: int) -> int:
    """Delete all but the `keep` newest whole backups that this job has made; return how many.

    Unfinished ones older than the newest whole one go too. Nothing is deleted before a new one is whole.
    """
    ours = sorted(path for path in home.glob(f"{PREFIX}*Z") if path.is_dir())
    whole = [path for path in ours if (path / MANIFEST).exists()]
    old = whole[:-keep]
    old += [path for path in ours if path not in whole and whole and path < whole[-1]]
    for path in old:
        (path / MANIFEST).unlink(missing_ok=True)  # a half of it must not look whole
        shutil.rmtree(path)
    return len(old)


def whole_backups(home: Path) -> list[Path]:
    """The backups of this job that are whole, the newest last."""
    return sorted(path for path in home.glob(f"{PREFIX}*Z") if (path / MANIFEST).exists())


def latest() -> datetime | None:
    """When the newest whole backup was begun; None without one."""
    whole = whole_backups(Path(settings.ATTEST_BACKUP_DIR))
    return datetime.fromisoformat(read_manifest(whole[-1]).created_at) if whole else None


daily(KIND, at=AT, is_on=lambda: bool(settings.ATTEST_BACKUP_DIR))
