"""Findings about nightly backups: made, whole, new enough, and on another disk than what they are of."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from annotation.backup.errors import BackupError
from annotation.backup.job import KIND, latest, whole_backups
from annotation.backup.manifest import read_manifest
from config.doctor import Finding
from jobs.models import Job, JobState

SUBJECT = "backups"
OLD = timedelta(hours=50)  # two nights


def examine_backups(*, is_public: bool = False) -> Iterator[Finding]:
    """Whether nightly backups are made, and how good and how old the newest is."""
    if not settings.ATTEST_BACKUP_DIR:
        said = "none at night (ATTEST_BACKUP_DIR is unset)"
        remedy = "Name a folder on another disk there, or run `manage.py backup` from cron." if is_public else ""
        yield Finding(SUBJECT, said, remedy, "backups-off" if remedy else "", is_advice=is_public)
        return
    home = Path(settings.ATTEST_BACKUP_DIR)
    if not home.is_dir() or not os.access(home, os.W_OK | os.X_OK):
        remedy = "Mount the disk, or make the folder, and give it to the user of the site."
        yield Finding(SUBJECT, f"{home} cannot be written", remedy, "backups-unwritable")
        return
    yield examine_disk(home, Path(settings.ATTEST_DATA_DIR))
    yield examine_last_job()
    yield examine_newest(home)


def examine_disk(home: Path, data: Path) -> Finding:
    """Whether one broken disk takes data and backups."""
    if home.stat().st_dev != data.stat().st_dev:
        return Finding(SUBJECT, f"{home} is on another disk than the data")
    remedy = "Name a folder on another disk in ATTEST_BACKUP_DIR, or copy the backups away (rsync, rclone)."
    said = f"{home} is on the same disk as the data"
    return Finding(SUBJECT, said, remedy, "backups-same-disk", is_advice=True)


def examine_last_job() -> Finding:
    """How the latest nightly job ended."""
    job = Job.objects.filter(kind=KIND).order_by("-pk").first()
    if job is None or job.state != JobState.FAILED:
        return Finding(SUBJECT, f"the latest job is {job.state}" if job else "no job has run yet")
    said = (job.error or job.message).strip().splitlines()
    remedy = "Mend that, then make one by hand: python manage.py backup FOLDER"
    return Finding(SUBJECT, f"job {job.pk} failed: {said[-1] if said else 'no reason'}", remedy, "backup-failed")


def examine_newest(home: Path) -> Finding:
    """Whether the newest backup has all its files, with their sizes, and is not old.

    The job has compared their hashes; `verify_backup` does it again.
    """
    command = f"python manage.py backup {home}/first"
    try:
        made = latest()
        if made is None:
            return Finding(SUBJECT, f"none in {home} yet; the first one is made at night")
        folder = whole_backups(home)[-1]
        damaged = [
            part.name for part in read_manifest(folder).objects() if not _has_size(folder / part.name, part.size)
        ]
    except BackupError as error:
        return Finding(SUBJECT, error.message, error.remedy, "backup-damaged")
    if damaged:
        said = f"{folder} is damaged: {len(damaged)} files are missing or cut off, such as {damaged[0]}"
        return Finding(SUBJECT, said, f"Make another one: {command}", "backup-damaged")
    text = f"the newest in {home} is of {made:%Y-%m-%d %H:%M} UTC"
    if timezone.now() - made > OLD:
        return Finding(SUBJECT, text, f"See why the job fails, or make one by hand: {command}", "backup-old")
    return Finding(SUBJECT, text)


def _has_size(path: Path, size: int) -> bool:
    try:
        return path.stat().st_size == size
    except OSError:
        return False
