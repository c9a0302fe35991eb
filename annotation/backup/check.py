"""Verify a backup: sizes and hashes of all objects, counts of rows, the digest of log heads, the audit log; a trial
restore."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from django.conf import settings
from pyrage.x25519 import Identity

from annotation.backup.errors import BackupError
from annotation.backup.keys import check_proof, key_for_restore
from annotation.backup.manifest import Manifest, read_manifest
from annotation.backup.objects import damaged, read_object, sha256_of
from annotation.backup.rows import Lines
from annotation.backup.write import Progress, no_progress
from annotation.hash_chain import BEFORE_THE_FIRST, Entry, chained_entry

AUDIT_LOG = "annotation_auditentry"  # its table
KEY_VARIABLE = "ATTEST_BACKUP_KEY"
# Variables that a trial restore must not have, with their ..._FILE.
OF_THIS_SITE = ("DATABASE_URL", "REDIS_URL", "ATTEST_DATA_DIR", KEY_VARIABLE)


def open_backup(folder: Path, secret: str) -> tuple[Manifest, Identity | None]:
    """Read the manifest, and open the key. Raises BackupError `no_key` and `wrong_key` among others."""
    manifest = read_manifest(folder)
    if not manifest.key:
        return manifest, None
    if not secret:
        raise BackupError("no_key", "The backup is encrypted.", f"Give its key: --key FILE, or {KEY_VARIABLE}.")
    identity = key_for_restore(secret, folder)
    check_proof(manifest.key, identity)
    return manifest, identity


def verify_objects(folder: Path, manifest: Manifest, progress: Progress = no_progress) -> int:
    """Compare every object with the manifest, which needs no key; return how many. Raises BackupError `damaged`."""
    found = list(manifest.objects())
    for number, part in enumerate(found):
        progress(part.name, number, len(found))
        path = folder / part.name
        if not path.is_file() or path.stat().st_size != part.size or sha256_of(path) != part.sha256:
            raise damaged(part.name)
    return len(found)


def verify_contents(
    folder: Path, manifest: Manifest, identity: Identity | None, progress: Progress = no_progress
) -> int:
    """Unpack every table and the log heads, and compare counts, digests and the chain of the audit log.

    Return the number of rows.

    Raises BackupError `damaged`.
    """
    rows = 0
    for number, table in enumerate(manifest.tables.values()):
        name = table["object"]["name"]
        progress(name, number, len(manifest.tables))
        lines = Lines(lambda _line: None)
        read_object(folder, name, identity, lines)
        if lines.lines != table["rows"]:
            raise damaged(name)
        rows += lines.lines
    _verify_audit_log(folder, manifest, identity)
    digest = hashlib.sha256()
    read_object(folder, manifest.heads["object"]["name"], identity, _Writes(digest.update))
    if digest.hexdigest() != manifest.heads["sha256"]:
        raise damaged(manifest.heads["object"]["name"])
    return rows


def _verify_audit_log(folder: Path, manifest: Manifest, identity: Identity | None) -> None:
    """Compute the chain of the audit log from its table, and compare it with the head in the manifest."""
    table = manifest.tables.get(AUDIT_LOG)
    if table is None:  # of an earlier version
        return
    columns, chain = table["columns"], BEFORE_THE_FIRST
    last = 0

    def take(line: bytes) -> None:
        nonlocal chain, last
        row = dict(zip(columns, json.loads(line), strict=True))
        row |= {"at": datetime.fromisoformat(row["at"])}
        row |= {name: row[f"{name}_id"] for name in ("by", "project", "person")}
        chain = chained_entry(chain, Entry(**{name: row[name] for name in Entry._fields}))
        last += 1
        if (row["number"], row["chain"]) != (last, chain):
            raise damaged(table["object"]["name"])

    read_object(folder, table["object"]["name"], identity, Lines(take))
    head = manifest.heads.get("audit_log") or {"number": 0, "chain": BEFORE_THE_FIRST}
    if head != {"number": last, "chain": chain}:
        raise damaged(table["object"]["name"])


class _Writes:
    def __init__(self, write: Callable[[bytes], object]) -> None:
        self.write = write


def restore_on_trial(folder: Path, secret: str) -> str:
    """Restore into a temporary SQLite database, verify the logs there, and delete it; return what the commands said.

    Raises BackupError `trial`.
    """
    with tempfile.TemporaryDirectory(prefix="attest-trial-") as temporary:
        home = Path(temporary)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(OF_THIS_SITE)}
        environment |= {"ATTEST_DATA_DIR": temporary, "ATTEST_ENV_FILE": "", "ATTEST_TEST_DATA_DIR": temporary}
        environment |= {"DATABASE_URL": f"sqlite:///{home / 'trial.sqlite3'}", KEY_VARIABLE: secret}
        said = ""
        for command in (["restore", str(folder.resolve()), "--no-index"], ["verify_log"]):
            result = subprocess.run(  # nosec B603 # our own interpreter and commands
                [sys.executable, "manage.py", *command],
                cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False,
            )  # fmt: skip
            said += result.stdout
            if result.returncode != 0:
                words = f"The trial restore failed: {(result.stderr or result.stdout).strip()[-500:]}"
                raise BackupError("trial", words, "Take another backup.")
    return said
