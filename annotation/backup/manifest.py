"""The manifest of a backup: what it holds, of which version, with sizes, hashes and counts."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.db import models

from annotation.backup.errors import BackupError
from annotation.backup.objects import StoredObject
from annotation.backup.schema import Node

MANIFEST, FORMAT, VERSION = "manifest.json", "attest-backup", 1
HEADS = "log_heads.csv"


@dataclass
class Manifest:
    """`tables`: name -> columns, rows and object; `files`: path in the data folder -> object; `heads`: SHA-256 of the
    lines "assignment,log_head" of all logs, and their number, and in `audit_log` number and chain of the last entry of
    the audit log, null before there was one; `key`: proof of the key, empty without encryption."""

    created_at: str
    database: str
    migrations: list[Node]
    key: str
    attest: str
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    last_numbers: dict[str, int] = field(default_factory=dict)
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    settings: dict[str, dict[str, Any]] = field(default_factory=dict)
    heads: dict[str, Any] = field(default_factory=dict)
    missing_files: list[str] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return sum(table["rows"] for table in self.tables.values())

    def objects(self) -> Iterator[StoredObject]:
        """Everything that the backup holds."""
        parts = [each["object"] for each in self.tables.values()]
        parts += [*self.files.values(), *self.settings.values(), self.heads["object"]]
        return (StoredObject(**part) for part in parts)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write it, which makes the backup a whole one. Raises OSError."""
    partial = folder / f"{MANIFEST}.partial"
    try:
        with partial.open("w", encoding="utf-8") as file:
            json.dump({"format": FORMAT, "version": VERSION, **asdict(manifest)}, file, indent=1, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(folder / MANIFEST)
    finally:
        partial.unlink(missing_ok=True)


def read_manifest(folder: Path) -> Manifest:
    """Raises BackupError: no backup, half a backup, one of a newer version, or a damaged one."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise BackupError("no_backup", f"{folder} is no folder.", "Name the folder that `backup` has written.")
    if not path.exists():
        if (folder / "files.partial.jsonl").exists() or (folder / "tables").is_dir():
            words = f"{folder} is half a backup: it was interrupted before its manifest was written."
            raise BackupError("half", words, "Run the same `backup` command again, or take another one.")
        raise BackupError("no_backup", f"{folder} is no backup: it has no {MANIFEST}.", "Name the folder of one.")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found.pop("format") != FORMAT:
            raise KeyError("format")
        if found.pop("version") > VERSION:
            words = "The backup was made by a newer version of Attest."
            raise BackupError("newer", words, "Install that version, then restore.")
        manifest = Manifest(**found)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        words = f"{path} is damaged: {error}."
        raise BackupError("damaged", words, "Take another backup, or another copy of this one.") from error
    manifest.migrations = [(app, name) for app, name in manifest.migrations]
    return manifest


def head_lines(assignment: type[models.Model], using: str) -> Iterator[bytes]:
    """Lines "id,log_head" of every log, by id."""
    found = assignment._base_manager.using(using).exclude(log_head="").order_by("pk").values_list("pk", "log_head")
    for key, head in found.iterator(chunk_size=2_000):
        yield f"{key},{head}\n".encode()


def digest_of_heads(assignment: type[models.Model], using: str) -> tuple[int, str]:
    """Number of logs, and the SHA-256 of `head_lines`."""
    digest, number = hashlib.sha256(), 0
    for line in head_lines(assignment, using):
        digest.update(line)
        number += 1
    return number, digest.hexdigest()


def head_of_audit_log(registry: Apps, using: str) -> dict[str, Any] | None:
    """Number and chain of the last entry of the audit log; None where the database has none."""
    try:
        head = registry.get_model("annotation", "AuditHead")
    except LookupError:  # the database of an earlier version
        return None
    found = head._base_manager.using(using).first()
    return None if found is None else {"number": found.number, "chain": found.chain}
