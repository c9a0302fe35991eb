"""Record a backup in the audit log."""

from __future__ import annotations

import logging
from pathlib import Path

from django.db import DatabaseError, connection

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.backup.manifest import Manifest
from annotation.backup.schema import is_current

log = logging.getLogger(__name__)


def record_backup(manifest: Manifest, folder: Path, act: Act = Act.BACKUP_MADE) -> None:
    """Add the entry, by nobody. A database that cannot be written, or is of an earlier version, is no reason to fail:
    the backup is there."""
    after = {"folder": folder.name, "rows": manifest.rows, "is_encrypted": bool(manifest.key)}
    try:
        if is_current(connection):
            record(act, by=None, after=after)
    except DatabaseError as error:
        log.warning("the backup %s is not in the audit log: %s", folder.name, error)
