"""Make a backup. One that was interrupted goes on when it is asked for again: files that are complete are kept, the
tables are written anew, from one snapshot."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from annotation.backup import data_folder
from annotation.backup.errors import BackupError, writing
from annotation.backup.keys import Key, key_for_backup, prove
from annotation.backup.manifest import (
    HEADS,
    MANIFEST,
    Manifest,
    digest_of_heads,
    head_lines,
    head_of_audit_log,
    write_manifest,
)
from annotation.backup.objects import StoredObject, chunks_of, write_object
from annotation.backup.rows import Table
from annotation.backup.schema import applied, columns, last_numbers, models_at, tables
from annotation.backup.snapshot import ALIAS, snapshot

FILES_DONE = "files.partial.jsonl"  # while the backup is made: a line for each file that is complete
REMEDY = "Make room, then run the same command again: it goes on from here."
Progress = Callable[[str, int, int], object]


def no_progress(_what: str, _done: int, _total: int) -> None:
    """Report nothing."""


def write_backup(out: Path, secret: str = "", progress: Progress = no_progress) -> Manifest:  # nosec B107 # empty is "not encrypted"
    """Write a backup into a folder that is empty, or has a part of this one. Raises BackupError.

    `secret`: passphrase, recipient or identity; "" for none. `progress` is told a name, and how many tables or files of
    how many are done.
    """
    with writing(out, REMEDY):
        _prepare(out)
        key = key_for_backup(secret, out) if secret else None
        with snapshot() as connection:
            manifest = Manifest(
                created_at=datetime.now(UTC).isoformat(timespec="seconds"),
                database=connection.vendor,
                migrations=applied(connection),
                key=prove(key),
                attest=_version(),
            )
            _write_tables(out, key, connection, manifest, progress)
        _write_files(out, key, manifest, progress)
        _write_settings(out, key, manifest)
        write_manifest(out, manifest)
        (out / FILES_DONE).unlink(missing_ok=True)
    return manifest


def _prepare(out: Path) -> None:
    if (out / MANIFEST).exists():
        raise BackupError("exists", f"{out} is a whole backup already.", "Name another folder.")
    if out.exists() and any(out.iterdir()) and not (out / FILES_DONE).exists():
        raise BackupError("not_empty", f"{out} is not empty.", "Name a new folder.")
    out.mkdir(parents=True, exist_ok=True)
    out.chmod(0o700)
    (out / FILES_DONE).touch(mode=0o600)
    for left in [*(out / "tables").glob("*"), *out.rglob("*.partial")]:
        left.unlink(missing_ok=True)


def _write_tables(
    out: Path, key: Key | None, connection: BaseDatabaseWrapper, manifest: Manifest, progress: Progress
) -> None:
    registry = models_at(connection)
    found = tables(registry)
    for number, model in enumerate(found):
        name = model._meta.db_table

        def report(rows: int, number: int = number, name: str = name) -> None:
            progress(f"{name}, {rows:,} rows", number, len(found))

        table = Table(model, ALIAS, report)
        stored = write_object(out, f"tables/{name}.jsonl", table, key)
        report(table.rows)
        manifest.tables[name] = {
            "columns": [field.column for field in columns(model)],
            "rows": table.rows,
            "object": asdict(stored),
        }
    manifest.last_numbers = last_numbers(connection, [model._meta.db_table for model in found])
    assignment = registry.get_model("annotation", "Assignment")
    logs, digest = digest_of_heads(assignment, ALIAS)
    stored = write_object(out, HEADS, head_lines(assignment, ALIAS), key)
    manifest.heads = {"logs": logs, "sha256": digest, "object": asdict(stored)}
    manifest.heads["audit_log"] = head_of_audit_log(registry, ALIAS)


def _write_files(out: Path, key: Key | None, manifest: Manifest, progress: Progress) -> None:
    for_whom = "" if key is None else str(key.recipient)
    done = {path: line for path, line in _files_done(out) if line["for"] == for_whom}
    found = list(data_folder.files(out))
    with (out / FILES_DONE).open("a", encoding="utf-8") as log:
        for number, path in enumerate(found):
            progress(str(path), number, len(found))
            source = data_folder.root() / path
            try:
                state = source.stat()
                kept = done.get(str(path))
                if kept is not None and kept["state"] == [state.st_size, state.st_mtime_ns]:
                    stored = StoredObject(**kept["object"])
                    if (out / stored.name).exists() and (out / stored.name).stat().st_size == stored.size:
                        manifest.files[str(path)] = asdict(stored)
                        continue
                with source.open("rb") as file:
                    stored = write_object(out, f"files/{path}", chunks_of(file), key)
            except FileNotFoundError:  # deleted since the folder was listed
                manifest.missing_files.append(str(path))
                continue
            manifest.files[str(path)] = asdict(stored)
            line = {"path": str(path), "state": [state.st_size, state.st_mtime_ns], "object": asdict(stored)}
            line["for"] = for_whom
            log.write(json.dumps(line) + "\n")
            log.flush()
    progress("files", len(found), len(found))


def _files_done(out: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in (out / FILES_DONE).read_text(encoding="utf-8").splitlines():
        try:
            found = json.loads(line)
        except ValueError:  # the line was being written
            continue
        yield found["path"], found


def _write_settings(out: Path, key: Key | None, manifest: Manifest) -> None:
    """The secret key in effect, and the file of variables, if there is one."""
    parts = {"secret_key": settings.SECRET_KEY.encode()}
    named = os.environ.get("ATTEST_ENV_FILE", ".env")
    env = settings.BASE_DIR / named
    if named and env.is_file():
        parts["env"] = env.read_bytes()
    for name, content in parts.items():
        manifest.settings[name] = asdict(write_object(out, f"settings/{name}", [content], key))


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("attest")
    except PackageNotFoundError:
        return ""
